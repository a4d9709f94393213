// A stream that stays open. EventSource gives up on any answer but 200 and hides when it will try again, so the
// re-opening is done here: with growing, jittered pauses that can be shown, and with the reason of a refusal.

import { whyRefused } from './api.js';
import { parse } from './json.js';

const FIRST_PAUSE = 800;
const LONGEST_PAUSE = 15_000;

/** Refusals that asking again cannot change: the request itself is at fault. */
const isFinal = (status) => status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;

/**
 * `phase` is `idle`, `connecting`, `live`, `waiting` (until `until`, then it tries again) or `failed` (until it is
 * opened anew).
 * `reason` is a sentence, `problem` the server's refusal where there was one, `lastFrame` when the last frame came
 * (ms).
 */
export class LiveStream extends EventTarget {
  phase = 'idle';
  until = 0;
  reason = '';
  problem = null;
  lastFrame = 0;

  #path = '';
  #resumes = false;
  #position = '';
  #source = null;
  #timer = 0;
  #failures = 0;
  /** Counts attempts, so that what an abandoned one still reports is not taken for news. */
  #attempt = 0;

  constructor() {
    super();
    addEventListener('online', () => this.retry());
    document.addEventListener('visibilitychange', () => document.hidden || this.retry());
  }

  /**
   * Opens `path` in place of what was open. With `resumes`, a later attempt continues after the last frame that came.
   */
  open(path, { resumes = false } = {}) {
    this.#path = path;
    this.#resumes = resumes;
    this.#position = '';
    this.#failures = 0;
    this.problem = null;
    this.#connect();
  }

  close() {
    this.#drop();
    this.#enter('idle');
  }

  /**
   * Lets a stream that has not told its place yet continue after `position`, which another stream of the server gave.
   */
  startAfter(position) {
    this.#position ||= position;
  }

  /** Tries at once where it would have waited. */
  retry() {
    if (this.phase === 'waiting') this.#connect();
  }

  #connect() {
    this.#drop();
    const position = this.#resumes && this.#position
      ? `${this.#path.includes('?') ? '&' : '?'}${new URLSearchParams({ lastEventId: this.#position })}`
      : '';
    const source = new EventSource(this.#path + position);
    this.#source = source;
    this.#enter('connecting');
    let opened = false;
    source.onopen = () => {
      opened = true;
      this.problem = null;
      this.#enter('live');
    };
    source.onmessage = (event) => this.#receive(event);
    source.onerror = async () => {
      this.#drop();
      if (opened) return this.#ended();
      const mine = this.#attempt;
      const problem = await whyRefused(this.#path + position);
      if (mine === this.#attempt) this.#refused(problem);
    };
  }

  #receive(event) {
    this.#position = event.lastEventId || this.#position;
    this.lastFrame = Date.now();
    let frame;
    try {
      frame = parse(event.data);
    } catch {
      frame = { type: 'unreadable' };
    }
    if (frame.type === 'error') {
      this.problem = { status: frame.status, message: frame.detail, errors: [] };
    } else {
      // Only a frame proves that the stream works: a server that accepts and cuts must not reset the pauses.
      this.#failures = 0;
    }
    this.dispatchEvent(new CustomEvent('frame', { detail: { frame, id: event.lastEventId, data: event.data } }));
  }

  /** The stream was open and is cut, or the server said that it ends it. */
  #ended() {
    if (this.problem && isFinal(this.problem.status)) return this.#enter('failed', this.problem.message);
    this.#wait(this.problem?.message ?? 'The connection was cut');
  }

  #refused(problem) {
    this.problem = problem;
    if (problem && isFinal(problem.status)) return this.#enter('failed', problem.message);
    this.#wait(problem?.message ?? 'The server was not ready');
  }

  #wait(reason) {
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures) * (0.75 + Math.random() / 2);
    this.#failures += 1;
    this.until = Date.now() + pause;
    this.#timer = setTimeout(() => this.#connect(), pause);
    this.#enter('waiting', reason);
  }

  #drop() {
    this.#attempt += 1;
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #enter(phase, reason = '') {
    this.phase = phase;
    this.reason = reason;
    this.dispatchEvent(new Event('phase'));
  }
}
