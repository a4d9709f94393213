// A query as a value: what the table shows. It is the page's address (the hash), and the server's (a URL).

export const DEFAULT_LIMIT = 50;

export class Query {
  constructor({ model, where = '', sort = '', limit = DEFAULT_LIMIT, fields = '', include = '' }) {
    Object.assign(this, { model, where, sort, limit: String(limit), fields, include });
    Object.freeze(this);
  }

  /**
   * The query that a hash such as `#/Post?where=…` names; `null` when it names none. Faults in it are the server's to
   * tell.
   */
  static fromHash(hash) {
    const match = /^#\/([^?]+)(?:\?(.*))?$/s.exec(hash);
    if (!match) return null;
    const given = Object.fromEntries(new URLSearchParams(match[2] ?? ''));
    try {
      return new Query({ ...given, model: decodeURIComponent(match[1]) });
    } catch {
      return null;
    }
  }

  with(changes) {
    return new Query({ ...this, ...changes });
  }

  equals(other) {
    return other !== null && this.hash === other.hash;
  }

  get hash() {
    const parameters = this.#parameters();
    if (this.limit === String(DEFAULT_LIMIT)) parameters.delete('limit');
    const tail = String(parameters);
    return `#/${encodeURIComponent(this.model)}${tail ? `?${tail}` : ''}`;
  }

  /** The live list of this query. */
  get streamPath() {
    return `/observeQuery/${encodeURIComponent(this.model)}?${this.#parameters()}`;
  }

  /** Asks the server whether it understands the query, and how many records match; one record at most comes back. */
  get checkPath() {
    const parameters = this.#parameters();
    parameters.set('count', 'exact');
    // A limit that the server would refuse must be refused here too.
    if (/^[1-9]\d{0,2}$|^1000$/.test(this.limit)) parameters.set('limit', '1');
    return `/models/${encodeURIComponent(this.model)}?${parameters}`;
  }

  get sortKeys() {
    return this.sort.split(',').filter(Boolean).map((
      key,
    ) => (key.startsWith('-') ? { field: key.slice(1), descending: true } : { field: key, descending: false }));
  }

  get fieldNames() {
    return this.fields.split(',').filter(Boolean);
  }

  get includes() {
    return this.include.split(',').filter(Boolean);
  }

  /** Ascending, descending, unsorted in turn. `additive` keeps the other keys, else `field` becomes the only one. */
  sortedBy(field, additive) {
    const keys = this.sortKeys;
    const at = keys.findIndex((key) => key.field === field);
    const next = at < 0 ? [{ field, descending: false }] : keys[at].descending ? [] : [{ field, descending: true }];
    if (!additive) return this.with({ sort: spell(next) });
    const others = at < 0 ? [...keys, ...next] : keys.flatMap((key, i) => (i === at ? next : [key]));
    return this.with({ sort: spell(others) });
  }

  #parameters() {
    const parameters = new URLSearchParams();
    for (const name of ['where', 'sort', 'limit', 'fields', 'include']) {
      if (this[name].trim()) parameters.set(name, this[name].trim());
    }
    return parameters;
  }
}

const spell = (keys) => keys.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',');

/** `text` as one word of a POSIX shell. */
export const shellQuote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
