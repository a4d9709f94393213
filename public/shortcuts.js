// Keys that work anywhere on the page, and the list of all keys.

import { h } from './dom.js';
import { openDialog } from './dialog.js';

const LIST = [
  ['Anywhere', [
    ['/', 'write a predicate'],
    ['n', 'new record'],
    ['t', 'into the table'],
    ['p', 'pause or resume the events'],
    ['[  ]', 'previous, next model'],
    ['d', 'system, light or dark'],
    ['?', 'this list'],
  ]],
  ['In the table', [
    ['← ↑ ↓ →', 'move'],
    ['Home  End', 'first, last column; with Ctrl the first, last row'],
    ['Enter', 'edit the record, or follow a relation'],
    ['e', 'edit the record'],
    ['Delete', 'delete the record'],
    ['c', 'copy the key'],
    ['Enter on a heading', 'sort; with Shift as a further key'],
  ]],
  ['In a form', [['Ctrl Enter', 'save'], ['Esc', 'close'], ['↓', 'offer parents for a foreign key']]],
];

export function showShortcuts() {
  if (document.querySelector('dialog[open]')) return;
  openDialog(
    { title: 'Keyboard', kind: 'small' },
    () =>
      LIST.map(([title, keys]) =>
        h(
          'section',
          { class: 'keys' },
          h('h3', {}, title),
          h(
            'dl',
            {},
            keys.map(([key, does]) =>
              h('div', {}, h('dt', {}, key.split('  ').map((each) => h('kbd', {}, each))), h('dd', {}, does))
            ),
          ),
        )
      ),
  );
}

/** Calls the action of a key, except where the reader writes or a dialog is open. */
export function listen(actions) {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (
      document.querySelector('dialog[open]') || event.target.closest?.('input, textarea, select, [contenteditable]')
    ) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
