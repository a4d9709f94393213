// Modal dialogs. The browser's own <dialog> keeps the focus inside and gives it back afterwards.

import { h, icon } from './dom.js';

let made = 0;

/**
 * Opens a dialog; `build(close)` gives its content. It is removed when it closes; `onclose` runs then.
 * `mayClose` is asked, and waited for, before the reader leaves it.
 */
export function openDialog({ title, kind = '', onclose = () => {}, mayClose = () => true }, build) {
  const previous = document.activeElement;
  const id = `dialog-${(made += 1)}`;
  const heading = h('h2', { id }, title);
  const dialog = h('dialog', { class: `dialog ${kind}`, 'aria-labelledby': id });
  const close = () => dialog.close();
  const leave = async () => (await mayClose()) && close();
  const dismiss = h('button', {
    type: 'button',
    class: 'quiet icon-only',
    'aria-label': 'Close',
    title: 'Close (Esc)',
    onclick: leave,
  }, icon('close'));
  dialog.append(h('header', {}, heading, dismiss), ...build(close));
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    leave();
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

/** A question; resolves to whether `yes` was the answer. Leaving the dialog is a no. */
export function ask(title, yes, no) {
  return new Promise((resolve) => {
    let answer = false;
    openDialog(
      { title, kind: 'small', onclose: () => resolve(answer) },
      (
        close,
      ) => [
        h(
          'form',
          { method: 'dialog' },
          h(
            'footer',
            {},
            h('span', { class: 'grow' }),
            h('button', { type: 'button', onclick: close, autofocus: true }, no),
            h('button', { type: 'button', class: 'danger solid', onclick: () => ((answer = true), close()) }, yes),
          ),
        ),
      ],
    );
  });
}

/** Says what went wrong, at once and aloud. */
export const explain = (message) =>
  h('p', { class: 'banner bad', role: 'alert' }, icon('alert'), h('span', {}, message));
