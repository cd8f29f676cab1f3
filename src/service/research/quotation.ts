/** Turns a passage into a quotation, which is one source of the answer. */
import { basename } from 'node:path';
import type { PassageScorer } from '../search/scorePassages.ts';
import type { RankedPassage } from '../search/searchResult.ts';
import { excerpt } from './excerpt.ts';
import type { SourceEntry } from './researcher.ts';
import { auditRoleOf, type Role, roleOf } from './role.ts';

/** One quotation of an answer, which is one source. */
export interface Quotation {
  readonly found: RankedPassage;
  readonly source: SourceEntry;
  readonly role: Role;
  /** The reference that led to it, if the search did not: "§ 168(k), referred to in § 179". */
  readonly reference: string | null;
}

export function toQuotation(
  found: RankedPassage,
  scorer: PassageScorer,
  audit: boolean,
  reference: string | null,
): Quotation {
  const quoted = excerpt(found.passage, scorer);
  const { heading } = found.passage;
  return {
    found,
    reference,
    role: audit ? auditRoleOf(heading, quoted.text) : roleOf(heading, quoted.text),
    source: toSource(found, quoted),
  };
}

/** The source of the quoted part of a passage. */
export function toSource(
  found: RankedPassage,
  quoted: { readonly text: string; readonly line: number; readonly endLine: number },
): SourceEntry {
  const { document, passage } = found;
  const section = [passage.heading, passage.place, pinpoint(found, quoted.text)]
    .filter((part) => part !== '')
    .join(' · ');
  return {
    title: document.title === '' ? basename(document.path) : document.title,
    snippet: quoted.text,
    path: document.path,
    line: quoted.line,
    endLine: quoted.endLine,
    ...(section === '' ? {} : { section }),
    ...(document.kind === null ? {} : { kind: document.kind }),
    ...(document.date === null ? {} : { date: document.date }),
    ...(document.url === null ? {} : { url: document.url }),
  };
}

/** `(b)(2)(B)`: the pinpoint of the citation if the passage contains it, else the one where the quoted text begins. */
export function pinpoint({ document, passage }: RankedPassage, quoted: string): string {
  if (document.authority === '') return '';
  const cited = document.cited?.pin ?? '';
  const pin =
    cited !== '' && passage.pins.some((own) => own === cited || own.startsWith(`${cited}.`))
      ? cited
      : startOf(passage.pins, quoted);
  return pin === '' ? '' : `(${pin.split('.').filter(Boolean).join(')(')})`;
}

/** The pinpoint where a quotation begins: that of its first line, else that of the passage. */
function startOf(pins: readonly string[], quoted: string): string {
  const opened = /^\s*((?:\([A-Za-z0-9]{1,5}\)\s?)+)/.exec(quoted)?.[1];
  if (opened === undefined) return pins[0] ?? '';
  const end = Array.from(opened.matchAll(/\(([^)]+)\)/g), (part) => part[1] ?? '').join('.');
  return pins.find((pin) => pin === end || pin.endsWith(`.${end}`)) ?? pins[0] ?? '';
}

/** The short name of the document: "§ 179" for an authority, else its title. */
export function shortName({ document }: RankedPassage): string {
  const mark = /^\s*(§+\s*[\w.-]*\w|(?:ASC|AS|AU-C|Reg\.?)\s*§?\s*[\w.-]*\w)/.exec(document.title)?.[1];
  return mark ?? document.title.slice(0, 80);
}
