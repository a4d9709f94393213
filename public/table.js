// The live table: one row a record, moved, flashed and removed as the list changes, walked with the arrow keys.

import { calm, h, iconButton } from './dom.js';
import { cellClass, fillCell, fillRelationCell } from './cell.js';
import { Cursor } from './cursor.js';
import { isSortable } from './schema.js';
import { text } from './json.js';

/** Lists longer than this change without sliding, and so do changes that come faster than this (ms). */
const MOST_SLIDING = 250;
const TOO_FAST = 150;

/**
 * `actions`: `edit(record)`, `remove(record)`, `follow({ model, where })`, `copyKey(record)`, `sort(field,
 * additive)`.
 */
export class Table {
  #host;
  #actions;
  #model = null;
  #query = null;
  #columns = [];
  #rows = new Map();
  #items = null;
  #scheduled = false;
  #lastChange = 0;
  #head = h('tr');
  #body = h('tbody');
  #cursor;

  constructor(host, actions) {
    this.#host = host;
    this.#actions = actions;
    const table = h('table', { role: 'grid', 'aria-label': 'Records' }, h('thead', {}, this.#head), this.#body);
    host.append(h('div', { class: 'scroll' }, table));
    this.#cursor = new Cursor(table, {
      edit: (row) => this.#with(row, actions.edit),
      remove: (row) => this.#with(row, actions.remove),
      copy: (row) => this.#with(row, actions.copyKey),
    });
    this.#body.addEventListener('dblclick', (event) => {
      if (!event.target.closest('button')) this.#with(event.target.closest('tr'), actions.edit);
    });
  }

  get isEmpty() {
    return this.#rows.size === 0;
  }

  focus() {
    this.#cursor.focus();
  }

  /**
   * Takes up another query: another model or other columns begin an empty table, otherwise rows are kept and will
   * move.
   */
  show(model, query) {
    const columns = columnsOf(model, query);
    const same = this.#model === model &&
      text(columns.map(({ name }) => name)) === text(this.#columns.map(({ name }) => name)) &&
      this.#query?.include === query.include;
    this.#model = model;
    this.#query = query;
    this.#columns = columns;
    this.#items = null;
    if (!same) {
      this.#rows.clear();
      this.#body.replaceChildren();
      this.#host.firstElementChild.scrollTo(0, 0);
    }
    this.#drawHead();
    this.#cursor.settle();
  }

  /** Shows `items` at the next frame of the screen; of several that come before it, the newest. */
  update(items) {
    this.#items = items;
    if (this.#scheduled) return;
    this.#scheduled = true;
    requestAnimationFrame(() => {
      this.#scheduled = false;
      if (this.#items) this.#draw(this.#items);
    });
  }

  #with(row, action) {
    const entry = row && this.#rows.get(row.dataset.key);
    if (entry) action(entry.record);
  }

  #drawHead() {
    const keys = this.#query.sortKeys;
    this.#head.replaceChildren(
      h('th', { class: 'tools', scope: 'col' }, h('span', { class: 'visually-hidden' }, 'Edit')),
      ...this.#columns.map((column) => {
        if (!column.field || !isSortable(column.field)) {
          return h(
            'th',
            { scope: 'col', class: column.class, tabindex: -1 },
            h('span', { class: 'heading' }, column.name),
          );
        }
        const at = keys.findIndex((key) => key.field === column.name);
        const key = keys[at];
        const sorted = key ? (key.descending ? 'descending' : 'ascending') : null;
        const mark = h(
          'span',
          { class: 'sort-mark', 'aria-hidden': 'true' },
          key ? (key.descending ? '↓' : '↑') : '',
          key && keys.length > 1 ? String(at + 1) : '',
        );
        const sort = (event) => this.#actions.sort(column.name, event.shiftKey);
        return h(
          'th',
          { scope: 'col', class: column.class, 'aria-sort': sorted },
          h(
            'button',
            {
              type: 'button',
              class: 'heading',
              tabindex: -1,
              onclick: sort,
              title: `Sort by ${column.name}; with Shift as a further key`,
            },
            column.name,
            mark,
          ),
        );
      }),
    );
  }

  #draw(items) {
    const now = performance.now();
    const slides = !calm() && Math.max(items.length, this.#rows.size) <= MOST_SLIDING &&
      now - this.#lastChange > TOO_FAST && this.#rows.size > 0;
    this.#lastChange = now;
    const isFirst = this.#rows.size === 0;
    const wanted = new Set(items.map((record) => this.#model.identity(record)));
    const leaving = new Set(
      [...this.#rows].filter(([key]) => !wanted.has(key)).map(([key, { tr }]) => (this.#rows.delete(key), tr)),
    );

    this.#cursor.keep(() =>
      this.#sliding(slides, () => {
        let next = this.#body.firstElementChild;
        for (const record of items) {
          const key = this.#model.identity(record);
          const entry = this.#rows.get(key) ?? this.#enter(key, slides || !isFirst);
          this.#write(entry, record);
          while (next && (leaving.has(next) || next.inert)) next = next.nextElementSibling;
          if (entry.tr === next) next = next.nextElementSibling;
          else this.#body.insertBefore(entry.tr, next);
        }
        for (const tr of leaving) {
          if (slides) markLeaving(tr);
          else tr.remove();
        }
      })
    );
    if (slides && leaving.size) this.#fadeOut([...leaving]);
  }

  /** The rows show for a moment that they go; then the others close the gap. */
  #fadeOut(leaving) {
    for (const tr of leaving) tr.inert = true;
    const fade = leaving.map((tr) =>
      tr.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 220, easing: 'ease-in', fill: 'forwards' }).finished
        .catch(() => {})
    );
    Promise.all(fade).then(() => this.#sliding(true, () => leaving.forEach((tr) => tr.remove())));
  }

  /** Runs `change`, then lets each row glide from where it was to where it is. */
  #sliding(slides, change) {
    if (!slides) return change();
    const rows = [...this.#rows.values()].map(({ tr }) => tr);
    const before = new Map(rows.map((tr) => [tr, tr.getBoundingClientRect().top]));
    change();
    for (const { tr } of this.#rows.values()) {
      const was = before.get(tr);
      const moved = was === undefined ? 0 : was - tr.getBoundingClientRect().top;
      if (Math.abs(moved) > 0.5) {
        tr.animate([{ transform: `translateY(${moved}px)` }, { transform: 'none' }], {
          duration: 260,
          easing: 'cubic-bezier(.2,.7,.2,1)',
        });
      }
    }
  }

  #enter(key, isNews) {
    const cells = this.#columns.map(({ class: name }) => h('td', { class: name, tabindex: -1 }));
    const edit = iconButton('edit', 'Edit', () => this.#with(tr, this.#actions.edit), { tabindex: -1 });
    const tr = h('tr', { 'data-key': key }, h('td', { class: 'tools' }, edit), cells);
    const entry = { tr, cells, shown: cells.map(() => null), record: null, whole: '', edit };
    this.#rows.set(key, entry);
    if (isNews) {
      tr.animate([{ backgroundColor: 'var(--enter)', opacity: calm() ? 1 : 0 }, {
        backgroundColor: 'var(--enter)',
        opacity: 1,
        offset: 0.2,
      }, { backgroundColor: 'transparent' }], { duration: 1400 });
    }
    return entry;
  }

  /** Writes the cells that differ from what is shown, and flashes them. */
  #write(entry, record) {
    const isNew = entry.record === null;
    const whole = text(record);
    if (entry.whole === whole) return;
    entry.whole = whole;
    entry.record = record;
    entry.edit.setAttribute('aria-label', `Edit ${this.#model.label(record)}`);
    this.#columns.forEach(({ field, relation, signature }, i) => {
      const shown = signature(record);
      if (entry.shown[i] === shown) return;
      entry.shown[i] = shown;
      const td = entry.cells[i];
      if (field) fillCell(td, { model: this.#model, field, record, actions: this.#actions });
      else fillRelationCell(td, { model: this.#model, relation, record, actions: this.#actions });
      if (!isNew) {
        td.animate([{ backgroundColor: 'var(--flash)' }, { backgroundColor: 'transparent' }], {
          duration: 1600,
          easing: calm() ? 'step-end' : 'ease-out',
        });
      }
    });
  }
}

/** A row that fades is no record any more: neither for the cursor nor for a screen reader. */
function markLeaving(tr) {
  tr.dataset.key = '';
  tr.setAttribute('aria-hidden', 'true');
  tr.classList.add('leaving');
}

/** The columns of a query: the chosen fields (always the key), then what the record leads to. */
function columnsOf(model, query) {
  const names = query.fieldNames;
  const fields = model.fields.filter((field) => !names.length || names.includes(field.name) || model.isKey(field));
  const columns = fields.map((field) => {
    const relation = model.parentBy(field);
    // A foreign key may show its parent's name, so the parent is part of what is shown.
    const signature = (record) =>
      text(record[field.name]) + (relation && record[relation.name] ? text(record[relation.name]) : '');
    return { name: field.name, class: cellClass(model, field), field, signature };
  });
  const far = model.farRelations.map((relation) => ({
    name: relation.name,
    class: 'relation',
    relation,
    signature: (record) => text([model.follow(relation, record), record[relation.name]]),
  }));
  return [...columns, ...far];
}
