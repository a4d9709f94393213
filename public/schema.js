// The schema as the server tells it (`GET /models`), with the questions that the console asks of it.

import { isNumber, text } from './json.js';

const TEXTS = ['String', 'ID', 'AWSEmail', 'AWSURL', 'AWSPhone', 'AWSIPAddress'];
const WORDS = new Set(['and', 'or', 'not', 'true', 'false', 'null']);

/** A field as a predicate spells it: a name that is also a word of the language stands in backticks. */
const spelled = (name) => (WORDS.has(name) ? `\`${name}\`` : name);

/**
 * A predicate that holds for equal values in all of `names`; `null` when a value is missing, for then nothing is
 * related.
 */
export function equal(names, values) {
  if (values.some((value) => value === null || value === undefined)) return null;
  return names.map((name, i) => `${spelled(name)} == ${text(values[i])}`).join(' && ');
}

export class Schema {
  constructor(source) {
    const { models, enums = [], types = [] } = source;
    this.source = source;
    this.models = models.map((model) => new Model(model, this));
    this.enums = enums;
    this.types = types;
    this.byName = new Map(this.models.map((model) => [model.name, model]));
  }

  model(name) {
    return this.byName.get(name);
  }
}

export class Model {
  constructor({ name, description, primaryKey, fields, relations = [], indexes = [] }, schema) {
    Object.assign(this, { name, description, primaryKey, fields, relations, indexes, schema });
    this.path = `/models/${encodeURIComponent(name)}`;
    this.fieldsByName = new Map(fields.map((field) => [field.name, field]));
    this.labelField = labelFieldOf(this);
  }

  field(name) {
    return this.fieldsByName.get(name);
  }

  isKey(field) {
    return this.primaryKey.includes(field.name);
  }

  /** The values of the primary key, in key order. */
  key(record) {
    return this.primaryKey.map((name) => record[name]);
  }

  /** Tells records apart: one text for one key. */
  identity(record) {
    return text(this.key(record));
  }

  pathOf(record) {
    return [this.path, ...this.key(record).map((value) => encodeURIComponent(isNumber(value) ? text(value) : value))]
      .join('/');
  }

  /** The key as a person reads and copies it. */
  keyText(record) {
    return this.key(record).map((value) => (typeof value === 'string' ? value : text(value))).join(' / ');
  }

  /** A short name of a record: its title or name where there is one, else its key. */
  label(record) {
    const value = this.labelField && record[this.labelField.name];
    return typeof value === 'string' && value.trim() ? value : this.keyText(record);
  }

  /** The relation whose key stands in `field`, if any. */
  parentBy(field) {
    return this.relations.find((relation) => pointsUp(relation, this) && relation.fields.includes(field.name));
  }

  /** Relations without a column of their own. */
  get farRelations() {
    return this.relations.filter((relation) => !pointsUp(relation, this));
  }

  /** Every relation by which a record of some model belongs to one of this model, and so goes with it. */
  get dependants() {
    return this.schema.models.flatMap((model) =>
      model.relations.filter((relation) => relation.kind === 'belongsTo' && relation.model === this.name).map((
        relation,
      ) => ({ model, relation }))
    );
  }

  /** Which records of which model a relation leads to: `{ model, where }`, or `null` when it leads nowhere. */
  follow(relation, record) {
    const through = relation.kind === 'manyToMany'
      ? this.join(relation)
      : { model: relation.model, from: relation.fields, to: relation.targetFields };
    if (!through || !this.schema.model(through.model)) return null;
    const where = equal(through.to, through.from.map((name) => record[name]));
    return where && { model: through.model, where };
  }

  /** The join model of a many-to-many relation belongs to both sides. */
  join(relation) {
    const pair = this.dependants.find(({ model }) =>
      model.name !== relation.model &&
      model.relations.some((other) => other.kind === 'belongsTo' && other.model === relation.model)
    );
    return pair && { model: pair.model.name, from: pair.relation.targetFields, to: pair.relation.fields };
  }
}

/** The field that names a record to a person, if there is one. */
function labelFieldOf(model) {
  const candidates = model.fields.filter((field) => field.type === 'String' && !field.list && !model.isKey(field));
  return candidates.find((field) => /^(name|title|label|subject)$/i.test(field.name)) ??
    candidates.find((field) => field.required) ?? candidates[0];
}

/** A relation whose key is a field of this model: it leads to one record. */
function pointsUp(relation, model) {
  return relation.kind === 'belongsTo' ||
    (relation.kind === 'hasOne' && relation.fields.some((name) => !model.primaryKey.includes(name)));
}

export const isText = (field) => TEXTS.includes(field.type) && !field.enum && !field.list;
export const isSortable = (field) => !field.list && !field.embedded && field.type !== 'AWSJSON';
export const isStructured = (field) => field.list || Boolean(field.embedded) || field.type === 'AWSJSON';
export const isNumeric = (field) => !field.list && ['Int', 'Float', 'AWSTimestamp'].includes(field.type);

/** A value that `field` would take, to show how a record is written. */
export function sample(field, schema) {
  if (field.list) return [sample({ ...field, list: false }, schema)];
  if (field.enum) return field.enum[0];
  if (field.embedded) {
    const type = schema.types.find((type) => type.name === field.embedded);
    const needed = type?.fields.filter((inner) => inner.required) ?? [];
    const shown = needed.length
      ? needed
      : type?.fields.filter((inner) => inner.type !== field.embedded).slice(0, 1) ?? [];
    return Object.fromEntries(
      shown.filter((inner) => inner.embedded !== field.embedded).map((inner) => [inner.name, sample(inner, schema)]),
    );
  }
  const now = new Date().toISOString();
  const values = {
    Int: 1,
    Float: 1.5,
    Boolean: true,
    AWSDateTime: now,
    AWSDate: now.slice(0, 10),
    AWSTime: '09:00:00',
    AWSTimestamp: Math.floor(Date.now() / 1000),
    AWSEmail: 'someone@example.com',
    AWSURL: 'https://example.com/',
    AWSPhone: '+12025550123',
    AWSIPAddress: '127.0.0.1',
    AWSJSON: { any: 'value' },
  };
  return values[field.type] ?? `My first ${field.name}`;
}

/** A new record that shows the fields a person would fill in first: all that are required, and a few more. */
export function sampleRecord(model) {
  const writable = model.fields.filter((field) => !field.readOnly);
  const needed = writable.filter((field) =>
    field.required && field.default === undefined &&
    !(model.isKey(field) && model.primaryKey.length === 1 && field.type === 'ID')
  );
  const more = writable.filter((field) => !field.required && !model.parentBy(field) && !isStructured(field)).slice(
    0,
    Math.max(0, 3 - needed.length),
  );
  const chosen = new Set([...needed, ...more]);
  return Object.fromEntries(
    model.fields.filter((field) => chosen.has(field)).map((field) => [field.name, sample(field, model.schema)]),
  );
}
