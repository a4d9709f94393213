// Elements from data. Text only ever enters as text nodes and attributes, so no value of a record can become markup.

/**
 * An element: `h("button", { class: "quiet", onclick: f, "aria-label": "Copy" }, "text", otherElement)`.
 * A boolean attribute is present when true; `null`, `undefined` and `false` leave an attribute or a child out.
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Puts `children` in the place of everything that `parent` holds. */
export function fill(parent, ...children) {
  parent.replaceChildren(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
}

const SVG = 'http://www.w3.org/2000/svg';

/** Outlines on a 16 × 16 grid, drawn with the text's colour. */
const SHAPES = {
  add: 'M8 3v10M3 8h10',
  alert: 'M8 2.5l6 11H2zM8 6.5v3.2M8 11.6v.1',
  arrow: 'M3 8h9.5M9 4.5 12.5 8 9 11.5',
  auto: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  close: 'M4 4l8 8M12 4l-8 8',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  dark: 'M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z',
  done: 'M3 8.5l3.5 3.5L13 4.5',
  edit: 'M3 13l.6-2.8L10.8 3 13 5.2l-7.2 7.2zM9.3 4.5l2.2 2.2',
  help: 'M6 6a2 2 0 1 1 2.8 1.8c-.6.3-.8.7-.8 1.4M8 11.6v.1M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8z',
  light:
    'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  link: 'M6.5 9.5l3-3M7 4.5l1.5-1.5a2.8 2.8 0 0 1 4 4L11 8.5M9 11.5 7.5 13a2.8 2.8 0 0 1-4-4L5 7.5',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5 3.5v9l7-4.5z',
  remove: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5M6.8 7v3.5M9.2 7v3.5',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3 13.5 13.5',
};

/** A decorative icon; the control around it carries the name. */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  for (
    const [key, value] of Object.entries({
      viewBox: '0 0 16 16',
      class: 'icon',
      'aria-hidden': 'true',
      focusable: 'false',
    })
  ) svg.setAttribute(key, value);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', SHAPES[name]);
  svg.append(path);
  return svg;
}

/** A button with an icon and a spoken name; `label` is also its tooltip. */
export function iconButton(name, label, onclick, attributes = {}) {
  return h('button', {
    type: 'button',
    class: 'quiet icon-only',
    'aria-label': label,
    title: label,
    onclick,
    ...attributes,
  }, icon(name));
}

/** Copies `text`, and says so. Without the clipboard API (plain http from another machine) the old command is used. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h('textarea', { readonly: true, class: 'visually-hidden', 'aria-hidden': 'true' });
    const previous = document.activeElement;
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    area.value = text;
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    previous?.focus();
    if (!copied) return notify(`This browser does not let the page copy the ${what}`, 'bad');
  }
  notify(`Copied the ${what}`);
}

/** A short message at the edge of the page, read out politely, gone after a few seconds. */
export function notify(text, kind = 'good') {
  const notice = h('p', { class: `notice ${kind}` }, icon(kind === 'good' ? 'done' : 'alert'), text);
  document.getElementById('notices').append(notice);
  setTimeout(() => notice.remove(), kind === 'good' ? 2600 : 7000);
}

/** Whether the reader asked for less movement; read at each use, since it may change. */
export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** `f` at most once in `ms`, the last call always heard. */
export function throttled(ms, f) {
  let timer = 0;
  let again = false;
  const run = () => {
    timer = setTimeout(() => {
      timer = 0;
      if (again) run();
    }, ms);
    again = false;
    f();
  };
  return () => (timer ? void (again = true) : run());
}
