// Requests to the server this page came from.

import { parse, text } from './json.js';

/** A refusal of the server (an RFC 9457 problem), or no answer at all (`status` 0). */
export class Problem extends Error {
  constructor(status, title, detail, errors = []) {
    super(detail || title);
    this.status = status;
    this.title = title;
    this.errors = errors;
  }

  /** The problem that a response other than 2xx carries. */
  static async of(response) {
    let body = {};
    try {
      body = parse(await response.text()) ?? {};
    } catch {
      // Something between us and the server answered in its own words; the status says enough.
    }
    const title = body.title || response.statusText || `Status ${response.status}`;
    return new Problem(response.status, title, body.detail || title, Array.isArray(body.errors) ? body.errors : []);
  }

  /** The fault of one parameter of a query, or `undefined`. */
  ofParameter(name) {
    return this.errors.find((fault) => fault.parameter === name);
  }
}

async function request(method, path, { body, ifMatch, signal } = {}) {
  const headers = { Accept: 'application/json' };
  if (body !== undefined) {
    headers['Content-Type'] = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  }
  if (ifMatch !== undefined) headers['If-Match'] = `"${ifMatch}"`;
  let response;
  try {
    response = await fetch(path, {
      method,
      headers,
      signal,
      body: body === undefined ? undefined : text(body),
      cache: 'no-store',
    });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem(0, 'No answer', 'The server cannot be reached');
  }
  if (!response.ok) throw await Problem.of(response);
  return parse(await response.text());
}

export const get = (path, signal) => request('GET', path, { signal });
export const create = (model, record) => request('POST', model.path, { body: record });
export const merge = (path, changes, ifMatch) => request('PATCH', path, { body: changes, ifMatch });
export const replace = (path, record, ifMatch) => request('PUT', path, { body: record, ifMatch });
export const remove = (path, ifMatch) => request('DELETE', path, { ifMatch });

/** How many records match `where`. */
export async function count(model, where, signal) {
  const parameters = new URLSearchParams({ count: 'exact', limit: 1, fields: model.primaryKey[0] });
  if (where) parameters.set('where', where);
  return (await get(`${model.path}?${parameters}`, signal)).count;
}

/**
 * Why a stream was refused: EventSource hides the answer, so it is asked for once more. `null`: it would be accepted
 * now.
 */
export async function whyRefused(path) {
  const abort = new AbortController();
  try {
    const response = await fetch(path, {
      headers: { Accept: 'text/event-stream' },
      signal: abort.signal,
      cache: 'no-store',
    });
    if (!response.ok) return await Problem.of(response);
    return null;
  } catch {
    return new Problem(0, 'No answer', 'The server cannot be reached');
  } finally {
    abort.abort();
  }
}
