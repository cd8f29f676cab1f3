/**
 * The identifiers that the publisher of a law gives to its paragraphs. They stand in a comment at the end of a Markdown file, one entry for
 * each line: `12=b.1` begins the item (b)(1), `12#b.1` is its heading, `12-b` continues (b). `12^` names the title and the
 * chapter that the section is part of. `12!` says that the section is not in force, or has no text.
 */

export interface Pinpoint {
  readonly kind: 'heading' | 'item' | 'text' | 'container' | 'removed';
  /** `b.1` */
  readonly path: string;
}

const BEGIN = '<!-- pinpoints:';
const SIGNS = { heading: '#', item: '=', text: '-', container: '^', removed: '!' } as const;
const KINDS = new Map(
  Object.entries(SIGNS).map(([kind, sign]): [string, Pinpoint['kind']] => [sign, kind as Pinpoint['kind']]),
);
const COMMENT = new RegExp(String.raw`${BEGIN}.*-->\s*$`);

/** `labels`: those of the paragraph and of what it is part of, the outermost first. */
export function pinpointEntry(line: number, kind: Pinpoint['kind'], labels: readonly string[]): string {
  return `${line}${SIGNS[kind]}${labels.map((label) => label.replace(/[^\w]/g, '_')).join('.')}`;
}

export function pinpointComment(entries: readonly string[]): string {
  return `${BEGIN} ${entries.map((entry) => `${entry} `).join('')}-->`;
}

/** By line, from 1. Null if the line is no such comment. */
export function readPinpoints(line: string): Map<number, Pinpoint> | null {
  if (!line.startsWith(BEGIN)) return null;
  const read = new Map<number, Pinpoint>();
  for (const [, number, sign = '', path = ''] of line.matchAll(/ (\d{1,7})([=#^!-])([\w.]{0,80})(?= )/g)) {
    const kind = KINDS.get(sign);
    if (kind) read.set(Number(number), { kind, path });
  }
  return read;
}

/** The line of the last entry. `end`: the last characters of a line, which may be the end of such a comment. */
export function lastPinpointLine(end: string): number | null {
  const [, line] = /(\d{1,7})[=#!-][\w.]{0,80} -->$/.exec(end) ?? [];
  return line === undefined ? null : Number(line);
}

export function withoutPinpoints(text: string): string {
  return text.replace(COMMENT, '');
}
