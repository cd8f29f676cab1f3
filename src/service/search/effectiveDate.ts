/** Finds the notes of a section that say since when its changes apply. */
import type { Candidate } from './chooseQuotables.ts';
import type { FoundDocument } from './searchResult.ts';

/** Years before the version of a text in which a change still matters to most questions: returns of earlier years can no longer be changed. */
const RECENT = 4;

/**
 * The note of the section of `quoted`, from the candidates of the question. Null if there is none, or if the change is older than the
 * recent years and the `years` that the question names.
 */
export function effectiveDateOf(
  quoted: Candidate,
  nodes: readonly Candidate[],
  years: readonly string[],
): Candidate | null {
  const { document } = quoted;
  return (
    nodes.find(
      (node) =>
        node.document.id === document.id && isEffectiveDate(document, node.quotable.headings.at(-1) ?? '', years),
    ) ?? null
  );
}

/** Whether a heading of a document is that of a note which says since when a change applies. */
export function isEffectiveDate(
  { authority, date, isAuthority }: Pick<FoundDocument, 'authority' | 'date' | 'isAuthority'>,
  heading: string,
  years: readonly string[],
): boolean {
  if (!isAuthority || authority === '') return false;
  const version = Number(/^\d{4}/.exec(date ?? '')?.[0] ?? new Date().getFullYear());
  const since = Math.min(version - RECENT, ...years.map(Number));
  return Number(/^Effective Date of (\d{4}) Amendment/i.exec(heading)?.[1] ?? 0) >= since;
}
