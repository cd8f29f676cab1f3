/** Strings of the renderer. English by default. */
export interface MarkdownLabels {
  copyCode: string;
  copyTable: string;
  copied: string;
  code: string;
  table: string;
  /** `{host}` is replaced. */
  imageNotShown: string;
  /** For an image whose address has no host. */
  imageNotShownUnknown: string;
  footnotes: string;
  /** `{n}` is replaced. */
  footnote: string;
  backToText: string;
  /** `{n}` is replaced. */
  source: string;
  /** `{n}` is replaced. */
  missingSource: string;
  /** `{name}` is replaced. */
  authority: string;
  taskDone: string;
  taskOpen: string;
}

export const defaultLabels: MarkdownLabels = {
  copyCode: 'Copy code',
  copyTable: 'Copy table',
  copied: 'Copied',
  code: 'Code',
  table: 'Table',
  imageNotShown: '[image not shown: {host}]',
  imageNotShownUnknown: '[image not shown]',
  footnotes: 'Footnotes',
  footnote: 'Footnote {n}',
  backToText: 'Back to text',
  source: 'Source {n}',
  missingSource: '[{n}] has no source in the list',
  authority: 'Open {name} in the library',
  taskDone: 'Completed',
  taskOpen: 'Not completed',
};
