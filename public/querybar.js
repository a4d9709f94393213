// The query bar: the predicate with the server's faults under the very character, how many match, the number of rows,
// and which fields and relations are shown. A query is taken over as soon as the server understands it.

import { get } from './api.js';
import { fill, h, icon } from './dom.js';
import { sample } from './schema.js';
import { isNested, text } from './json.js';

const LIMITS = ['10', '25', '50', '100', '250', '1000'];
const TYPING_PAUSE = 300;

/**
 * `onquery(query, { replace })`: a query that the server has understood; `replace` when it only continues the one
 * before.
 */
export class QueryBar {
  #form;
  #onquery;
  #model = null;
  #query = null;
  #timer = 0;
  /** One stretch of typing is one step of the browser's history. */
  #isTyping = false;
  #abort = new AbortController();
  #where = h('input', {
    id: 'where',
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-describedby': 'where-fault',
    'aria-label': 'Where: a predicate over the fields',
  });
  #clear = h('button', {
    type: 'button',
    class: 'quiet icon-only',
    'aria-label': 'Clear the predicate',
    title: 'Clear',
    hidden: true,
  }, icon('close'));
  #indent = h('span', { class: 'indent' });
  #caret = h(
    'p',
    { class: 'caret', 'aria-hidden': 'true', hidden: true },
    this.#indent,
    h('span', { class: 'pointer' }, '▲'),
  );
  #fault = h('p', { id: 'where-fault', class: 'fault', role: 'alert' });
  #limit = h('select', { id: 'limit', 'aria-label': 'limit' });
  #chooser = h('div', {
    id: 'chooser',
    popover: 'auto',
    class: 'popover',
    role: 'group',
    'aria-label': 'Fields and relations',
  });
  #choose = h('button', { type: 'button', popovertarget: 'chooser', class: 'choose' }, icon('columns'), 'Fields');

  constructor(form, onquery) {
    this.#form = form;
    this.#onquery = onquery;
    form.append(
      h(
        'div',
        { class: 'where' },
        h('label', { for: 'where' }, icon('search'), h('span', {}, 'where')),
        h('div', { class: 'where-text' }, this.#where, this.#caret),
        this.#clear,
      ),
      h('label', { class: 'limit' }, h('span', {}, 'limit'), this.#limit),
      this.#choose,
      this.#chooser,
      this.#fault,
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#consider(0);
    });
    this.#where.addEventListener('input', () => this.#consider(TYPING_PAUSE));
    this.#where.addEventListener('blur', () => (this.#isTyping = false));
    this.#where.addEventListener('scroll', () => this.#align());
    this.#where.addEventListener('keydown', (event) => event.key === 'Escape' && this.#where.value && this.#set(''));
    this.#clear.addEventListener('click', () => this.#set(''));
    this.#limit.addEventListener('change', () => onquery(this.#query.with({ limit: this.#limit.value })));
    this.#chooser.addEventListener('toggle', (event) => event.newState === 'open' && this.#place());
  }

  /** Shows `query`, unless the reader is writing in it just now. */
  show(model, query) {
    const isNew = this.#model !== model;
    this.#model = model;
    this.#query = query;
    if (isNew || document.activeElement !== this.#where || this.#where.value.trim() === query.where.trim()) {
      clearTimeout(this.#timer);
      this.#abort.abort();
      if (this.#where.value !== query.where) this.#where.value = query.where;
      this.#tell(null);
    }
    this.#where.placeholder = example(model);
    this.#clear.hidden = !this.#where.value;
    const limits = LIMITS.includes(query.limit) ? LIMITS : [query.limit, ...LIMITS];
    fill(this.#limit, limits.map((limit) => h('option', { value: limit, selected: limit === query.limit }, limit)));
    this.#limit.value = query.limit;
    if (isNew || !this.#chooser.matches(':popover-open')) this.#drawChooser();
    const parts = query.fieldNames.length;
    this.#choose.classList.toggle('is-set', parts > 0);
  }

  focus() {
    this.#where.focus();
    this.#where.select();
  }

  /** Writes a field's name where the text cursor is. */
  insert(name) {
    const { selectionStart: start, selectionEnd: end } = this.#where;
    const before = this.#where.value.slice(0, start);
    this.#where.setRangeText(`${before && !/[\s(!]$/.test(before) ? ' ' : ''}${name} `, start, end, 'end');
    this.#where.focus();
    this.#clear.hidden = false;
  }

  /** Shows the faults that a refused query carries; `null` takes them away. */
  tell(problem) {
    this.#tell(problem);
  }

  #set(where) {
    this.#where.value = where;
    this.#where.focus();
    this.#consider(0);
  }

  /** After a pause asks the server about the text, and takes the query over when it is understood. */
  #consider(pause) {
    this.#clear.hidden = !this.#where.value;
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#caret.hidden = true;
    this.#timer = setTimeout(async () => {
      const query = this.#query.with({ where: this.#where.value.trim() });
      this.#abort = new AbortController();
      const { signal } = this.#abort;
      try {
        await get(query.checkPath, signal);
        this.#tell(null);
        this.#onquery(query, { replace: this.#isTyping });
        this.#isTyping = document.activeElement === this.#where;
      } catch (problem) {
        if (!signal.aborted) this.#tell(problem);
      }
    }, pause);
  }

  #tell(problem) {
    const fault = problem?.ofParameter?.('where') ?? problem?.errors?.find(({ parameter }) => parameter === 'where');
    const others = problem?.errors?.filter((error) => error !== fault).map((
      { parameter, detail },
    ) => (parameter ? `${parameter}: ${detail}` : detail)) ?? [];
    const sentences = problem ? [fault?.detail, ...others].filter(Boolean) : [];
    this.#fault.textContent = problem ? sentences.join(' · ') || problem.message : '';
    if (fault) this.#where.setAttribute('aria-invalid', 'true');
    else this.#where.removeAttribute('aria-invalid');
    this.#caret.hidden = !(fault && Number.isInteger(fault.column));
    if (this.#caret.hidden) return;
    // The text before the fault, invisible, pushes the caret to its place, whatever the width of its characters.
    const lead = this.#where.value.length - this.#where.value.trimStart().length;
    this.#indent.textContent = [...this.#where.value].slice(0, lead + fault.column - 1).join('');
    this.#align();
  }

  #align() {
    this.#caret.style.translate = `${-this.#where.scrollLeft}px 0`;
  }

  #place() {
    const { right, bottom } = this.#choose.getBoundingClientRect();
    this.#chooser.style.top = `${bottom + 6}px`;
    this.#chooser.style.left = `${Math.max(8, Math.min(right, innerWidth - 8) - this.#chooser.offsetWidth)}px`;
  }

  #drawChooser() {
    const { fieldNames } = this.#query;
    const optional = this.#model.fields.filter((field) => !this.#model.isKey(field));
    const fields = optional.map((field) =>
      check(field.name, !fieldNames.length || fieldNames.includes(field.name), field.notation)
    );
    const changed = () => {
      const chosen = fields.filter(({ input }) => input.checked).map(({ input }) => input.value);
      // With every box cleared the key alone is asked for, since no fields means all of them.
      this.#onquery(
        this.#query.with({
          fields: chosen.length === fields.length ? '' : chosen.join(',') || this.#model.primaryKey.join(','),
        }),
      );
    };
    const all = h('button', {
      type: 'button',
      class: 'quiet small',
      onclick: () => (fields.forEach(({ input }) => (input.checked = true)), changed()),
    }, 'All');
    fill(
      this.#chooser,
      h('fieldset', { onchange: changed }, h('legend', {}, 'Fields'), all, fields.map(({ label }) => label)),
    );
  }
}

function check(name, checked, note) {
  const input = h('input', { type: 'checkbox', value: name, checked });
  return { input, label: h('label', { class: 'check' }, input, name, h('span', { class: 'type' }, note)) };
}

/** A predicate with the model's own fields, as a hint of the language. */
function example(model) {
  const plain = model.fields.filter((field) =>
    !field.list && !field.embedded && field.type !== 'AWSJSON' && !field.readOnly && !model.parentBy(field) &&
    !model.isKey(field)
  );
  const number = plain.find((field) => field.type === 'Int' || field.type === 'Float');
  const words = plain.find((field) => field.type === 'String');
  const named = plain.find((field) => field.enum);
  const parts = [
    number && `${number.name} > 10`,
    words && `${words.name}.contains("…")`,
    named && `${named.name} == ${text(named.enum[0])}`,
  ].filter(Boolean);
  if (parts.length) return parts.slice(0, 2).join(' && ');
  const first = plain[0] ?? model.field(model.primaryKey[0]);
  const value = sample(first, model.schema);
  return `${first.name} == ${isNested(value) ? 'null' : text(value)}`;
}
