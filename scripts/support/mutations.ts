/** The small changes of a source that a test should notice. Comments, strings and imports are left alone. */

export interface Mutation {
  /** Offsets of what is replaced. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ \+ 1\b/g, ' + 2'],
  [/ - 1\b/g, ' - 2'],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\bif \(!/g, 'if ('],
  [/\.some\(/g, '.every('],
  [/\.every\(/g, '.some('],
];

/** Comments and strings, so that nothing in them is changed. */
const SKIPPED =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|^import [^;]*;/gm;

export function mutationsOf(source: string): Mutation[] {
  const code = source.replace(SKIPPED, (text) => '\0'.repeat(text.length));
  return REPLACEMENTS.flatMap(([pattern, replacement]) =>
    Array.from(code.matchAll(pattern), (match) => ({
      start: match.index,
      end: match.index + match[0].length,
      replacement,
    })),
  ).toSorted((a, b) => a.start - b.start);
}
