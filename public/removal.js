// Deleting a record: what goes with it is counted and named first.

import * as api from './api.js';
import { fill, h, icon, notify } from './dom.js';
import { explain, openDialog } from './dialog.js';
import { plain, shorten } from './cell.js';

/** Asks, deletes, tells. `ondone` runs after the record is gone; the focus has then lost its row. */
export function confirmRemoval(model, record, ondone = () => {}) {
  let current = record;
  const banner = h('div', { class: 'banners' });
  const cascade = h(
    'div',
    { class: 'cascade', role: 'status' },
    h('p', { class: 'muted' }, 'Looking for what belongs to it…'),
  );
  const yes = h('button', { type: 'submit', class: 'danger solid' }, icon('remove'), 'Delete');
  openDialog({ title: `Delete this ${model.name}?`, kind: 'small' }, (close) => {
    const submit = async (event) => {
      event.preventDefault();
      yes.disabled = true;
      try {
        await api.remove(model.pathOf(record), current._version);
        notify(`Deleted the ${model.name}`);
        close();
        ondone();
      } catch (problem) {
        yes.disabled = false;
        current = await refused(model, current, problem, banner);
      }
    };
    return [
      h(
        'form',
        { method: 'dialog', onsubmit: submit },
        h(
          'p',
          { class: 'subject' },
          h('strong', {}, shorten(model.label(record), 120)),
          ' ',
          h('code', {}, shorten(model.keyText(record), 80)),
        ),
        cascade,
        banner,
        h(
          'footer',
          {},
          h('span', { class: 'grow' }),
          h('button', { type: 'button', onclick: close, autofocus: true }, 'Keep it'),
          yes,
        ),
      ),
    ];
  });
  countCascade(model, record).then(
    (groups) => fill(cascade, describe(groups)),
    () => fill(cascade, h('p', { class: 'muted' }, 'What belongs to it is deleted too; it could not be counted now.')),
  );
}

/** Explains a refusal; gives the record that the next attempt is about. */
async function refused(model, record, problem, banner) {
  if (problem.status !== 412) {
    fill(banner, explain(problem.status === 404 ? 'It is already gone.' : `Not deleted: ${problem.message}`));
    return record;
  }
  try {
    const current = await api.get(model.pathOf(record));
    fill(
      banner,
      explain(
        `Not deleted: somebody changed this record meanwhile, it is now version ${
          plain(current._version)
        }. Delete again to delete it all the same.`,
      ),
    );
    return current;
  } catch {
    fill(banner, explain('It is already gone.'));
    return record;
  }
}

/** What the server will delete along: records that point at this one, by model, and the models that hang on those. */
async function countCascade(model, record) {
  const owned = model.relations.filter((relation) => relation.kind === 'hasOne').map((relation) => ({
    name: relation.model,
    place: model.follow(relation, record),
  }));
  const children = model.dependants.map(({ model: child, relation }) => ({
    name: child.name,
    place: model.follow({
      kind: 'hasMany',
      model: child.name,
      fields: relation.targetFields,
      targetFields: relation.fields,
    }, record),
  }));
  const places = new Map(
    [...owned, ...children].filter(({ place }) => place).map((
      { name, place },
    ) => [name + place.where, { name, where: place.where }]),
  );
  const counted = await Promise.all(
    [...places.values()].map(async ({ name, where }) => ({
      name,
      count: await api.count(model.schema.model(name), where),
      below: below(model.schema.model(name), new Set([model.name])),
    })),
  );
  return counted.filter(({ count }) => count > 0);
}

/** Names of all models that belong to `model`, directly or not. */
function below(model, seen) {
  if (seen.has(model.name)) return [];
  seen.add(model.name);
  return model.dependants.flatMap((
    { model: child },
  ) => (seen.has(child.name) ? [] : [child.name, ...below(child, seen)]));
}

function describe(groups) {
  if (!groups.length) return h('p', { class: 'muted' }, 'Nothing else is deleted with it.');
  return [
    h('p', {}, 'This is deleted with it, in the same transaction:'),
    h(
      'ul',
      {},
      groups.map(({ name, count, below: names }) =>
        h(
          'li',
          {},
          h('strong', {}, `${count.toLocaleString()} ${name}`),
          names.length ? `, and every ${names.join(', ')} that belongs to them` : '',
        )
      ),
    ),
  ];
}
