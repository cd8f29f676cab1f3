/** Reads values of unknown shape. Only own properties are read, so names from a stream never reach a prototype. */

export type Fields = Readonly<Record<string, unknown>>;

/** A JSON object, as opposed to an array, null or a scalar. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of an own property. */
export function getOwn(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The trimmed text of a string or number that is not blank. */
export function readable(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined;
  return typeof value === 'number' ? String(value) : undefined;
}

export function firstReadable(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = readable(getOwn(fields, name));
    if (text !== undefined) return text;
  }
  return undefined;
}
