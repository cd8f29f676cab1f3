/** By these marks the library recognizes exported conversations and does not index them: an answer must not cite itself. */

/** The first line. A link definition, which no preview shows. */
export const MARKDOWN_EXPORT_MARK = '[//]: # (Exported by Fiscal. The library does not index this file.)';
export const HTML_EXPORT_MARK = '<meta name="generator" content="Fiscal export">';
/** The first row of a table of sources. */
export const CSV_HEAD = ['question', 'number', 'title', 'section', 'date', 'kind', 'url', 'path', 'line', 'review'];
export const CSV_EXPORT_START = CSV_HEAD.map((name) => `"${name}"`).join(',');
