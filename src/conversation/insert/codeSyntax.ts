/** The parts of source code that may go over several lines, by language: text, comments, and statements that a mark continues. */

export interface Span {
  /** Matches where the part begins, with the flag `y`. */
  readonly start: RegExp;
  /** What ends it, from the match of its start. */
  readonly end: (start: RegExpExecArray) => string;
  /** What stands before a character that does not end it, or for its end itself: `\`, `""`. */
  readonly skip?: string;
  /** It has quoted values, in which nothing ends it. */
  readonly hasValues?: boolean;
  /** A file may end inside of it. */
  readonly mayEndFile?: boolean;
}

export interface Syntax {
  /** Matches a comment that ends with its line. */
  readonly comment?: RegExp;
  readonly spans?: readonly Span[];
  /** Quotation marks of a text that ends on its line. */
  readonly quotes?: string;
  /** Matches a character in quotation marks: `'"'`. */
  readonly character?: RegExp;
  /** Matches the start of a document that begins below its line and ends with a line of the name in the second group. */
  readonly hereDocument?: RegExp;
  /** The mark at the end of a line whose statement goes on. */
  readonly continued?: string;
  /** Templates with expressions, and regular expressions. With JSX, elements as well. */
  readonly script?: 'plain' | 'jsx';
}

const fixed = (start: string, end: string, skip?: string): Span => ({
  start: new RegExp(escaped(start), 'y'),
  end: () => end,
  ...(skip === undefined ? {} : { skip }),
});
const marked = (start: RegExp, end: (start: RegExpExecArray) => string, skip?: string): Span => ({
  start,
  end,
  ...(skip === undefined ? {} : { skip }),
});
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

const BLOCK = fixed('/*', '*/');
const DOUBLE = fixed('"', '"', '\\');
const SINGLE = fixed("'", "'", '\\');
const TRIPLE = fixed('"""', '"""', '\\');
const TRIPLE_SINGLE = fixed("'''", "'''", '\\');
const SLASHES = /\/\//y;
const HASH = /#/y;
/** A comment of a shell begins a word: `$#` and `a#b` are none. */
const WORD_HASH = /(?<![^\s;&|()])#/y;
const DASHES = /--/y;
const CHARACTER = /'(?:\\[^\n']{1,10}|\\'|[^'\\\n])'/uy;

const C = { comment: SLASHES, spans: [BLOCK], quotes: '"', character: CHARACTER } satisfies Syntax;

const SYNTAXES: readonly (readonly [languages: string, syntax: Syntax])[] = [
  ['python', { comment: HASH, spans: [TRIPLE, TRIPLE_SINGLE], quotes: `"'`, continued: '\\' }],
  ['julia', { comment: HASH, spans: [fixed('#=', '=#'), TRIPLE, DOUBLE], character: CHARACTER }],
  [
    'c cpp cuda-cpp hlsl objective-c objective-cpp shaderlab',
    { ...C, spans: [BLOCK, marked(/R"([^\s()\\]{0,16})\(/y, ([, name]) => `)${name}"`)], continued: '\\' },
  ],
  [
    'csharp',
    {
      ...C,
      spans: [BLOCK, marked(/"{3,}/y, ([quotes]) => quotes), marked(/(?:@\$?|\$@)"/y, () => '"', '""')],
    },
  ],
  ['java swift groovy', { ...C, spans: [BLOCK, TRIPLE] }],
  ['dart', { ...C, spans: [BLOCK, TRIPLE, TRIPLE_SINGLE] }],
  ['kotlin scala', { ...C, spans: [BLOCK, fixed('"""', '"""')] }],
  ['go', { ...C, spans: [BLOCK, fixed('`', '`')] }],
  ['rust', { ...C, quotes: '', spans: [BLOCK, marked(/r(#{0,16})"/y, ([, marks]) => `"${marks}`), DOUBLE] }],
  ['solidity jsonc', C],
  ['scss less', { comment: SLASHES, spans: [BLOCK], quotes: `"'` }],
  ['css', { spans: [BLOCK], quotes: `"'` }],
  ['fsharp', { comment: SLASHES, spans: [fixed('(*', '*)'), TRIPLE, DOUBLE], character: CHARACTER }],
  ['typescript', { comment: SLASHES, spans: [BLOCK], quotes: `"'`, script: 'plain' }],
  ['javascript javascriptreact typescriptreact', { comment: SLASHES, spans: [BLOCK], quotes: `"'`, script: 'jsx' }],
  [
    'php',
    {
      comment: /\/\/|#(?!\[)/y,
      spans: [BLOCK, DOUBLE, SINGLE, { ...marked(/\?>/y, () => '<?'), mayEndFile: true }],
      hereDocument: /<<<\s?(["']?)([A-Za-z_]\w*)\1/y,
    },
  ],
  [
    'shellscript',
    {
      comment: WORD_HASH,
      spans: [marked(/\$'/y, () => "'", '\\'), DOUBLE, fixed("'", "'")],
      hereDocument: /(?<!<)<<-?\s?(["'\\]?)([A-Za-z_]\w*)/y,
      continued: '\\',
    },
  ],
  [
    'ruby',
    {
      comment: WORD_HASH,
      spans: [marked(/^=begin\b/my, () => '\n=end'), DOUBLE, SINGLE],
      hereDocument: /<<[-~]?(["'`]?)([A-Za-z_]\w*)\1/y,
      continued: '\\',
    },
  ],
  [
    'perl',
    {
      comment: WORD_HASH,
      spans: [marked(/^=[a-z]\w*/my, () => '\n=cut'), DOUBLE, SINGLE],
      hereDocument: /<<~?(["']?)([A-Za-z_]\w*)\1/y,
    },
  ],
  [
    'dockerfile',
    { comment: /(?<=^[ \t]*)#/my, quotes: `"'`, hereDocument: /<<-?(["']?)([A-Za-z_]\w*)\1/y, continued: '\\' },
  ],
  ['terraform', { comment: /#|\/\//y, spans: [BLOCK], quotes: '"', hereDocument: /<<-?()([A-Za-z_]\w*)/y }],
  [
    'powershell',
    {
      comment: WORD_HASH,
      spans: [
        fixed('<#', '#>'),
        marked(/@"[ \t]*$/my, () => '\n"@'),
        marked(/@'[ \t]*$/my, () => "\n'@"),
        fixed('"', '"', '`'),
        fixed("'", "'"),
      ],
      continued: '`',
    },
  ],
  ['r', { comment: HASH, spans: [DOUBLE, SINGLE] }],
  ['elixir', { comment: HASH, spans: [TRIPLE, TRIPLE_SINGLE, DOUBLE] }],
  ['coffeescript', { comment: HASH, spans: [fixed('###', '###'), TRIPLE, TRIPLE_SINGLE, DOUBLE, SINGLE] }],
  ['toml', { comment: HASH, spans: [TRIPLE, fixed("'''", "'''")], quotes: `"'` }],
  ['dotenv', { comment: WORD_HASH, spans: [DOUBLE, SINGLE] }],
  [
    'lua',
    {
      comment: DASHES,
      spans: [marked(/(?:--)?\[(={0,8})\[/y, ([, level]) => `]${level}]`)],
      quotes: `"'`,
    },
  ],
  ['sql plsql', { comment: DASHES, spans: [BLOCK, fixed("'", "'")], quotes: '"`' }],
  ['haskell', { comment: DASHES, spans: [fixed('{-', '-}')], quotes: '"', character: CHARACTER }],
  ['ada', { comment: DASHES, quotes: '"', character: CHARACTER }],
  ['erlang', { comment: /%/y, spans: [DOUBLE] }],
  ['matlab', { comment: /%(?!\{\s*$)/my, spans: [marked(/%\{[ \t]*$/my, () => '%}')], quotes: '"', continued: '...' }],
  ['clojure lisp scheme', { comment: /;/y, spans: [fixed('#|', '|#'), DOUBLE] }],
  ['makefile', { comment: HASH, continued: '\\' }],
  ['properties', { comment: /(?<=^[ \t]*)[#!]/my, continued: '\\' }],
  ['vb vba', { comment: /'/y, quotes: '"', continued: ' _' }],
  ['bat', { comment: /(?<=^[ \t]*)(?:rem\b|::)/imy, continued: '^' }],
  [
    'html vue svelte xml xsl',
    {
      spans: [
        fixed('<!--', '-->'),
        fixed('<![CDATA[', ']]>'),
        fixed('<?', '?>'),
        // A comment of markup is no comment in what these elements contain.
        marked(/<(script|style|textarea|title)\b/iy, ([, name]) => `</${name}`),
        { ...marked(/<[A-Za-z!/]/y, () => '>'), hasValues: true },
      ],
    },
  ],
];

const BY_LANGUAGE = new Map(
  SYNTAXES.flatMap(([languages, syntax]) => languages.split(' ').map((name): [string, Syntax] => [name, syntax])),
);

export function syntaxOf(languageId: string): Syntax | undefined {
  return BY_LANGUAGE.get(languageId);
}
