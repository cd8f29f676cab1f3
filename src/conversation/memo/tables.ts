/** The two tables at the end of a memo: its sources with their review, and how each answer was made. */
import { citationParts } from '../citation.ts';
import type { Conversation, StoredSource, Turn } from '../conversation.ts';
import { baseName, escapeHidden, fileNames, hasFileLineNumbers, oneLine } from '../display.ts';
import { type Block, paragraph, type Span, text } from '../document/block.ts';
import { type DocumentLanguage, formatMinute, formatNumber } from '../documentLanguage.ts';
import { reviewLabel } from '../labels.ts';
import { askedModeLabel, retentionLabel, serviceLabel } from '../provenance.ts';
import { isWebAddress } from '../webAddress.ts';
import { placeholder } from './placeholder.ts';

/**
 * `idPrefix`: begins the identifier of each row: `source-1`. `evidence`: words that sentences rest on, by the number of their source.
 * `among`: all sources of the document, in which files of the same name are told apart. `folder`: that of the conversation, from which on
 * the table names the folders of a file.
 */
export function sourcesTable(
  sources: readonly StoredSource[],
  l10n: DocumentLanguage,
  {
    idPrefix = '',
    evidence = new Map(),
    among = sources,
    folder = null,
  }: {
    idPrefix?: string;
    evidence?: ReadonlyMap<number, readonly string[]>;
    among?: readonly StoredSource[];
    folder?: Conversation['folder'];
  } = {},
): Block[] {
  if (sources.length === 0) return [placeholder(l10n.t('The answer names no sources.'))];
  const names = fileNames(among, folder);
  const rows = sources.map((source, at): (readonly Span[])[] => {
    return [
      [text(String(at + 1))],
      [text([citationParts(source, l10n).join(', '), ...(evidence.get(at + 1) ?? []).map(quoted)].join('; '))],
      whereOf(source, names, l10n),
      [text(reviewLabel(source.review, l10n))],
    ];
  });
  const head = [l10n.t('No.'), l10n.t('Source'), l10n.t('Where'), l10n.t('Review')].map((title): readonly Span[] => [
    text(title),
  ]);
  const rowIds = sources.map((_, at) => `${idPrefix}source-${at + 1}`);
  return [{ kind: 'table', columns: ['right', 'left', 'left', 'left'], rows: [head, ...rows], rowIds }];
}

const quoted = (words: string) => `“${oneLine(escapeHidden(words))}”`;

function whereOf(
  { location, url }: StoredSource,
  names: ReadonlyMap<string, string>,
  l10n: DocumentLanguage,
): readonly Span[] {
  const place: Span[] = location ? [text(fileAndLines(location, names.get(location.path), l10n))] : [];
  if (!isWebAddress(url)) return place;
  return [...place, ...(location ? [text(' ')] : []), { kind: 'link', url, children: [text(new URL(url).host)] }];
}

/** `irc-179.md, lines 12–20`. A narrow cell of Word would divide `irc-179.md:12-20` at its hyphens. */
function fileAndLines(
  { path, line, endLine }: NonNullable<StoredSource['location']>,
  written = baseName(path),
  l10n: DocumentLanguage,
): string {
  const name = escapeHidden(written);
  if (!hasFileLineNumbers(path)) return name;
  return `${name}, ${line === endLine ? l10n.t('line {0}', line) : l10n.t('lines {0}–{1}', line, endLine)}`;
}

export interface AnswerProvenance {
  readonly turn: Turn;
  readonly checks: readonly string[];
  /** How the research log names the entry; undefined if the log has none. */
  readonly log: string | undefined;
}

export function provenanceTable(answers: readonly AnswerProvenance[], l10n: DocumentLanguage): Block[] {
  const rows: [string, (answer: AnswerProvenance) => string][] = [
    [l10n.t('Asked'), ({ turn }) => formatMinute(turn.askedAt, l10n)],
    [l10n.t('Answered by'), ({ turn }) => serviceLabel(turn, l10n)],
    [l10n.t('Research mode'), ({ turn }) => askedModeLabel(turn, l10n)],
    [l10n.t('Data retention'), ({ turn }) => retentionLabel(turn, l10n)],
    [l10n.t('Research log'), ({ log }) => log ?? l10n.t('No entry')],
    [l10n.t('Checked locally'), ({ checks }) => checks.join(' ')],
  ];
  const head =
    answers.length === 1
      ? ['', l10n.t('Answer')]
      : ['', ...answers.map((_, at) => l10n.t('Question {0}', formatNumber(at + 1, l10n)))];
  const cells = (values: readonly string[]) => values.map((value): readonly Span[] => [text(value)]);
  return [
    // In front of the table, so that it is not alone on the last page.
    paragraph(
      text(
        l10n.t(
          'The local checks compare the answer with the listed sources. They do not say whether it is right. Check the sources before use.',
        ),
      ),
    ),
    {
      kind: 'table',
      columns: head.map(() => 'left' as const),
      rows: [cells(head), ...rows.map(([label, value]) => cells([label, ...answers.map(value)]))],
    },
  ];
}
