// One field in a form: its label, its widget, what is wrong with it, and what others wrote meanwhile.

import { fill, h } from './dom.js';
import { plain, shorten } from './cell.js';
import { offerParents } from './picker.js';
import { text } from './json.js';
import { widgetFor } from './fields.js';

export class FieldRow {
  #widget;
  #fault;
  #theirs = h('p', { class: 'theirs', hidden: true });

  /** `record` is what is edited, `null` for a new one; `onpick(relation, parent)` when a parent is chosen. */
  constructor(model, field, record, onpick) {
    const id = `field-${field.name}`;
    this.field = field;
    /** A key is what the record is; it cannot be edited, only made. */
    this.isFixed = record !== null && model.isKey(field);
    this.#fault = h('p', { id: `${id}-fault`, class: 'fault', role: 'alert' });
    const isNeeded = field.required && field.default === undefined;
    const described = { 'aria-describedby': `${id}-help ${id}-fault`, 'aria-required': isNeeded ? 'true' : null };
    this.#widget = widgetFor(field, { id, ...described });
    if (record) this.#widget.write(record[field.name] ?? null);
    this.control.disabled = this.isFixed;
    const isGroup = this.#widget.element.getAttribute('role') === 'radiogroup';
    const label = h(isGroup ? 'span' : 'label', { class: 'label', for: isGroup ? null : id }, field.name);
    label.append(h('span', { class: 'type' }, field.notation));
    const isMade = model.isKey(field) && field.type === 'ID' && !record;
    const help = [field.description, isMade && 'made by the server when left empty'].filter(Boolean).join(' · ');
    const relation = this.isFixed ? null : model.parentBy(field);
    const parent = relation && model.schema.model(relation.model);
    const options = parent && offerParents(this.control, parent, (chosen) => onpick(relation, chosen));
    const explanation = h('p', { id: `${id}-help`, class: 'muted help' }, help);
    this.element = h(
      'div',
      { class: 'field' },
      label,
      this.#widget.element,
      options,
      explanation,
      this.#fault,
      this.#theirs,
    );
    this.element.addEventListener('input', () => this.check());
  }

  get control() {
    return this.#widget.control;
  }

  write(value) {
    if (!this.isFixed) this.#widget.write(value);
  }

  /** What is written: `{ value }`, where `undefined` is nothing; or `{ failed: true }`, with the reason shown. */
  check() {
    try {
      const value = this.#widget.read();
      this.blame('');
      return { value };
    } catch (error) {
      this.blame(error.message);
      return { failed: true };
    }
  }

  /** What is written, as text to compare; what cannot be read is like no value. */
  get written() {
    try {
      return text(this.#widget.read());
    } catch {
      return 'unreadable';
    }
  }

  /** Whether something else is written than the record has, or anything in a form for a new one. */
  isTouched(record) {
    return !this.isFixed && this.written !== (record ? text(record[this.field.name] ?? null) : '');
  }

  /** Shows what is wrong; the empty text takes it away. */
  blame(message) {
    this.#fault.textContent = message;
    if (message) this.control.setAttribute('aria-invalid', 'true');
    else this.control.removeAttribute('aria-invalid');
  }

  /**
   * Others changed `before` to `now`. What is untouched follows; else theirs is shown. Gives whether both changed it.
   */
  rebase(before, now) {
    if (!this.isTouched(before)) this.write(now[this.field.name] ?? null);
    const value = now[this.field.name] ?? null;
    const isChanged = text(value) !== text(before[this.field.name] ?? null) || !this.#theirs.hidden;
    const differs = isChanged && this.isTouched(now);
    this.#theirs.hidden = !differs;
    if (differs) {
      const take = () => {
        this.write(value);
        this.check();
        this.#theirs.hidden = true;
      };
      const words = h('span', {}, 'Theirs: ', h('code', {}, shorten(plain(value), 200)));
      fill(this.#theirs, words, h('button', { type: 'button', class: 'small', onclick: take }, 'Use theirs'));
    }
    return differs;
  }
}
