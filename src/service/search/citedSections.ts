/** Finds sections by the numbers of their headings: of a law in one file as of a file for each section. */
import { isWithin } from '../nodeMarks.ts';
import type { LibraryReader, SectionRow } from '../store/libraryReader.ts';
import { MAX_CITED, nearestPinned, outermost } from './pin.ts';

export interface CitedNode {
  /** `estg 15`, `200.501`, `2 cfr 200.501`, `asc 606-10-25-1`. */
  readonly key: string;
  readonly pin: string;
}

/** The sections of each citation: those of authorities first. */
export async function findSections(reader: LibraryReader, citations: readonly CitedNode[]): Promise<SectionRow[][]> {
  const numberOf = ({ key }: CitedNode) => key.slice(key.lastIndexOf(' ') + 1);
  const sections = await reader.sections(citations.map(numberOf));
  return citations.map((citation) =>
    sectionsOf(
      citation,
      sections.filter(({ number }) => number === numberOf(citation)),
    ),
  );
}

function sectionsOf({ key, pin }: CitedNode, sections: readonly SectionRow[]): SectionRow[] {
  const law = key.slice(0, Math.max(0, key.lastIndexOf(' ')));
  const named = sections.filter((section) => law === '' || isNamed(law, section.names, section.authority));
  // A document that says nothing of its name may be the cited law.
  const found =
    named.length > 0 ? named : sections.filter((section) => section.abbreviation === '' && section.authority === '');
  return (
    found
      // "§ 168(k)" is a better match for § 168(k)(2) than "§ 168", and "§ 168" for § 168.
      .filter((section) => isWithin(pin, section.pin))
      .sort((one, other) => other.pin.length - one.pin.length)
      .slice(0, MAX_CITED)
  );
}

/** "Umsatzsteuergesetzes" is the genitive of a name. */
function isNamed(law: string, names: readonly string[], authority: string): boolean {
  const own = authority.slice(0, Math.max(0, authority.lastIndexOf(' ')));
  const written = [law, law.replace(/e?s$/, ''), law.replace(/^(?:the|council) /, '')];
  return (own !== '' && own === law) || names.some((name) => written.includes(name));
}

/** Of each section the first passages, or those in which the subsection or the nearest one around it begins. */
export async function passagesOfSections(
  reader: LibraryReader,
  wanted: readonly { readonly section: SectionRow; readonly pin: string }[],
): Promise<number[][]> {
  const pinned = await reader.pinned(
    wanted
      .filter(({ pin }) => pin !== '')
      .map(({ section: { document, firstPassage: first, lastPassage: last }, pin }) => ({
        document,
        path: outermost(pin),
        first,
        last,
      })),
  );
  return wanted.map(({ section: { firstPassage, lastPassage, pin: own }, pin }) => {
    const inside = pinned.filter(({ id }) => id >= firstPassage && id <= lastPassage);
    const found = nearestPinned(inside, pin, own);
    if (found.length > 0) return found;
    const length = Math.min(MAX_CITED, lastPassage - firstPassage + 1);
    return Array.from({ length }, (_, at) => firstPassage + at);
  });
}
