// Create and edit: a form made from the schema. An edit sends only what was changed, on the condition that the record
// is still the one that was read; what others changed meanwhile is shown beside what is written here.

import * as api from './api.js';
import { ask, explain, openDialog } from './dialog.js';
import { copy, fill, h, icon, iconButton, notify } from './dom.js';
import { FieldRow } from './fieldrow.js';
import { isNested } from './json.js';
import { plain, shorten } from './cell.js';

export class RecordForm {
  #model;
  /** The state of the record that a save replaces; `null` for a new record. */
  #base;
  #rows;
  #dialog;
  #follow;
  #isRebased = false;
  #isBusy = false;
  #isClosed = false;
  #banner = h('div', { class: 'banners' });
  #save = h('button', { type: 'submit', class: 'primary' });

  /**
   * Opens the form of `record` as it was read, or of a new one (`null`), which begins with the values `initial`.
   * `follow({ model, where })` goes to related records; `remove(record, close)` begins a deletion.
   */
  constructor(model, record, { follow, remove, initial = {} }) {
    this.#model = model;
    this.#base = record;
    this.#follow = follow;
    const fields = model.fields.filter((field) => !field.readOnly);
    this.#rows = new Map(
      fields.map((field) => [field.name, new FieldRow(model, field, record, (...pick) => this.#pick(...pick))]),
    );
    for (const [name, value] of Object.entries(initial)) this.#rows.get(name)?.write(value);
    const settings = {
      title: record ? `Edit ${model.name}` : `New ${model.name}`,
      kind: 'sheet',
      onclose: () => (this.#isClosed = true),
      mayClose: () => this.#mayClose(),
    };
    this.#dialog = openDialog(settings, (close) => [record ? this.#facts() : newFacts(), this.#form(remove, close)]);
    this.#label();
    const open = [...this.#rows.values()].filter((row) => !row.isFixed);
    (open.find((row) => !model.isKey(row.field)) ?? open[0])?.control.focus();
  }

  /** Whether this form is open and about the record of that identity. */
  isAbout(identity) {
    return !this.#isClosed && this.#base !== null && this.#model.identity(this.#base) === identity;
  }

  /** Someone else changed the record. The answer to our own save comes by here too, and is no news. */
  changedElsewhere(record) {
    if (this.#isBusy || record._version === this.#base._version) return;
    this.#rebase(record, `This record was changed elsewhere: it is now version ${plain(record._version)}.`);
  }

  deletedElsewhere() {
    if (this.#isBusy) return;
    fill(this.#banner, explain('This record was deleted elsewhere. Saving would be refused; copy what you need.'));
  }

  #form(remove, close) {
    const form = h(
      'form',
      { method: 'dialog', novalidate: true },
      this.#banner,
      [...this.#rows.values()].map((row) => row.element),
    );
    const removal = () => remove(this.#base, close);
    form.append(h(
      'footer',
      {},
      this.#base && remove
        ? h('button', { type: 'button', class: 'danger', onclick: removal }, icon('remove'), 'Delete')
        : '',
      h('span', { class: 'grow' }),
      h('button', { type: 'button', onclick: () => this.#leave() }, 'Cancel'),
      this.#save,
    ));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
    form.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      form.requestSubmit();
    });
    return form;
  }

  /** Key, version and times, and where the record leads. */
  #facts() {
    const model = this.#model;
    const record = this.#base;
    const key = model.keyText(record);
    const times = model.fields.filter((field) => field.readOnly && field.type === 'AWSDateTime' && record[field.name]);
    const clock = times.map(({ name }) => `${name} ${new Date(record[name]).toLocaleString()}`).join(' · ');
    const places = model.relations.map(({ name }, i) => ({ name, place: model.follow(model.relations[i], record) }));
    const follow = async (place) => (await this.#leave()) && this.#follow(place);
    const links = places.filter(({ place }) => place).map(({ name, place }) =>
      h('button', { type: 'button', class: 'follow', onclick: () => follow(place) }, name, icon('arrow'))
    );
    return h(
      'div',
      { class: 'facts' },
      h(
        'p',
        {},
        h('code', {}, shorten(key, 80)),
        iconButton('copy', 'Copy the key', () => copy(key, 'key')),
        h('span', { class: 'muted' }, `version ${plain(record._version)}`),
      ),
      clock && h('p', { class: 'muted' }, clock),
      links.length > 0 && h('p', { class: 'places' }, links),
    );
  }

  #pick(relation, parent) {
    relation.fields.forEach((name, i) => this.#rows.get(name)?.write(parent[relation.targetFields[i]]));
  }

  /** Nobody loses what was written by a slip. */
  #mayClose() {
    if (this.#isBusy) return false;
    const isTouched = [...this.#rows.values()].some((row) => row.isTouched(this.#base));
    return !isTouched || ask('Throw away what you have written?', 'Throw it away', 'Go on writing');
  }

  async #leave() {
    const mayClose = await this.#mayClose();
    if (mayClose) this.#dialog.close();
    return mayClose;
  }

  /** What was written here: fields that differ from what was read. `null` when something cannot be read. */
  #changes() {
    const changes = {};
    let failed = null;
    for (const row of this.#rows.values()) {
      if (!row.isTouched(this.#base)) continue;
      const { value, failed: isUnreadable } = row.check();
      if (isUnreadable) failed ??= row.control;
      // An emptied key is one that the server makes.
      else if (value !== undefined && !(value === '' && this.#model.isKey(row.field))) changes[row.field.name] = value;
    }
    failed?.focus();
    return failed ? null : changes;
  }

  async #submit() {
    if (this.#isBusy) return;
    const changes = this.#changes();
    if (!changes) return;
    if (this.#base && !Object.keys(changes).length) return this.#dialog.close();
    this.#isBusy = true;
    this.#save.disabled = true;
    fill(this.#banner);
    try {
      await this.#send(changes);
      notify(`${this.#base ? 'Saved' : 'Created'} the ${this.#model.name}`);
      this.#dialog.close();
    } catch (problem) {
      await this.#refused(problem);
    } finally {
      this.#isBusy = false;
      this.#save.disabled = false;
    }
  }

  #send(changes) {
    if (!this.#base) return api.create(this.#model, changes);
    const path = this.#model.pathOf(this.#base);
    const isMergeable = Object.values(changes).every((value) => !isNested(value) || Array.isArray(value));
    if (isMergeable) return api.merge(path, changes, this.#base._version);
    // A merge patch cannot take a member out of an object or set one to null; the whole record can.
    const own = this.#model.fields.filter((field) => !field.readOnly).map((
      { name },
    ) => [name, this.#base[name] ?? null]);
    return api.replace(path, { ...Object.fromEntries(own), ...changes }, this.#base._version);
  }

  async #refused(problem) {
    if (problem.status === 412) {
      const began = plain(this.#base._version);
      try {
        const record = await api.get(this.#model.pathOf(this.#base));
        const now = plain(record._version);
        return this.#rebase(
          record,
          `Not saved: somebody changed this record. It is now version ${now}, you began with version ${began}.`,
        );
      } catch (gone) {
        problem = gone;
      }
    }
    if (problem.status === 404) {
      return fill(this.#banner, explain('Not saved: this record has been deleted meanwhile.'));
    }
    this.#blame(problem);
  }

  /** Shows each fault at its field, by the path that the problem names, and the others above. */
  #blame(problem) {
    const others = [];
    let first = null;
    for (const { path, detail } of problem.errors ?? []) {
      const [, name, ...inner] = String(path ?? '').split('/').map((part) =>
        part.replaceAll('~1', '/').replaceAll('~0', '~')
      );
      const row = this.#rows.get(name);
      if (!row) {
        others.push(detail);
        continue;
      }
      row.blame(inner.length ? `${inner.join('.')}: ${detail}` : detail);
      first ??= row.control;
    }
    if (others.length || !first) this.#tell(`Not saved: ${others.join('; ') || problem.message}`);
    first?.focus();
  }

  /** Goes on from `record`, the state that others made: a save from now on replaces this one. */
  #rebase(record, message) {
    const both = [...this.#rows.values()].filter((row) => row.rebase(this.#base, record)).map((row) => row.field.name);
    this.#base = record;
    this.#isRebased = true;
    this.#label();
    this.#tell(
      both.length
        ? `${message} You both changed ${
          both.join(', ')
        }: theirs is shown below yours, and saving writes yours over it.`
        : `${message} What you have not touched shows their values now; saving keeps them.`,
    );
  }

  #tell(message) {
    fill(this.#banner, explain(message));
    this.#banner.scrollIntoView({ block: 'nearest' });
  }

  #label() {
    const save = this.#isRebased ? `Save over version ${plain(this.#base._version)}` : 'Save';
    fill(this.#save, this.#base ? save : 'Create', h('kbd', { 'aria-hidden': 'true' }, 'Ctrl ↵'));
  }
}

const newFacts = () => h('p', { class: 'muted facts' }, 'Fields that are left alone take their default, or null.');
