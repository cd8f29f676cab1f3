/** How text becomes a comment of a programming language. */

interface CommentStyle {
  readonly line?: string;
  /** Where its lines begin, and their last column, whatever the code around them. */
  readonly columns?: readonly [indent: string, last: number];
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
  // Of a fixed line, columns 1 to 6 are its number, an asterisk in column 7 makes a comment, and columns from 73 on are not read.
  ...languages('cobol', { line: '*>', columns: ['      ', 72] }),
  ...languages('css', { block: ['/*', '*/'] }),
  ...languages('html vue svelte xml xsl', { block: ['<!--', '-->'] }),
]);

function languages(names: string, style: CommentStyle): [string, CommentStyle][] {
  return names.split(' ').map((name) => [name, style]);
}

/** VS Code itself knows no COBOL. Its files are plain text without an extension for it, whose identifier may have capitals. */
const COBOL_FILE = /\.(?:cbl|cob|cpy)$/i;

/** The language of a file for its comments. */
export function languageOf(languageId: string, path: string): string {
  if (languageId === 'plaintext' && COBOL_FILE.test(path)) return 'cobol';
  return languageId.toLowerCase();
}

/** Columns of a comment line. */
const WIDTH = 100;

export function hasComments(languageId: string): boolean {
  return STYLES.has(languageId);
}

/** Whether a line is a comment, or the last line of one. */
export function isCommentLine(line: string, languageId: string): boolean {
  const text = line.trim();
  const mark = STYLES.get(languageId)?.line;
  return (mark !== undefined && text.startsWith(mark)) || /(?:\*\/|-->)$/.test(text);
}

/** The lines of a comment; null for a language whose comments are not known. Nothing in the text ends the comment. */
export function commentLines(text: string, languageId: string, indent: string): string[] | null {
  const style = STYLES.get(languageId);
  if (!style) return null;
  const [before, last] = style.columns ?? [indent, WIDTH];
  const start = style.line === undefined ? before : `${before}${style.line} `;
  const lines = text.split('\n').flatMap((line) => wrap(safe(line, style), Math.max(20, last - start.length)));
  const commented = lines.map((line) => (start + line).trimEnd());
  return style.block ? [indent + style.block[0], ...commented, indent + style.block[1]] : commented;
}

/** Some languages read a line end, a Unicode escape, an end mark or an instruction in a comment. */
function safe(line: string, { block }: CommentStyle): string {
  const text = line
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\\(?=u)/g, '\\ ')
    .replace(/\?(?=>)/g, '? ')
    // Python and Ruby: the encoding of the file. In UTF-7, a comment can contain a line end.
    .replace(/coding(?=[:=])/g, 'coding ')
    // Docker: the program that builds the image.
    .replace(/^(?=\s*(?:syntax|escape|check)\s*=)/i, '- ')
    // YAML: the address of a schema, which is loaded.
    .replace(/yaml-language-server/gi, 'yaml language server')
    // The next line belongs to the comment: C and shells, C with trigraphs, Visual Basic, batch files.
    .replace(/(?:\\|\?\?\/|(?<=\s)_|\^)(?=\s*$)/, '$& .');
  return block
    ? text
        .replace(/\*(?=\/)/g, '* ')
        .replace(/-(?=-)/g, '- ')
        .replace(/<(?=!)/g, '< ')
    : text;
}

/** Stands for a blank at which no line ends. `safe` has replaced all control characters of the text. */
const BOUND = '\0';

/** Lines at blanks, but not after "§", and not between an abbreviation and its number or section sign. A word that is longer than a line is not broken. */
function wrap(text: string, width: number): string[] {
  const line = text.replace(/(?<=§) |(?<=\.) (?=[\d§])/g, BOUND);
  const mark = /^\s*(?:- |\d+\. )?/.exec(line)?.[0].length ?? 0;
  // A wider indentation would leave no room for the words.
  const hang = ' '.repeat(Math.min(mark, Math.floor(width / 2)));
  const lines: string[] = [];
  let start = 0;
  let indent = '';
  while (indent.length + line.length - start > width) {
    const end = start + width - indent.length;
    const words = start === 0 ? mark : start;
    const blank = line.lastIndexOf(' ', end);
    const at = blank > words ? blank : line.indexOf(' ', Math.max(end, words));
    if (at === -1) break;
    lines.push(indent + line.slice(start, at));
    start = at + 1;
    indent = hang;
  }
  return [...lines, indent + line.slice(start)].map((one) => one.replaceAll(BOUND, ' '));
}
