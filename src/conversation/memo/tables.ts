/** The two tables at the end of a memo: its sources with their review, and how each answer was made. */
import { citationParts } from '../citation.ts';
import type { StoredSource, Turn } from '../conversation.ts';
import { isoTime, locationLabel } from '../display.ts';
import { type Block, paragraph, type Span, text } from '../document/block.ts';
import { askedModeLabel, REVIEW_LABELS, retentionLabel, serviceLabel } from '../provenance.ts';
import { isWebAddress } from '../webAddress.ts';
import { placeholder } from './placeholder.ts';

/** `idPrefix`: begins the identifier of each row: `source-1`. */
export function sourcesTable(sources: readonly StoredSource[], idPrefix = ''): Block[] {
  if (sources.length === 0) return [placeholder('The answer names no sources.')];
  const rows = sources.map((source, at): (readonly Span[])[] => {
    return [
      [text(String(at + 1))],
      [text(citationParts(source).join(', '))],
      whereOf(source),
      [text(REVIEW_LABELS[source.review])],
    ];
  });
  const head = ['No.', 'Source', 'Where', 'Review'].map((title): readonly Span[] => [text(title)]);
  const rowIds = sources.map((_, at) => `${idPrefix}source-${at + 1}`);
  return [{ kind: 'table', columns: ['right', 'left', 'left', 'left'], rows: [head, ...rows], rowIds }];
}

function whereOf({ location, url }: StoredSource): readonly Span[] {
  const place: Span[] = location ? [text(locationLabel(location))] : [];
  if (!isWebAddress(url)) return place;
  return [...place, ...(location ? [text(' ')] : []), { kind: 'link', url, children: [text(new URL(url).host)] }];
}

export interface AnswerProvenance {
  readonly turn: Turn;
  readonly checks: readonly string[];
  /** How the research log names the entry; undefined if the log has none. */
  readonly log: string | undefined;
}

export function provenanceTable(answers: readonly AnswerProvenance[]): Block[] {
  const rows: [string, (answer: AnswerProvenance) => string][] = [
    ['Asked', ({ turn }) => `${isoTime(turn.askedAt).slice(0, 16).replace('T', ' ')} UTC`],
    ['Answered by', ({ turn }) => serviceLabel(turn)],
    ['Research mode', ({ turn }) => askedModeLabel(turn)],
    ['Data retention', ({ turn }) => retentionLabel(turn)],
    ['Research log', ({ log }) => log ?? 'No entry'],
    ['Checked locally', ({ checks }) => checks.join(' ')],
  ];
  const head = answers.length === 1 ? ['', 'Answer'] : ['', ...answers.map((_, at) => `Question ${at + 1}`)];
  const cells = (values: readonly string[]) => values.map((value): readonly Span[] => [text(value)]);
  return [
    {
      kind: 'table',
      columns: head.map(() => 'left' as const),
      rows: [cells(head), ...rows.map(([label, value]) => cells([label, ...answers.map(value)]))],
    },
    paragraph(
      text(
        'The local checks compare the answer with the listed sources. They do not say whether it is right. Check the sources before use.',
      ),
    ),
  ];
}
