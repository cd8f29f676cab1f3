/** Text over several lines in source code, in which a comment would be part of the text: docstrings, here-documents, block scalars. */

interface Style {
  /** Pairs of marks around a text that may have line ends. */
  readonly pairs: readonly (readonly [start: string, end: string])[];
  /** Quotation marks of a text that ends on its line. */
  readonly quotes: string;
  /** The mark of a comment that ends with its line. */
  readonly comment: string;
}

const TRIPLE: Style['pairs'] = [
  ['"""', '"""'],
  ["'''", "'''"],
];
const BLOCK_COMMENT = ['/*', '*/'] as const;
const WITH_BLOCK_COMMENTS =
  'c cpp csharp cuda-cpp dart go groovy java kotlin less objective-c objective-cpp php rust scala scss shaderlab solidity swift css';

const STYLES = new Map<string, Style>([
  ...'python julia'.split(' ').map((name): [string, Style] => [name, { pairs: TRIPLE, quotes: `"'`, comment: '#' }]),
  ...WITH_BLOCK_COMMENTS.split(' ').map((name): [string, Style] => [
    name,
    { pairs: [BLOCK_COMMENT, ...TRIPLE.slice(0, 1)], quotes: '"', comment: '//' },
  ]),
  ...'javascript javascriptreact typescript typescriptreact'
    .split(' ')
    .map((name): [string, Style] => [name, { pairs: [BLOCK_COMMENT, ['`', '`']], quotes: `"'`, comment: '//' }]),
]);
const HERE_DOCUMENTS = new Set(['shellscript', 'ruby', 'perl', 'php', 'dockerfile', 'terraform']);

/** The line on which the text begins that line `target` is inside of, from 0; null if it is inside of none. */
export function multilineTextAt(lines: readonly string[], target: number, languageId: string): number | null {
  if (languageId === 'yaml' || languageId === 'dockercompose') return blockScalarAt(lines, target);
  if (HERE_DOCUMENTS.has(languageId)) return hereDocumentAt(lines, target);
  const style = STYLES.get(languageId);
  return style ? markedTextAt(lines, target, style) : null;
}

function markedTextAt(lines: readonly string[], target: number, { pairs, quotes, comment }: Style): number | null {
  let open: { readonly end: string; readonly line: number } | null = null;
  for (const [number, line] of lines.slice(0, target + 1).entries()) {
    if (number === target) return open?.line ?? null;
    let at = 0;
    let quote = '';
    while (at < line.length) {
      const character = line.charAt(at);
      if (character === '\\' && (open !== null || quote !== '')) at += 2;
      else if (open !== null) {
        const ends = line.startsWith(open.end, at);
        at += ends ? open.end.length : 1;
        if (ends) open = null;
      } else if (quote !== '') {
        if (character === quote) quote = '';
        at += 1;
      } else if (line.startsWith(comment, at)) break;
      else {
        const pair = pairs.find(([start]) => line.startsWith(start, at));
        if (pair) open = { end: pair[1], line: number };
        else if (quotes.includes(character)) quote = character;
        at += pair ? pair[0].length : 1;
      }
    }
  }
  return null;
}

/** `cat <<EOF`, `<<-'EOF'`, `<<~SQL`, PHP's `<<<EOT`. A shift by a number is none. */
const HERE = /<<<?[-~]?\s?(["'`]?)([A-Za-z_]\w*)\1/;

function hereDocumentAt(lines: readonly string[], target: number): number | null {
  let open: { readonly end: string; readonly line: number } | null = null;
  for (const [number, line] of lines.slice(0, target).entries()) {
    if (open === null) {
      const [, , end] = line.trimStart().startsWith('#') ? [] : (HERE.exec(line) ?? []);
      if (end !== undefined) open = { end, line: number };
    } else if (line.trim().replace(/[;),]+$/, '') === open.end) open = null;
  }
  return open?.line ?? null;
}

/** The end of a line after which the deeper lines are one text: `run: |`, `- >-`, `text: |2+`. */
const BLOCK_SCALAR = /(?:^|[:\-?]\s+(?:[!&]\S+\s+)*)[|>][-+\d]{0,2}\s*(?:\s#.*)?$/;

function blockScalarAt(lines: readonly string[], target: number): number | null {
  let at = 0;
  while (at < target) {
    const line = lines[at] ?? '';
    if (!BLOCK_SCALAR.test(line) || line.trimStart().startsWith('#')) {
      at += 1;
      continue;
    }
    const first = lines.findIndex((each, number) => number > at && each.trim() !== '');
    const indent = indentOf(lines[first]);
    if (first === -1 || indent <= indentOf(line)) {
      at += 1;
      continue;
    }
    const end = lines.findIndex((each, number) => number > at && each.trim() !== '' && indentOf(each) < indent);
    if (end === -1 || target < end) return at;
    at = end;
  }
  return null;
}

function indentOf(line = ''): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}
