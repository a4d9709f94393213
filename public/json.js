// JSON that keeps numbers. A 64 bit Int, or a number inside AWSJSON, may be one that a double cannot print back;
// such a number stays as its text (`JSON.rawJSON`), is shown as it is, and is sent back unharmed.

const exact = typeof JSON.rawJSON === 'function';

function keep(_key, value, context) {
  return typeof value === 'number' && String(value) !== context.source ? JSON.rawJSON(context.source) : value;
}

/** The value of a JSON text; throws `SyntaxError`. */
export const parse = (text) => (exact ? JSON.parse(text, keep) : JSON.parse(text));

/** The JSON text of a value; also how two values are compared. `undefined` gives the empty text. */
export const text = (value, indent) => JSON.stringify(value, null, indent) ?? '';

export const isNumber = (value) => typeof value === 'number' || (exact && JSON.isRawJSON(value));

/** An object or a list, not a number that is kept as text. */
export const isNested = (value) => typeof value === 'object' && value !== null && !isNumber(value);

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** The number that `source` writes, exactly; `null` when it is not a JSON number. */
export function number(source) {
  if (!NUMBER.test(source)) return null;
  const value = Number(source);
  return exact && String(value) !== source ? JSON.rawJSON(source) : value;
}
