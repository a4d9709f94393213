// What the chosen model is made of: fields with their types and descriptions, relations, indexes, and the types it
// uses.

import { fill, h, icon } from './dom.js';
import { text } from './json.js';

/** `onfield(name)` when a field is clicked, `onmodel(name)` when a model is. */
export function showSchema(host, model, { onfield, onmodel }) {
  const used = new Set(model.fields.map((field) => field.embedded).filter(Boolean));
  const types = model.schema.types.filter((type) => used.has(type.name));
  fill(
    host,
    h('ul', { class: 'fields' }, model.fields.map((field) => fieldRow(model, field, onfield))),
    model.relations.length
      ? [
        h('h3', {}, 'Relations'),
        h('ul', { class: 'fields' }, model.relations.map((relation) => relationRow(relation, onmodel))),
      ]
      : null,
    model.indexes.length
      ? [
        h('h3', {}, 'Indexes'),
        h(
          'ul',
          { class: 'fields' },
          model.indexes.map((index) =>
            h(
              'li',
              {},
              h('span', { class: 'field-name' }, index.name),
              h('span', { class: 'type' }, index.fields.join(', ')),
            )
          ),
        ),
      ]
      : null,
    types.map((type) => [
      h('h3', {}, type.name),
      h(
        'ul',
        { class: 'fields' },
        type.fields.map((field) => fieldRow(null, field, null)),
      ),
    ]),
  );
}

function fieldRow(model, field, onfield) {
  const marks = [
    model?.isKey(field) && 'key',
    field.readOnly && 'set by the server',
    field.default !== undefined && field.default !== null && `default ${text(field.default)}`,
  ].filter(Boolean);
  const name = onfield
    ? h('button', {
      type: 'button',
      class: 'quiet field-name',
      title: 'Write it into the predicate',
      onclick: () => onfield(field.name),
    }, field.name)
    : h('span', { class: 'field-name' }, field.name);
  return h(
    'li',
    {},
    name,
    h('span', { class: 'type' }, field.notation),
    marks.map((mark) => h('span', { class: 'mark' }, mark)),
    field.enum ? h('p', { class: 'muted' }, field.enum.join(' · ')) : null,
    field.description ? h('p', { class: 'muted' }, field.description) : null,
  );
}

function relationRow(relation, onmodel) {
  const many = relation.kind === 'hasMany' || relation.kind === 'manyToMany';
  return h(
    'li',
    {},
    h('span', { class: 'field-name' }, relation.name),
    h(
      'button',
      {
        type: 'button',
        class: 'follow',
        title: `Show every ${relation.model}`,
        onclick: () => onmodel(relation.model),
      },
      many ? `[${relation.model}]` : relation.model,
      icon('arrow'),
    ),
    h('span', { class: 'mark' }, relation.kind),
    h('p', { class: 'muted' }, `${relation.fields.join(', ')} = ${relation.model}.${relation.targetFields.join(', ')}`),
  );
}
