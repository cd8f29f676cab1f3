/** How text becomes a comment of a programming language. */

interface CommentStyle {
  readonly line?: string;
  readonly block?: readonly [start: string, end: string];
}

/** By the identifier that VS Code gives to a language. */
const STYLES = new Map<string, CommentStyle>([
  ...languages(
    'c cpp csharp cuda-cpp dart fsharp go groovy hlsl java javascript javascriptreact jsonc kotlin less objective-c objective-cpp php rust scala scss shaderlab solidity swift typescript typescriptreact',
    { line: '//' },
  ),
  ...languages(
    'coffeescript dockercompose dockerfile dotenv elixir gitignore ignore julia makefile perl powershell properties python r ruby shellscript terraform toml yaml',
    { line: '#' },
  ),
  ...languages('ada haskell lua plsql sql', { line: '--' }),
  ...languages('erlang matlab', { line: '%' }),
  ...languages('clojure ini lisp scheme', { line: ';' }),
  ...languages('vb vba', { line: "'" }),
  ...languages('bat', { line: 'REM' }),
  ...languages('css', { block: ['/*', '*/'] }),
  ...languages('html vue svelte xml xsl', { block: ['<!--', '-->'] }),
]);

function languages(names: string, style: CommentStyle): [string, CommentStyle][] {
  return names.split(' ').map((name) => [name, style]);
}

/** Columns of a comment line. */
const WIDTH = 100;

export function hasComments(languageId: string): boolean {
  return STYLES.has(languageId);
}

/** The lines of a comment; null for a language whose comments are not known. Nothing in the text ends the comment. */
export function commentLines(text: string, languageId: string, indent: string): string[] | null {
  const style = STYLES.get(languageId);
  if (!style) return null;
  const start = style.line === undefined ? indent : `${indent}${style.line} `;
  const lines = text.split('\n').flatMap((line) => wrap(safe(line, style), Math.max(20, WIDTH - start.length)));
  const commented = lines.map((line) => (start + line).trimEnd());
  return style.block ? [indent + style.block[0], ...commented, indent + style.block[1]] : commented;
}

/** Some languages read a line end, a Unicode escape or an end mark in a comment. */
function safe(line: string, { block }: CommentStyle): string {
  const text = line
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\\(?=u)/g, '\\ ')
    .replace(/\?(?=>)/g, '? ')
    .replace(/\\\s*$/, '\\ .');
  return block
    ? text
        .replace(/\*(?=\/)/g, '* ')
        .replace(/-(?=-)/g, '- ')
        .replace(/<(?=!)/g, '< ')
    : text;
}

/** Lines at blanks. A word that is longer than a line is not broken. */
function wrap(line: string, width: number): string[] {
  const hang = /^\s*(?:- |\d+\. )?/.exec(line)?.[0].length ?? 0;
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const blank = rest.lastIndexOf(' ', width);
    const at = blank > hang ? blank : rest.indexOf(' ', width);
    if (at === -1) break;
    lines.push(rest.slice(0, at));
    rest = ' '.repeat(hang) + rest.slice(at + 1);
  }
  return [...lines, rest];
}
