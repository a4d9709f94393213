// The right widget for each type of field. A widget is `{ element, control, read(), write(value), onchange }`:
// `read()` gives `undefined` (not given), `null` or a value, and throws `Unreadable` for what the field cannot hold;
// the rest is the server's to judge.

import { h } from './dom.js';
import { isNumber, number, parse, text } from './json.js';
import { isNumeric, isStructured, isText } from './schema.js';

export class Unreadable extends Error {}

/** A widget for `field`; `id` names its control, `describedBy` what explains it. */
export function widgetFor(field, attributes) {
  if (isStructured(field)) return structured(field, attributes);
  if (field.enum) return choice(field, attributes);
  if (field.type === 'Boolean') return tristate(field, attributes);
  if (field.type === 'AWSDateTime') return instant(attributes);
  if (isNumeric(field)) return numeric(field, attributes);
  if (isText(field)) return words(field, attributes);
  return line(field, attributes);
}

const placeholderOf = (
  field,
) => (field.default !== undefined && field.default !== null
  ? `${typeof field.default === 'string' ? field.default : text(field.default)} (default)`
  : '');

/** Text. Optional text may be null or empty, which are different: a switch says null, typing lets go of it. */
function words(field, attributes) {
  const several = field.type === 'String';
  const keyboards = { AWSEmail: 'email', AWSURL: 'url', AWSPhone: 'tel' };
  const control = several ? h('textarea', { ...attributes, rows: 1 }) : h('input', {
    ...attributes,
    type: 'text',
    inputmode: keyboards[field.type] ?? null,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const toNull = field.required ? null : h('button', {
    type: 'button',
    class: 'quiet small null-switch',
    'aria-pressed': 'false',
    'aria-label': `${field.name} is null`,
  }, 'null');
  let state = 'absent';
  const enter = (next) => {
    state = next;
    toNull?.setAttribute('aria-pressed', String(state === 'null'));
    control.placeholder = state === 'null' ? 'null' : state === 'given' ? 'empty text' : placeholderOf(field);
  };
  enter('absent');
  control.addEventListener('input', () => enter('given'));
  toNull?.addEventListener('click', () => {
    control.value = '';
    enter(state === 'null' ? 'given' : 'null');
    control.dispatchEvent(new Event('change', { bubbles: true }));
    if (state === 'given') control.focus();
  });
  return {
    element: h('div', { class: 'with-switch' }, control, toNull),
    control,
    read: () => (state === 'given' ? control.value : state === 'null' ? null : undefined),
    write: (value) => {
      control.value = value ?? '';
      enter(value === undefined ? 'absent' : value === null ? 'null' : 'given');
    },
  };
}

/** A one-line control where nothing written is null (or, never touched, not given). */
function simple(control, { decode, encode = (value) => value, extra = [] }) {
  const { placeholder } = control;
  let touched = false;
  control.addEventListener('input', () => (touched = true));
  return {
    element: h('div', { class: 'with-switch' }, control, extra),
    control,
    read: () => (control.value.trim() === '' ? (touched ? null : undefined) : decode(control.value.trim())),
    write: (value) => {
      touched = value !== undefined;
      control.value = value === undefined || value === null ? '' : encode(value);
      control.placeholder = value === null ? 'null' : placeholder;
    },
  };
}

function numeric(field, attributes) {
  const control = h('input', {
    ...attributes,
    type: 'text',
    inputmode: field.type === 'Float' ? 'decimal' : 'numeric',
    autocomplete: 'off',
    placeholder: placeholderOf(field),
  });
  const decode = (source) => {
    const value = number(source);
    if (value === null) throw new Unreadable(`${source} is not a number`);
    return value;
  };
  const now = () => set(control, String(Math.floor(Date.now() / 1000)));
  return simple(control, { decode, encode: text, extra: field.type === 'AWSTimestamp' ? [nowButton(now)] : [] });
}

/** Dates and times without a zone of their own: the day from a calendar, the time as text, for it may end in Z. */
function line(field, attributes) {
  const control = field.type === 'AWSDate' ? h('input', { ...attributes, type: 'date' }) : h('input', {
    ...attributes,
    type: 'text',
    autocomplete: 'off',
    placeholder: field.type === 'AWSTime' ? '09:30:00 or 09:30:00Z' : '',
  });
  return simple(control, { decode: (value) => value });
}

/** An instant, chosen in the reader's zone, sent in UTC. What is not changed is not read, so finer fractions stay. */
function instant(attributes) {
  const control = h('input', { ...attributes, type: 'datetime-local', step: '0.001' });
  const decode = (local) => {
    const date = new Date(local);
    if (Number.isNaN(date.getTime())) throw new Unreadable('This is not a date and time');
    return date.toISOString();
  };
  const encode = (value) => {
    const date = new Date(value);
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 23);
  };
  const widget = simple(control, { decode, encode, extra: [nowButton(() => set(control, encode(new Date())))] });
  let kept;
  let shown = '';
  return {
    ...widget,
    read: () => {
      if (control.validity.badInput) throw new Unreadable('Complete the date and time, or clear it');
      return kept !== undefined && control.value === shown ? kept : widget.read();
    },
    write: (value) => {
      widget.write(value);
      kept = value;
      shown = control.value;
    },
  };
}

const nowButton = (onclick) => h('button', { type: 'button', class: 'quiet small', onclick }, 'Now');

function set(control, value) {
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

function choice(field, attributes) {
  const nothing = field.default !== undefined && field.default !== null ? placeholderOf(field) : 'not set';
  const absent = h('option', { value: '' }, nothing);
  const control = h(
    'select',
    attributes,
    absent,
    field.required ? null : h('option', { value: 'null' }, 'null'),
    field.enum.map((name) => h('option', { value: `=${name}` }, name)),
  );
  return {
    element: control,
    control,
    read: () => (control.value === '' ? undefined : control.value === 'null' ? null : control.value.slice(1)),
    write: (value) => {
      control.value = value === undefined ? '' : value === null ? 'null' : `=${value}`;
      // An existing record has a value or null; "not set" is a state of new ones only.
      absent.hidden = value !== undefined;
    },
  };
}

/** Yes, no or null as three radio buttons; two when null is not allowed. */
function tristate(field, attributes) {
  const { id, ...described } = attributes;
  const radios = [true, false, ...(field.required ? [] : [null])].map((value) => ({
    value,
    input: h('input', { type: 'radio', name: id, id: value === true ? id : null, ...described }),
  }));
  const element = h(
    'div',
    { class: 'segments', role: 'radiogroup', 'aria-label': field.name },
    radios.map(({ value, input }) => h('label', {}, input, h('span', {}, String(value)))),
  );
  return {
    element,
    control: radios[0].input,
    read: () => radios.find(({ input }) => input.checked)?.value,
    write: (value) => radios.forEach((radio) => (radio.input.checked = radio.value === value)),
  };
}

/** Lists, embedded objects and AWSJSON as JSON text, checked while it is written. */
function structured(field, attributes) {
  const shape = field.list ? '[ … ]' : field.embedded ? '{ … }' : 'any JSON';
  const control = h('textarea', {
    ...attributes,
    class: 'json',
    rows: 2,
    spellcheck: 'false',
    placeholder: placeholderOf(field) || shape,
  });
  const decode = (source) => {
    let value;
    try {
      value = parse(source);
    } catch (error) {
      throw new Unreadable(`This is not JSON: ${error.message}`);
    }
    if (field.list && value !== null && !Array.isArray(value)) throw new Unreadable('A list is written [ … ]');
    if (!field.list && field.embedded && (typeof value !== 'object' || Array.isArray(value) || isNumber(value))) {
      throw new Unreadable('An object is written { … }');
    }
    return value;
  };
  return simple(control, { decode, encode: (value) => text(value, 2) });
}
