/** Finds the note of a section that says since when its latest change applies. */
import type { Candidate } from './chooseQuotables.ts';

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
  now = new Date(),
): Candidate | null {
  const { document } = quoted;
  if (!document.isAuthority || document.authority === '') return null;
  const version = Number(/^\d{4}/.exec(document.date ?? '')?.[0] ?? now.getFullYear());
  const since = Math.min(version - RECENT, ...years.map(Number));
  const isNote = ({ quotable }: Candidate) => {
    const heading = quotable.headings.at(-1) ?? '';
    return Number(/^Effective Date of (\d{4}) Amendment/i.exec(heading)?.[1] ?? 0) >= since;
  };
  return nodes.find((node) => node.document.id === document.id && isNote(node)) ?? null;
}
