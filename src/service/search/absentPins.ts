/** Subsections that a question cites and their section does not have: "§ 179(z)". */
import type { SearchedAuthority } from './authority.ts';
import type { Candidate } from './chooseQuotables.ts';
import type { Query } from './query.ts';
import type { FoundDocument } from './searchResult.ts';

/** `nodes` are all nodes of the documents. Of other documents than sections of a law, nothing is said. */
export function absentPins(
  { citations }: Query,
  documents: readonly FoundDocument[],
  nodes: readonly Candidate[],
): SearchedAuthority[] {
  return citations.filter(({ key, pin }) => {
    const sections = documents.filter(({ authority }) => authority !== '' && authority === key);
    return pin !== '' && sections.length > 0 && sections.every((section) => isBeyond(pin, pathsOf(section, nodes)));
  });
}

const pathsOf = (section: FoundDocument, nodes: readonly Candidate[]): string[][] =>
  nodes.filter(({ document }) => document === section).map(({ quotable }) => quotable.path.split('.'));

/** Whether the labels at the level of the path end before it. A label between others may be missing because it is repealed, or in a range. */
function isBeyond(pin: string, paths: readonly (readonly string[])[]): boolean {
  let inside = paths;
  for (const [depth, label] of pin.split('.').entries()) {
    const labels = new Set(inside.flatMap((path) => path[depth] || []));
    if (!labels.has(label)) return labels.size > 1 && [...labels].every((other) => isBefore(other, label));
    inside = inside.filter((path) => path[depth] === label);
  }
  return false;
}

/** Of numbers and of single letters. The order of other labels is not known. */
function isBefore(one: string, other: string): boolean {
  const isAlike = [/^\d+$/, /^[a-z]$/, /^[A-Z]$/].some((form) => form.test(one) && form.test(other));
  return isAlike && (/^\d/.test(one) ? Number(one) < Number(other) : one < other);
}
