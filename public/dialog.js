// Modal dialogs. The browser's own <dialog> keeps the focus inside and gives it back afterwards.

import { h, icon } from './dom.js';

/** Opens a dialog; `build(close)` gives its content. It is removed when it closes; `onclose` runs then. */
export function openDialog({ title, kind = '', onclose = () => {}, mayClose = () => true }, build) {
  const previous = document.activeElement;
  const heading = h('h2', { id: 'dialog-title' }, title);
  const dialog = h('dialog', { class: `dialog ${kind}`, 'aria-labelledby': 'dialog-title' });
  const close = () => dialog.close();
  const ask = () => mayClose() && close();
  const dismiss = h('button', { type: 'button', class: 'quiet icon-only', 'aria-label': 'Close', title: 'Close (Esc)', onclick: ask }, icon('close'));
  dialog.append(h('header', {}, heading, dismiss), ...build(close));
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    ask();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    onclose();
    if (previous?.isConnected && previous !== document.body) previous.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A question with two answers; `onyes` gives a promise, and a refusal of it is shown. */
export const explain = (message) => h('p', { class: 'banner bad', role: 'alert' }, icon('alert'), h('span', {}, message));
