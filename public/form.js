// Create and edit: a form made from the schema. An edit sends only what was changed, on the condition that the record
// is still the one that was read; what others changed meanwhile is shown beside what is written here.

import * as api from './api.js';
import { copy, fill, h, icon, notify } from './dom.js';
import { ask, explain, openDialog } from './dialog.js';
import { plain, shorten } from './cell.js';
import { isNested, text } from './json.js';
import { offerParents } from './picker.js';
import { widgetFor } from './fields.js';

/** The form of one record. `record` is what was read, or `null` for a new one. */
export class RecordForm {
  #model;
  #base;
  #isRebased = false;
  #rows = new Map();
  #banner = h('div', { class: 'banners' });
  #save = h('button', { type: 'submit', class: 'primary' });
  #dialog;
  #busy = false;
  #follow;

  constructor(model, record, { follow, remove, initial = {} } = {}) {
    this.#model = model;
    this.#base = record;
    this.#follow = follow;
    const title = record ? `Edit ${model.name}` : `New ${model.name}`;
    this.#dialog = openDialog({ title, kind: 'sheet', onclose: () => (this.closed = true), mayClose: () => this.#mayClose() }, (close) => {
      const writable = model.fields.filter((field) => !field.readOnly);
      const form = h('form', { method: 'dialog', novalidate: true, onsubmit: (event) => this.#submit(event), onkeydown: (event) => this.#keys(event) },
        this.#banner, writable.map((field) => this.#row(field)),
        h('footer', {},
          record && remove ? h('button', { type: 'button', class: 'danger', onclick: () => remove(this.#base, close) }, icon('remove'), 'Delete') : null,
          h('span', { class: 'grow' }), h('button', { type: 'button', onclick: async () => (await this.#mayClose()) && close() }, 'Cancel'), this.#save));
      return [record ? this.#facts(close) : h('p', { class: 'muted facts' }, 'Fields that are left alone take their default, or null.'), form];
    });
    for (const [name, value] of Object.entries(initial)) this.#rows.get(name)?.widget.write(value);
    this.#label();
    const first = [...this.#rows.values()].find(({ widget, field }) => !widget.control.disabled && (record || !model.isKey(field))) ?? [...this.#rows.values()].find(({ widget }) => !widget.control.disabled);
    first?.widget.control.focus();
  }

  /** Whether this form is about the record of that identity. */
  isAbout(identity) {
    return !this.closed && this.#base !== null && this.#model.identity(this.#base) === identity;
  }

  /** Someone else changed the record while the form is open; the answer to our own save comes by here too and is no news. */
  changedElsewhere(record) {
    if (this.#busy || record._version === this.#base._version) return;
    this.#rebase(record, `This record was changed elsewhere while you edit: it is now version ${plain(record._version)}.`);
  }

  deletedElsewhere() {
    if (!this.#busy) fill(this.#banner, explain('This record was deleted elsewhere. Saving would be refused; copy what you need.'));
  }

  /** Key, version and times, and where the record leads. */
  #facts(close) {
    const { keyText, relations } = { keyText: this.#model.keyText(this.#base), relations: this.#model.relations };
    const places = relations.map((relation) => ({ relation, place: this.#model.follow(relation, this.#base) })).filter(({ place }) => place);
    const times = this.#model.fields.filter((field) => field.readOnly && field.type === 'AWSDateTime' && this.#base[field.name]);
    return h('div', { class: 'facts' },
      h('p', {}, h('code', {}, shorten(keyText, 80)), h('button', { type: 'button', class: 'quiet icon-only', 'aria-label': 'Copy the key', title: 'Copy the key', onclick: () => copy(keyText, 'key') }, icon('copy')),
        h('span', { class: 'muted' }, `version ${plain(this.#base._version)}`)),
      times.length ? h('p', { class: 'muted' }, times.map((field) => `${field.name} ${new Date(this.#base[field.name]).toLocaleString()}`).join(' · ')) : null,
      places.length ? h('p', { class: 'places' }, places.map(({ relation, place }) =>
        h('button', { type: 'button', class: 'follow', onclick: async () => (await this.#mayClose()) && (close(), this.#follow(place)) }, relation.name, icon('arrow')))) : null);
  }

  #row(field) {
    const id = `field-${field.name}`;
    const fixed = this.#base !== null && this.#model.isKey(field);
    const widget = widgetFor(field, { id, 'aria-describedby': `${id}-help ${id}-fault`, 'aria-required': field.required && field.default === undefined ? 'true' : null });
    if (this.#base) widget.write(this.#base[field.name] ?? null);
    if (fixed) widget.control.disabled = true;
    const fault = h('p', { id: `${id}-fault`, class: 'fault', role: 'alert' });
    const theirs = h('p', { class: 'theirs', hidden: true });
    const made = this.#model.isKey(field) && field.type === 'ID' && !this.#base ? 'made by the server when left empty' : null;
    const label = widget.element.getAttribute('role') === 'radiogroup' ? h('span', { class: 'label' }) : h('label', { class: 'label', for: id });
    label.append(field.name, h('span', { class: 'type' }, field.notation));
    const relation = this.#model.parentBy(field);
    const parent = relation && !fixed && this.#model.schema.model(relation.model);
    const options = parent ? offerParents(widget.control, parent, (record) => this.#pick(relation, record)) : null;
    const row = h('div', { class: 'field' }, label, widget.element, options,
      h('p', { id: `${id}-help`, class: 'muted help' }, [field.description, made].filter(Boolean).join(' · ')), fault, theirs);
    row.addEventListener('input', () => this.#check(field));
    this.#rows.set(field.name, { field, widget, fault, theirs });
    return row;
  }

  #pick(relation, parent) {
    relation.fields.forEach((name, i) => {
      const row = this.#rows.get(name);
      if (row && !row.widget.control.disabled) row.widget.write(parent[relation.targetFields[i]]);
    });
  }

  /** Reads a field, showing what is wrong with it; `fallback` stands for what cannot be read. */
  #check(field) {
    const { widget, fault } = this.#rows.get(field.name);
    try {
      const value = widget.read();
      this.#fault(field.name, '');
      return { value };
    } catch (error) {
      fault.textContent = error.message;
      widget.control.setAttribute('aria-invalid', 'true');
      return { failed: true };
    }
  }

  #fault(name, message) {
    const { widget, fault } = this.#rows.get(name);
    fault.textContent = message;
    if (message) widget.control.setAttribute('aria-invalid', 'true');
    else widget.control.removeAttribute('aria-invalid');
  }

  /** What was written here: fields that differ from what was read. `null` when something cannot be read. */
  #changes() {
    const changes = {};
    let failed = null;
    for (const { field, widget } of this.#rows.values()) {
      if (widget.control.disabled) continue;
      const result = this.#check(field);
      if (result.failed) failed ??= widget.control;
      else if (result.value === undefined || (this.#base && text(result.value) === text(this.#base[field.name] ?? null))) continue;
      else if (!this.#base && this.#model.isKey(field) && result.value === '') continue;
      else changes[field.name] = result.value;
    }
    failed?.focus();
    return failed ? null : changes;
  }

  /** Nobody loses what was written by a slip. */
  async #mayClose() {
    if (this.#busy) return false;
    const isChanged = [...this.#rows.values()].some(({ field, widget }) => !widget.control.disabled && this.#written(widget) !== (this.#base ? text(this.#base[field.name] ?? null) : ''));
    return !isChanged || ask('Throw away what you have written?', 'Throw it away', 'Go on writing');
  }

  #keys(event) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.currentTarget.requestSubmit();
    }
  }

  async #submit(event) {
    event.preventDefault();
    if (this.#busy) return;
    const changes = this.#changes();
    if (!changes) return;
    if (this.#base && !Object.keys(changes).length) return this.#dialog.close();
    this.#busy = true;
    this.#save.disabled = true;
    fill(this.#banner);
    try {
      await this.#send(changes);
      notify(this.#base ? `Saved the ${this.#model.name}` : `Created the ${this.#model.name}`);
      this.#busy = false;
      this.#dialog.close();
    } catch (problem) {
      await this.#refused(problem);
    } finally {
      this.#busy = false;
      this.#save.disabled = false;
    }
  }

  #send(changes) {
    if (!this.#base) return api.create(this.#model, changes);
    const path = this.#model.pathOf(this.#base);
    const isMergeable = Object.values(changes).every((value) => !isNested(value) || Array.isArray(value));
    if (isMergeable) return api.merge(path, changes, this.#base._version);
    // A merge patch cannot take a member out of an object or set one to null; the whole record can.
    const own = this.#model.fields.filter((field) => !field.readOnly).map((field) => [field.name, this.#base[field.name] ?? null]);
    return api.replace(path, { ...Object.fromEntries(own), ...changes }, this.#base._version);
  }

  async #refused(problem) {
    if (problem.status === 412) {
      try {
        const record = await api.get(this.#model.pathOf(this.#base));
        return this.#rebase(record, `Not saved: somebody changed this record after you opened it. It is now version ${plain(record._version)}, you began with version ${plain(this.#base._version)}.`);
      } catch (gone) {
        problem = gone;
      }
    }
    if (problem.status === 404) return fill(this.#banner, explain('Not saved: this record has been deleted meanwhile.'));
    const others = [];
    let first = null;
    for (const { path, detail } of problem.errors ?? []) {
      const name = String(path ?? '').split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~');
      if (!this.#rows.has(name)) {
        others.push(detail);
        continue;
      }
      this.#fault(name, String(path).split('/').length > 2 ? `${path}: ${detail}` : detail);
      first ??= this.#rows.get(name).widget.control;
    }
    if (others.length || !first) fill(this.#banner, explain(`Not saved: ${others.join('; ') || problem.message}`));
    if (first) first.focus();
    else this.#banner.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }

  /**
   * Goes on from `record`, the state that others made: what was not touched here shows theirs at once, what was
   * touched keeps what is written, with theirs beside it. A save from now on replaces this state.
   */
  #rebase(record, message) {
    const old = this.#base;
    const differing = [];
    for (const { field, widget, theirs } of this.#rows.values()) {
      const now = record[field.name] ?? null;
      const before = text(old[field.name] ?? null);
      const mine = this.#written(widget);
      if (mine === before) widget.write(now);
      const differs = mine !== before && mine !== text(now) && (text(now) !== before || !theirs.hidden);
      theirs.hidden = !differs;
      if (!differs) continue;
      differing.push(field.name);
      const take = h('button', { type: 'button', class: 'small', onclick: () => (widget.write(now), this.#check(field), (theirs.hidden = true)) }, 'Use theirs');
      fill(theirs, h('span', {}, 'Theirs: ', h('code', {}, shorten(plain(now), 200))), take);
    }
    this.#base = record;
    this.#isRebased = true;
    this.#label();
    const which = differing.length ? ` You both changed ${differing.join(', ')}: theirs is shown below yours, and saving writes yours over it.` : ' What you have not touched shows their values now; saving keeps them.';
    fill(this.#banner, explain(message + which));
    this.#banner.firstElementChild.scrollIntoView({ block: 'nearest' });
  }

  /** What stands in a widget, as text to compare; what cannot be read is like no value. */
  #written(widget) {
    try {
      return text(widget.read());
    } catch {
      return 'unreadable';
    }
  }

  #label() {
    const words = !this.#base ? 'Create' : !this.#isRebased ? 'Save' : `Save over version ${plain(this.#base._version)}`;
    fill(this.#save, words, h('kbd', { 'aria-hidden': 'true' }, 'Ctrl ↵'));
  }
}
