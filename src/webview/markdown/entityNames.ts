/** The browser decodes the 2,125 named entities of HTML. A document of DOMParser runs nothing, and a name has only letters and digits. */

const names = new Map<string, string | null>();
const MAX_NAMES = 4096;

export function decodeEntityName(name: string): string | null {
  const known = names.get(name);
  if (known !== undefined) return known;
  const text = new DOMParser().parseFromString(`<!doctype html><body>&${name};`, 'text/html').body.textContent ?? '';
  // If the name is unknown, or only its start is known, the result still ends in the semicolon.
  const value = text.endsWith(';') && name !== 'semi' ? null : text;
  if (names.size < MAX_NAMES) names.set(name, value);
  return value;
}
