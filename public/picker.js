// Picks the parent of a foreign key: a search among the parents' names and keys, as an ARIA combobox with a list.

import { get } from './api.js';
import { h, throttled } from './dom.js';
import { shorten } from './cell.js';
import { text } from './json.js';

const MOST = 8;

/**
 * Makes the text field `control` offer records of `parent`; `onpick(record)` when one is chosen. Returns the list's
 * element.
 */
export function offerParents(control, parent, onpick) {
  const id = `${control.id}-parents`;
  const list = h('ul', {
    id,
    class: 'options',
    role: 'listbox',
    'aria-label': `Records of ${parent.name}`,
    hidden: true,
  });
  Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': id,
    autocomplete: 'off',
  }).forEach(([name, value]) => control.setAttribute(name, value));
  control.placeholder = `Search ${parent.name}…`;
  let found = [];
  let active = -1;
  let abort = new AbortController();

  const open = (isOpen) => {
    list.hidden = !isOpen;
    control.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) activate(-1);
  };
  const activate = (index) => {
    active = index;
    [...list.children].forEach((option, i) => option.setAttribute('aria-selected', String(i === index)));
    const option = list.children[index];
    if (option?.id) {
      control.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    } else {
      control.removeAttribute('aria-activedescendant');
    }
  };
  const pick = (record) => {
    open(false);
    onpick(record);
  };
  const search = async () => {
    abort.abort();
    abort = new AbortController();
    try {
      found = await parentsLike(parent, control.value.trim(), abort.signal);
    } catch {
      return; // Another search took its place, or the server is away, which the light shows.
    }
    if (document.activeElement !== control) return;
    list.replaceChildren(...found.map((record, i) =>
      h(
        'li',
        {
          id: `${id}-${i}`,
          role: 'option',
          'aria-selected': 'false',
          onmousedown: (event) => (event.preventDefault(), pick(record)),
        },
        h('span', {}, shorten(parent.label(record), 60)),
        h('code', {}, shorten(parent.keyText(record), 40)),
      )
    ));
    if (!found.length) {
      list.append(
        h(
          'li',
          { role: 'option', 'aria-disabled': 'true', 'aria-selected': 'false', class: 'muted' },
          `No ${parent.name} like this`,
        ),
      );
    }
    open(true);
    activate(-1);
    list.scrollIntoView({ block: 'nearest' });
  };
  const searchSoon = throttled(200, search);

  control.addEventListener('input', searchSoon);
  control.addEventListener('blur', () => open(false));
  control.addEventListener('click', () => list.hidden && searchSoon());
  control.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' && list.hidden) searchSoon();
    else if (event.key === 'ArrowDown') activate(Math.min(active + 1, found.length - 1));
    else if (event.key === 'ArrowUp' && !list.hidden) activate(Math.max(active - 1, 0));
    else if (event.key === 'Enter' && active >= 0) pick(found[active]);
    else if (event.key === 'Escape' && !list.hidden) open(false);
    else return;
    // Escape would otherwise close the whole dialog, Enter send the form.
    event.preventDefault();
    event.stopPropagation();
  });
  return list;
}

/** The first records whose name contains `words` or whose key begins with them. */
async function parentsLike(parent, words, signal) {
  const parameters = new URLSearchParams({ limit: MOST });
  const key = parent.field(parent.primaryKey[0]);
  const tests = [];
  if (words && parent.labelField) tests.push(`${parent.labelField.name}.contains(${text(words)})`);
  if (words && key && ['ID', 'String'].includes(key.type)) tests.push(`${key.name}.beginsWith(${text(words)})`);
  if (tests.length) parameters.set('where', tests.join(' || '));
  if (parent.labelField) parameters.set('sort', parent.labelField.name);
  return (await get(`${parent.path}?${parameters}`, signal)).items;
}
