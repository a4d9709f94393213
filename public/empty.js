// What stands in the place of an empty table: how the first record is made, or that nothing matches.

import { get } from './api.js';
import { copy, fill, h, icon } from './dom.js';
import { sampleRecord } from './schema.js';
import { shellQuote } from './query.js';
import { text } from './json.js';

export function showNoMatch(host, onclear) {
  fill(
    host,
    h('h2', {}, 'No record matches'),
    h('p', { class: 'muted' }, 'The list is live: one that matches appears here by itself.'),
    h('p', {}, h('button', { type: 'button', onclick: onclear }, 'Clear the predicate')),
  );
}

/** Teaches with the model's own fields, and with a real parent's key where one is needed. */
export async function showFirstSteps(host, model, oncreate) {
  const record = sampleRecord(model);
  const draw = (missing) => {
    const command = `curl ${
      shellQuote(location.origin + model.path)
    } \\\n  -H 'Content-Type: application/json' \\\n  -d ${shellQuote(text(record))}`;
    fill(
      host,
      h('h2', {}, `No ${model.name} yet`),
      h('p', {}, 'Create the first one here, or from a terminal. Watch it arrive.'),
      missing
        ? h(
          'p',
          { class: 'muted' },
          `A ${model.name} belongs to a ${missing}, and there is none yet: create that first.`,
        )
        : null,
      h(
        'div',
        { class: 'lesson' },
        h('pre', { tabindex: '0', 'aria-label': 'Command that creates a record' }, command),
        h(
          'button',
          {
            type: 'button',
            class: 'small',
            onclick: () => copy(command, 'command'),
          },
          icon('copy'),
          'Copy',
        ),
      ),
      h(
        'p',
        {},
        h('button', { type: 'button', class: 'primary', onclick: () => oncreate() }, icon('add'), `New ${model.name}`),
      ),
    );
  };
  draw(null);
  for (const relation of model.relations) {
    if (relation.kind !== 'belongsTo' || !relation.fields.some((name) => name in record)) continue;
    const parent = model.schema.model(relation.model);
    try {
      const [first] = (await get(`${parent.path}?limit=1`)).items;
      relation.fields.forEach((
        name,
        i,
      ) => (record[name] = first ? first[relation.targetFields[i]] : `<${parent.name} ${relation.targetFields[i]}>`));
      draw(first ? null : parent.name);
    } catch {
      return; // Without an answer the lesson stays as it is; the light says why.
    }
  }
}
