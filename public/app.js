// Puts the parts together. The query is the page's state and lives in its address; everything else follows from it.

import * as api from './api.js';
import { copy, fill, h, icon, notify, throttled } from './dom.js';
import { confirmRemoval } from './removal.js';
import { currentTheme, nextTheme } from './theme.js';
import { FrameLog } from './frames.js';
import { text } from './json.js';
import { listen, showShortcuts } from './shortcuts.js';
import { LiveStream } from './live.js';
import { ModelList } from './models.js';
import { Query } from './query.js';
import { QueryBar } from './querybar.js';
import { RecordForm } from './form.js';
import { Schema } from './schema.js';
import { showFirstSteps, showNoMatch } from './empty.js';
import { showLight } from './light.js';
import { showSchema } from './schemaview.js';
import { showShare } from './share.js';
import { Table } from './table.js';

const byId = (id) => document.getElementById(id);
const COUNT_PAUSE = 400;

let schema = null;
let query = null;
let model = null;
let form = null;
let items = [];
let countAbort = new AbortController();

/**
 * Two streams in all: the list of the query, and every change of every model. A browser allows six connections a
 * host.
 */
const list = new LiveStream();
const changes = new LiveStream();

const models = new ModelList(byId('models'));
const log = new FrameLog(byId('frames'));
const bar = new QueryBar(byId('query'), go);
const empty = h('div', { class: 'empty', hidden: true });
const table = new Table(byId('records'), {
  edit,
  remove,
  follow: (place) => go(new Query(place)),
  copyKey: (record) => copy(model.keyText(record), model.primaryKey.length > 1 ? 'key' : model.primaryKey[0]),
  sort: (field, additive) => go(query.sortedBy(field, additive)),
});
byId('records').append(empty);

/** Goes to another query; the reader's way back is the browser's. */
function go(next, { replace = false } = {}) {
  if (next.equals(query)) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', next.hash);
  show(next);
}

function show(next) {
  const chosen = schema.model(next.model);
  if (!chosen) {
    notify(`There is no model ${next.model}`, 'bad');
    return schema.models.length ? go(new Query({ model: schema.models[0].name }), { replace: true }) : undefined;
  }
  const isOther = model !== chosen;
  query = next;
  model = chosen;
  if (isOther) {
    document.title = `${model.name} · Rivulet`;
    byId('model-name').textContent = model.name;
    byId('model-description').textContent = model.description ?? '';
    byId('create').disabled = false;
    models.choose(model.name);
    showSchema(byId('schema'), model, {
      onfield: (name) => bar.insert(name),
      onmodel: (name) => go(new Query({ model: name })),
    });
    byId('count').textContent = '';
  }
  empty.hidden = true;
  bar.show(model, query);
  table.show(model, query);
  showShare(byId('share'), query);
  list.open(query.streamPath);
}

list.addEventListener('frame', ({ detail: { frame, id } }) => {
  changes.startAfter(id);
  if (frame.type !== 'snapshot') return;
  items = frame.items;
  bar.tell(null);
  table.update(items);
  const isEmpty = items.length === 0;
  byId('records').classList.toggle('is-empty', isEmpty);
  if (isEmpty && empty.hidden) {
    if (query.where) showNoMatch(empty, () => go(query.with({ where: '' })));
    else showFirstSteps(empty, model, create);
  }
  empty.hidden = !isEmpty;
  countSoon();
});
list.addEventListener('phase', () => {
  if (list.phase === 'failed' && list.problem) bar.tell(list.problem);
  byId('records').classList.toggle('is-stale', list.phase === 'waiting' || list.phase === 'failed');
});

/** How many of how many are shown. */
const countSoon = throttled(COUNT_PAUSE, async () => {
  countAbort.abort();
  countAbort = new AbortController();
  const asked = query;
  try {
    const total = await api.count(model, asked.where, countAbort.signal);
    if (asked !== query) return;
    const shown = Math.min(items.length, total);
    byId('count').textContent = shown < total
      ? `${shown.toLocaleString()} of ${total.toLocaleString()}`
      : `${total.toLocaleString()} ${total === 1 ? 'record' : 'records'}`;
  } catch {
    // The number is a comfort; the light tells of trouble.
  }
});

changes.addEventListener('frame', ({ detail: { frame } }) => {
  if (frame.type === 'reset') return models.changed();
  if (frame.type !== 'mutation') return;
  if (frame.mutationType !== 'update') models.changed(frame.modelName);
  if (frame.modelName !== model?.name) return;
  countSoon();
  if (!form?.isAbout(model.identity(frame.model))) return;
  if (frame.mutationType === 'delete') form.deletedElsewhere();
  else form.changedElsewhere(frame.model);
});

function create() {
  if (!model) return;
  form = new RecordForm(model, null, { initial: keyOfParent() });
}

/** A list of one parent's children (`postID == "…"`) makes new records children of that parent. */
function keyOfParent() {
  const match = /^(\w+) == ("(?:[^"\\]|\\.)*")$/.exec(query.where);
  const field = match && model.field(match[1]);
  return field && model.parentBy(field) ? { [field.name]: JSON.parse(match[2]) } : {};
}

/** The list may show a part of a record; the form needs all of it, as it is now. */
async function edit(record) {
  const of = model;
  try {
    const whole = await api.get(of.pathOf(record));
    form = new RecordForm(of, whole, {
      follow: (place) => go(new Query(place)),
      remove: (current, close) => confirmRemoval(of, current, () => (close(), table.focus())),
    });
  } catch (problem) {
    notify(problem.status === 404 ? 'This record has just been deleted' : problem.message, 'bad');
  }
}

async function remove(record) {
  const of = model;
  try {
    confirmRemoval(of, await api.get(of.pathOf(record)), () => table.focus());
  } catch (problem) {
    notify(problem.status === 404 ? 'This record has just been deleted' : problem.message, 'bad');
  }
}

function step(by) {
  const at = schema.models.indexOf(model);
  go(new Query({ model: schema.models[(at + by + schema.models.length) % schema.models.length].name }));
}

function drawTheme() {
  const label = `Colours: ${{ auto: 'as the system', light: 'light', dark: 'dark' }[currentTheme()]}`;
  const button = byId('theme');
  fill(button, icon(currentTheme()));
  button.setAttribute('aria-label', label);
  button.title = `${label} (d)`;
}

function changeTheme() {
  nextTheme();
  drawTheme();
}

/** A server that comes back may have another schema. */
let wasCut = false;
changes.addEventListener('phase', async () => {
  if (changes.phase === 'waiting') wasCut = true;
  if (changes.phase !== 'live' || !wasCut) return;
  wasCut = false;
  try {
    const told = await api.get('/models');
    if (text(told) === text(schema.source)) return models.changed();
    schema = new Schema(told);
  } catch {
    return; // It went again; the next return asks again.
  }
  models.show(schema);
  model = null;
  show(query);
});

/** The schema, again and again until the server is there. */
async function loadSchema(attempt = 0) {
  try {
    schema = new Schema(await api.get('/models'));
  } catch (problem) {
    byId('model-description').textContent = `${problem.message}. Trying again…`;
    setTimeout(() => loadSchema(attempt + 1), Math.min(10_000, 500 * 2 ** attempt));
    return;
  }
  byId('model-description').textContent = '';
  models.show(schema);
  if (!schema.models.length) {
    byId('model-description').textContent =
      'The schema has no model. Give one type of schema.graphql the directive @model and start again.';
    return;
  }
  changes.open('/observe', { resumes: true });
  const asked = Query.fromHash(location.hash);
  if (asked) show(asked);
  else go(new Query({ model: schema.models[0].name }), { replace: true });
}

showLight(byId('light'), list, { speaks: true });
showLight(byId('frames-light'), changes);
log.follow(list, 'observeQuery');
log.follow(changes, 'observe');
fill(byId('help'), icon('help'));
fill(byId('create'), icon('add'), 'New record');
byId('create').title = 'New record (n)';
byId('create').addEventListener('click', create);
byId('help').addEventListener('click', showShortcuts);
byId('theme').addEventListener('click', changeTheme);
drawTheme();
addEventListener('popstate', () => {
  const next = Query.fromHash(location.hash);
  if (schema && next && !next.equals(query)) show(next);
});
listen({
  '/': () => bar.focus(),
  n: create,
  t: () => table.focus(),
  p: () => log.toggle(),
  d: changeTheme,
  '?': showShortcuts,
  '[': () => schema && step(-1),
  ']': () => schema && step(1),
});
loadSchema();
