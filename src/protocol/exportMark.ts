/** By these marks the library recognizes what Fiscal wrote and does not index it: an answer must not cite itself. */

/** The first line. A link definition, which no preview shows. */
export const MARKDOWN_EXPORT_MARK = '[//]: # (Exported by Fiscal. The library does not index this file.)';
/** The last line of a memo. */
export const MARKDOWN_MEMO_MARK = '[//]: # (Written by Fiscal. The library indexes this file if you remove this line.)';
/** The lines before and after what Fiscal inserted into a text file. Text after a first mark without a last one is indexed. */
export const TEXT_START_MARK = 'Written by Fiscal. The library does not index the text up to the end mark.';
export const TEXT_END_MARK = 'End of the text by Fiscal.';
/** The same in a Markdown file. */
export const MARKDOWN_START_MARK = `[//]: # (${TEXT_START_MARK})`;
export const MARKDOWN_END_MARK = `[//]: # (${TEXT_END_MARK})`;
/** The first line of a comment that Fiscal inserted into source code. The comment ends before the first line that is none. */
export const COMMENT_MARK = 'Written by Fiscal. The library does not index this comment.';
/** In the properties of a Word memo: Word shows it as the comments of the file. */
export const WORD_MEMO_MARK = 'Written by Fiscal. The library indexes this file if you remove this text.';
export const HTML_EXPORT_MARK = '<meta name="generator" content="Fiscal export">';
/** The format of an exported conversation, its first field. */
export const JSON_FORMAT = 'fiscal-conversation';
/** The first row of a table of sources. */
export const CSV_HEAD = ['question', 'number', 'title', 'section', 'date', 'kind', 'url', 'path', 'line', 'review'];
/** Ends the name of the last column of the table of an overview. Columns of others end with "(Fiscal)". */
export const CSV_TABLE_MARK = '(exported by Fiscal)';

/** Whether a line is `mark` as plain text, or as a comment of LaTeX, reStructuredText or Markdown. */
export function isMarkLine(line: string, mark: string): boolean {
  const text = line.trim();
  return text === mark || text === `[//]: # (${mark})` || text === `% ${mark}` || text === `.. ${mark}`;
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
