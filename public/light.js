// The connection light: what a stream is doing, in colour and in words, and how long ago it last spoke.

import { fill, h } from './dom.js';

/** A stretch of time in the largest unit that says something. */
export function ago(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h`;
}

const WORDS = { idle: 'Closed', connecting: 'Connecting', live: 'Live', waiting: 'Reconnecting', failed: 'Stopped' };

/**
 * Keeps `host` showing the state of `stream`. One that `speaks` is read out: its words alone, for a clock must not be
 * heard each second. One that does not is a lamp with a tooltip.
 */
export function showLight(host, stream, { speaks = false } = {}) {
  const words = h('span', { class: speaks ? 'light-words' : 'visually-hidden', role: speaks ? 'status' : null });
  const clock = h('span', { class: 'light-clock', 'aria-hidden': 'true' });
  const retry = h(
    'button',
    { type: 'button', class: 'quiet small', onclick: () => stream.retry(), hidden: true },
    'Now',
  );
  fill(host, h('span', { class: 'lamp', 'aria-hidden': 'true' }), words, speaks && [clock, retry]);

  const tick = () => {
    if (stream.phase === 'waiting') clock.textContent = `in ${ago(stream.until - Date.now())}`;
    else if (stream.phase === 'live' && stream.lastFrame) {
      clock.textContent = `last event ${ago(Date.now() - stream.lastFrame)} ago`;
    } else clock.textContent = '';
  };
  stream.addEventListener('phase', () => {
    host.dataset.phase = stream.phase;
    words.textContent = stream.reason ? `${WORDS[stream.phase]}: ${stream.reason}` : WORDS[stream.phase];
    host.title = words.textContent;
    retry.hidden = stream.phase !== 'waiting';
    tick();
  });
  stream.addEventListener('frame', tick);
  setInterval(tick, 1000);
}
