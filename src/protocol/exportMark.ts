/** By these marks the library recognizes what Fiscal wrote and does not index it: an answer must not cite itself. */

/** The first line. A link definition, which no preview shows. */
export const MARKDOWN_EXPORT_MARK = '[//]: # (Exported by Fiscal. The library does not index this file.)';
/** The last line of a memo. */
export const MARKDOWN_MEMO_MARK = '[//]: # (Written by Fiscal. The library indexes this file if you remove this line.)';
/** Words by which the lines are recognized that mark text that Fiscal inserted into a file. What follows them is for people. */
export const INSERT_SIGNS = {
  /** The lines before and after it in a text file. Text after a first mark without a last one is indexed. */
  start: 'fiscal-answer-start:',
  end: 'fiscal-answer-end:',
  /** The first line of a comment in source code. The comment ends before the first line that is none. */
  comment: 'fiscal-answer:',
} as const;
type InsertMark = keyof typeof INSERT_SIGNS;
/** Marks without such a word, which files may have. */
const WITHOUT_SIGN: Readonly<Record<InsertMark, readonly string[]>> = {
  start: [
    'Written by Fiscal. The library does not index the text up to the end mark.',
    'Von Fiscal geschrieben. Die Bibliothek nimmt den Text bis zur Endmarke nicht auf.',
  ],
  end: ['End of the text by Fiscal.', 'Ende des Textes von Fiscal.'],
  comment: [
    'Written by Fiscal. The library does not index this comment.',
    'Von Fiscal geschrieben. Die Bibliothek nimmt diesen Kommentar nicht auf.',
  ],
};
const beginningsOf = (kind: InsertMark) => [INSERT_SIGNS[kind], ...WITHOUT_SIGN[kind]];

const MARKDOWN_COMMENT = '[//]: # (';

/** A mark in Markdown: a link definition, which no preview shows. */
export function markdownMark(mark: string): string {
  return `${MARKDOWN_COMMENT}${mark})`;
}

/** How a first mark in Markdown begins. */
export const MARKDOWN_START_MARKS: readonly string[] = beginningsOf('start').map((mark) => MARKDOWN_COMMENT + mark);
/** How the mark of a comment begins. */
export const COMMENT_MARKS: readonly string[] = beginningsOf('comment');
/** In the properties of a Word memo: Word shows it as the comments of the file. */
export const WORD_MEMO_MARK = 'Written by Fiscal. The library indexes this file if you remove this text.';
export const HTML_EXPORT_MARK = '<meta name="generator" content="Fiscal export">';
/** The format of an exported conversation, its first field. */
export const JSON_FORMAT = 'fiscal-conversation';
/** The first row of a table of sources. */
export const CSV_HEAD = ['question', 'number', 'title', 'section', 'date', 'kind', 'url', 'path', 'line', 'review'];
/** Ends the name of the last column of the table of an overview. Columns of others end with "(Fiscal)". */
export const CSV_TABLE_MARK = '(exported by Fiscal)';

/** Whether a line is the mark, as plain text or as a comment of LaTeX, reStructuredText or Markdown. */
export function isMarkLine(line: string, kind: 'start' | 'end'): boolean {
  const text = line.trim();
  const comment = ['% ', '.. ', MARKDOWN_COMMENT].find((each) => text.startsWith(each)) ?? '';
  return beginningsOf(kind).some((mark) => text.startsWith(mark, comment.length));
}

/** Also if a spreadsheet saved the file again, without quotation marks or with other separators. */
export function isCsvExport(text: string): boolean {
  const head = /^[^\r\n]{0,10000}/.exec(text)?.[0] ?? '';
  const names = head.replaceAll('"', '').split(/[,;\t]/);
  return (
    CSV_HEAD.every((name, at) => names[at] === name) ||
    (names.findLast((name) => name !== '') ?? '').endsWith(CSV_TABLE_MARK)
  );
}

/** Also if an editor formatted the file again. */
export function isJsonExport(text: string): boolean {
  return new RegExp(String.raw`^\s*\{\s*"format"\s*:\s*"${JSON_FORMAT}"`).test(text);
}
