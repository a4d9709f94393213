// The event log: every frame of both streams, as it came, newest first; pausable, searchable, bounded.

import { ago } from './light.js';
import { fill, h, icon, throttled } from './dom.js';

const MOST_FRAMES = 500;
/** What the kept frames may weigh together; a list of a thousand records is large, and so may be its every frame. */
const MOST_CHARACTERS = 8_000_000;
const SHOWN_IN_LINE = 300;
const CLOCK = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

export class FrameLog {
  #frames = [];
  #characters = 0;
  #unseen = [];
  #paused = false;
  #total = 0;
  #list = h('ol', { class: 'frame-list', tabindex: '0', 'aria-label': 'Frames, newest first' });
  #count = h('span', { class: 'muted frame-count' });
  #filter = h('input', { type: 'search', placeholder: 'Filter', 'aria-label': 'Show only frames that contain' });
  #pause = h('button', { type: 'button', class: 'small' });
  #empty = h(
    'p',
    { class: 'muted frames-empty' },
    'Nothing yet. Each change of any record appears here the moment it is committed.',
  );
  #scheduled = false;

  constructor(host) {
    host.append(
      h(
        'header',
        {},
        h('h2', { id: 'frames-title' }, 'Events'),
        h('span', { id: 'frames-light', class: 'light' }),
        this.#count,
        h('span', { class: 'grow' }),
        this.#pause,
        h('button', { type: 'button', class: 'small quiet', onclick: () => this.#forget() }, 'Clear'),
      ),
      h('div', { class: 'frames-filter' }, this.#filter),
      this.#empty,
      this.#list,
    );
    this.#filter.addEventListener('input', throttled(150, () => this.#redraw()));
    this.#pause.addEventListener('click', () => this.toggle());
    this.#label();
  }

  /** Takes up every frame of `stream`, under `name`. */
  follow(stream, name) {
    stream.addEventListener(
      'frame',
      ({ detail: { frame, id, data } }) => this.#add({ name, frame: summary(frame), id, data, at: Date.now() }),
    );
  }

  /** Stops the list where it is, or lets it catch up. Frames are kept meanwhile. */
  toggle() {
    this.#paused = !this.#paused;
    if (!this.#paused) this.#schedule();
    this.#label();
  }

  #add(entry) {
    this.#total += 1;
    this.#frames.push(entry);
    this.#unseen.push(entry);
    this.#characters += entry.data.length;
    while (this.#frames.length > MOST_FRAMES || (this.#characters > MOST_CHARACTERS && this.#frames.length > 1)) {
      this.#characters -= this.#frames.shift().data.length;
    }
    if (this.#unseen.length > MOST_FRAMES) this.#unseen.shift();
    if (this.#paused) this.#label();
    else this.#schedule();
  }

  #schedule() {
    if (this.#scheduled) return;
    this.#scheduled = true;
    requestAnimationFrame(() => {
      this.#scheduled = false;
      if (this.#paused) return;
      const words = this.#filter.value;
      const fresh = this.#unseen.filter((entry) => entry.data.includes(words)).map(line).reverse();
      this.#unseen = [];
      // The reader who has scrolled down keeps the place.
      const height = this.#list.scrollTop > 4 ? this.#list.scrollHeight : 0;
      this.#list.prepend(...fresh);
      while (this.#list.childElementCount > MOST_FRAMES) this.#list.lastElementChild.remove();
      if (height) this.#list.scrollTop += this.#list.scrollHeight - height;
      this.#label();
    });
  }

  #redraw() {
    this.#unseen = this.#paused ? this.#unseen : [];
    const words = this.#filter.value;
    const held = new Set(this.#unseen);
    fill(
      this.#list,
      this.#frames.filter((entry) => !held.has(entry) && entry.data.includes(words)).map(line).reverse(),
    );
    this.#label();
  }

  #forget() {
    this.#frames = [];
    this.#unseen = [];
    this.#characters = 0;
    this.#total = 0;
    this.#redraw();
  }

  #label() {
    const held = this.#paused ? this.#unseen.length : 0;
    fill(
      this.#pause,
      icon(this.#paused ? 'play' : 'pause'),
      this.#paused ? (held ? `Resume (${held})` : 'Resume') : 'Pause',
    );
    this.#pause.setAttribute('aria-pressed', String(this.#paused));
    this.#count.textContent = this.#total ? this.#total.toLocaleString() : '';
    this.#empty.hidden = this.#total > 0;
  }
}

/** The kind of a frame and what it is about, in a word or two. */
function summary(frame) {
  if (frame.type === 'mutation') return { kind: frame.mutationType, about: frame.modelName };
  if (frame.type === 'snapshot') return { kind: 'snapshot', about: `${frame.items?.length ?? 0} items` };
  return { kind: String(frame.type), about: '' };
}

/** One frame: its kind and the beginning of it; opened, the very lines that came. */
function line({ name, frame, id, data, at }) {
  const raw = `${id ? `id: ${id}\n` : ''}data: ${data}\n`;
  const details = h(
    'details',
    {},
    h(
      'summary',
      {},
      h('span', { class: `kind ${frame.kind}` }, frame.kind),
      h('span', { class: 'about' }, frame.about),
      h('time', { title: `${name}, ${new Date(at).toISOString()}` }, CLOCK.format(at)),
      h('code', { class: 'raw' }, raw.length > SHOWN_IN_LINE ? `${raw.slice(0, SHOWN_IN_LINE)}…` : raw),
    ),
  );
  details.addEventListener('toggle', () => {
    // Built only when looked at: five hundred large frames would be a heavy page.
    if (details.open && details.childElementCount === 1) {
      details.append(
        h('p', { class: 'muted' }, `${name} · ${ago(Date.now() - at)} ago`),
        h('pre', { tabindex: '0' }, raw),
      );
    }
  });
  return h('li', {}, details);
}
