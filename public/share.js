// The present query outside of this page: as a line for a terminal, as an address, as a link to this view.

import { copy, fill, h, icon } from './dom.js';
import { shellQuote } from './query.js';

export function showShare(host, query) {
  const url = location.origin + query.streamPath;
  const command = `curl -N ${shellQuote(url)}`;
  const button = (name, what, words) =>
    h(
      'button',
      { type: 'button', class: 'small', title: words(), onclick: () => copy(words(), what) },
      icon(name === 'Link' ? 'link' : 'copy'),
      name,
    );
  host.hidden = false;
  fill(
    host,
    h(
      'code',
      { tabindex: '0', 'aria-label': 'This query for a terminal' },
      h('span', { class: 'prompt', 'aria-hidden': 'true' }, '$ '),
      command,
    ),
    h(
      'span',
      { class: 'share-tools' },
      button('curl', 'command', () => command),
      button('URL', 'stream’s URL', () => url),
      button('Link', 'link to this view', () => location.href),
    ),
  );
}
