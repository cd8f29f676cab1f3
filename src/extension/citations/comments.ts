/** The comments of a program, found by the marks and strings of its language. The text is read once from left to right. */

/** Languages whose whole text is read. */
const PROSE = new Set(
  'markdown,plaintext,restructuredtext,asciidoc,latex,tex,bibtex,mdx,quarto,rmarkdown,typst,org,csv,git-commit'.split(
    ',',
  ),
);

const LINE = String.raw`[^\n]*`;
const DOUBLE = String.raw`"(?:[^"\\\n]|\\.)*"?`;
const SINGLE = String.raw`'(?:[^'\\\n]|\\.)*'?`;
const TEMPLATE = '`(?:[^`\\\\]|\\\\[\\s\\S])*`?';
const BLOCK = String.raw`\/\*[\s\S]*?(?:\*\/|$)`;
const HASH = String.raw`(?<![^\s;{])#${LINE}`;
const TRIPLE = String.raw`"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)`;

/** Comments are in the first group, strings are not. */
const SYNTAX = Object.entries({
  [`(\\/\\/${LINE}|${BLOCK})|${DOUBLE}|${SINGLE}|${TEMPLATE}`]:
    'javascript,javascriptreact,typescript,typescriptreact,java,csharp,c,cpp,go,swift,kotlin,dart,scala,groovy,objective-c,objective-cpp,less,scss,jsonc,solidity,proto3',
  [`(\\/\\/${LINE}|${BLOCK})|${DOUBLE}`]: 'rust,fsharp',
  [`(\\/\\/${LINE}|${BLOCK}|${HASH})|${DOUBLE}|${SINGLE}`]: 'php',
  [`(${BLOCK})|${DOUBLE}|${SINGLE}`]: 'css,sas',
  [`(${TRIPLE}|${HASH})|${DOUBLE}|${SINGLE}`]: 'python',
  [`(<#[\\s\\S]*?(?:#>|$)|${HASH})|${DOUBLE}|${SINGLE}`]: 'powershell',
  [`(${HASH})|${DOUBLE}|${SINGLE}`]:
    'shellscript,ruby,r,yaml,toml,dockerfile,makefile,perl,julia,properties,elixir,coffeescript,dotenv',
  [`(--${LINE}|${BLOCK})|${DOUBLE}|'[^']*'?`]: 'sql,plsql',
  [`(--\\[\\[[\\s\\S]*?(?:\\]\\]|$)|--${LINE})|${DOUBLE}|${SINGLE}`]: 'lua',
  [`('${LINE})|"[^"\\n]*"?`]: 'vb,bas,vba',
  [`([;#]${LINE})`]: 'ini',
  [`(;${LINE})|${DOUBLE}`]: 'clojure,lisp,scheme',
  [`(%${LINE})|${DOUBLE}|${SINGLE}`]: 'matlab,erlang',
  '(<!--[\\s\\S]*?(?:-->|$))': 'html,xml,vue,svelte',
});
const BY_LANGUAGE = new Map(SYNTAX.flatMap(([pattern, languages]) => languages.split(',').map((id) => [id, pattern])));

export type Span = readonly [start: number, end: number];

/** The parts of a text that are read for citations. Empty for a language whose comments are not known. */
export function readableSpans(text: string, languageId: string): Span[] {
  if (PROSE.has(languageId)) return [[0, text.length]];
  const pattern = BY_LANGUAGE.get(languageId);
  if (pattern === undefined) return [];
  const spans: Span[] = [];
  for (const match of text.matchAll(new RegExp(pattern, 'g'))) {
    if (match[1] !== undefined) spans.push([match.index, match.index + match[0].length]);
  }
  return spans;
}

export function isProse(languageId: string): boolean {
  return PROSE.has(languageId);
}

/** Languages that are read, whole or their comments. The activation events of package.json name them, but not plain text. */
export const READABLE_LANGUAGES: ReadonlySet<string> = new Set([...PROSE, ...BY_LANGUAGE.keys()]);

/** Whether an offset is in one of the spans, which are in order. */
export function isWithinSpans(spans: readonly Span[], offset: number): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span === undefined || offset < span[0]) high = middle;
    else if (offset >= span[1]) low = middle + 1;
    else return true;
  }
  return false;
}
