// The list of models with the number of records of each, kept up to date by the stream of all changes.

import { count } from './api.js';
import { calm, fill, h, throttled } from './dom.js';

const COUNT_PAUSE = 500;

export class ModelList {
  #host;
  #entries = new Map();

  constructor(host) {
    this.#host = host;
  }

  show(schema) {
    this.#entries.clear();
    fill(
      this.#host,
      schema.models.map((model) => {
        const number = h('span', { class: 'number' }, '');
        const link = h(
          'a',
          { href: `#/${encodeURIComponent(model.name)}`, title: model.description ?? '' },
          h('span', { class: 'clip' }, model.name),
          number,
        );
        const refresh = throttled(COUNT_PAUSE, () => this.#count(model));
        this.#entries.set(model.name, { link, number, refresh, value: null });
        refresh();
        return h('li', {}, link);
      }),
    );
  }

  choose(name) {
    for (const [each, { link }] of this.#entries) {
      if (each === name) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    this.#entries.get(name)?.link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** A record of this model came or went, or (without a name) anything may have. */
  changed(name) {
    if (name === undefined) { for (const { refresh } of this.#entries.values()) refresh(); }
    else this.#entries.get(name)?.refresh();
  }

  async #count(model) {
    let value;
    try {
      value = await count(model, '');
    } catch {
      return; // The light says what is wrong; an old number is better than none.
    }
    const entry = this.#entries.get(model.name);
    if (!entry || entry.value === value) return;
    if (entry.value !== null) {
      entry.number.animate([{ backgroundColor: 'var(--flash)' }, {}], {
        duration: 1400,
        easing: calm() ? 'step-end' : 'ease-out',
      });
    }
    entry.value = value;
    entry.number.textContent = value.toLocaleString();
  }
}
