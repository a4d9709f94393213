// How one value looks in the table.

import { h, icon } from './dom.js';
import { isNested, isNumber, text } from './json.js';

const TIME = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const DAY = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric' });
/** A cell never holds more characters than this; the editor shows all. */
const LONGEST = 160;

export const shorten = (value, longest = LONGEST) => (value.length > longest ? `${value.slice(0, longest)}…` : value);

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * A key as it is told apart at a glance: keys made one after another share their beginning, so the end is shown too.
 */
const shortKey = (value) => (UUID.test(value) ? `${value.slice(0, 8)}…${value.slice(-6)}` : shorten(value, 60));

/** An instant in the reader's zone: the time today, else the day and the time. */
function instant(value) {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return value;
  const today = date.toDateString() === new Date().toDateString();
  return today ? TIME.format(date) : `${DAY.format(date)}, ${TIME.format(date)}`;
}

/** A value as plain text, for lists of differences and tooltips. */
export function plain(value) {
  if (value === null || value === undefined) return 'null';
  return typeof value === 'string' ? value : text(value);
}

/** Words only: what stands in the cell of `field`. */
function content(field, value) {
  if (value === null || value === undefined) return h('span', { class: 'null' }, 'null');
  if (field.list) {
    const shown = value.slice(0, 4).map((item) => h('span', { class: 'chip' }, shorten(plain(item), 40)));
    const more = value.length > 4 ? h('span', { class: 'muted' }, ` +${value.length - 4}`) : null;
    return value.length ? h('span', { class: 'chips' }, shown, more) : h('span', { class: 'null' }, 'empty list');
  }
  if (typeof value === 'boolean') {
    return h('span', { class: `bool ${value}` }, icon(value ? 'done' : 'close'), String(value));
  }
  if (field.enum) return h('span', { class: `chip hue-${Math.max(0, field.enum.indexOf(value)) % 6}` }, value);
  if (isNumber(value)) return text(value);
  if (isNested(value) || field.type === 'AWSJSON') return h('code', {}, shorten(text(value)));
  if (field.type === 'AWSDateTime') return h('time', { datetime: value }, instant(value));
  if (value === '') return h('span', { class: 'null' }, 'empty text');
  return field.type === 'ID' ? shortKey(value) : shorten(value);
}

/** The class of a field's cells and heading. */
export function cellClass(model, field) {
  if (model.isKey(field) || field.type === 'ID') return 'id';
  if (!field.list && ['Int', 'Float', 'AWSTimestamp'].includes(field.type)) return 'number';
  return field.list || field.embedded || field.type === 'AWSJSON' ? 'nested' : 'text';
}

/**
 * Fills `td` with `record[field.name]`; a foreign key leads to its parent, by the parent's name when it is included.
 */
export function fillCell(td, { model, field, record, actions }) {
  const value = record[field.name];
  const relation = model.parentBy(field);
  const place = relation && value !== null && value !== undefined ? model.follow(relation, record) : null;
  td.title = value === null || value === undefined ? '' : shorten(plain(value), 1000);
  if (place) {
    const parent = record[relation.name];
    const words = isNested(parent) ? model.schema.model(relation.model).label(parent) : shortKey(plain(value));
    td.replaceChildren(
      follower(shorten(words, 60), `Show the ${relation.model} of this ${model.name}`, () => actions.follow(place)),
    );
    return;
  }
  td.replaceChildren(content(field, value));
  if (model.isKey(field) && model.primaryKey[0] === field.name) {
    const label = `Copy the ${model.primaryKey.length > 1 ? 'key' : field.name}`;
    td.append(
      h('button', {
        type: 'button',
        class: 'quiet icon-only in-cell',
        tabindex: -1,
        'aria-label': label,
        title: `${label} (c)`,
        onclick: () => actions.copyKey(record),
      }, icon('copy')),
    );
  }
}

/**
 * Fills `td` with the way from `record` along a relation without a column; with the number of records when they are
 * included.
 */
export function fillRelationCell(td, { model, relation, record, actions }) {
  const place = model.follow(relation, record);
  const included = record[relation.name];
  const size = Array.isArray(included?.items) ? included.items.length : isNested(included) ? 1 : null;
  const words = size === null ? relation.model : `${size}${included.nextToken ? '+' : ''}`;
  td.replaceChildren(
    place
      ? follower(words, `Show the ${relation.name} of this ${model.name}`, () => actions.follow(place))
      : h('span', { class: 'null' }, 'none'),
  );
}

function follower(words, label, onclick) {
  return h(
    'button',
    { type: 'button', class: 'follow', tabindex: -1, title: label, onclick },
    h('span', { class: 'clip' }, words),
    icon('arrow'),
  );
}
