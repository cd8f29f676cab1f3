/** Text that states no rule: prefaces, tables of contents and running headers, and repealed and reserved items. */
import type { DocumentPart, NodeText } from './documentNodes.ts';
import type { Quotable } from './quotable.ts';

/** What a preface says about its own document. */
const ABOUT_ITSELF =
  /\b(?:note|summary|paraphrase) in (?:our|my|their) own words\b|\ball rights reserved\b|\bcopyright\b|©|\bthis page (?:is )?intentionally (?:left )?blank\b|^(?:prepared|reviewed|drafted) (?:by|for)\b/im;
/** "Title 26— INTERNAL REVENUE CODE › Subtitle A", "PART II— ITEMS", in a file that does not mark such a line. */
const BREADCRUMB =
  /^(?:Title \d+\b.*›|(?:TITLE|Title|SUBTITLE|Subtitle|PART|Part|SUBPART|Subpart|CHAPTER|Chapter|SUBCHAPTER|Subchapter)\s+[A-Z0-9]+\s*[—–-])/;
const CONTENTS = /(?:\.\s?){4,}\s*\d+\s*$|^\s*Sec\.\s*$/;
/** "(c) [Reserved]", "[(b) Repealed. Pub. L. 94–455", "(c)-(e) [Reserved]". */
const REMOVED = new RegExp(
  [
    String.raw`^\s*[[(]?(?:\(\w+\)\s*(?:(?:[-–—,]|through|to|and)\s*(?=\())?)*[[(]?(?:Repealed|Reserved|Omitted|Transferred|Struck out)\b`,
    String.raw`^(?:(?:\(XXXX\) )?§{1,2} [^()]{1,40}|(?:\(?\w{1,5}[.)] ?(?:bis |und |, ?)?){1,9})?\((?:weggefallen|aufgehoben|gegenstandslos)\)$`,
  ].join('|'),
  'i',
);
const NO_TEXT = /^[-–—]$/;
/** Characters of a preface, at most. */
const MAX_PREFACE = 600;

/** Removes prefaces and running titles before and after the text of a part. */
export function withoutBoilerplate<Part extends Pick<DocumentPart, 'lines'>>(part: Part): Part {
  const { lines } = part;
  let from = 0;
  let to = lines.length;
  while (from < to && isFrame(lines[from])) from += 1;
  while (to > from && isFrame(lines[to - 1])) to -= 1;
  return { ...part, lines: lines.slice(from, to) };
}

function isFrame(line: NodeText | undefined): boolean {
  if (line?.kind === 'container') return true;
  if (line?.path !== '') return false;
  const text = line.text.trim();
  return BREADCRUMB.test(text) || (text.length < MAX_PREFACE && ABOUT_ITSELF.test(text));
}

/** Whether it only states that a section or paragraph is not in force, or has none yet. */
export function isRemoved({ lines, headings }: Quotable): boolean {
  const isStated = (text: string) => REMOVED.test(NO_TEXT.test(text) ? (headings.at(-1) ?? '') : text);
  return lines.every((line) => line.kind === 'removed' || isStated(line.text.trim()));
}

export function isBoilerplate({ lines, headings }: Quotable): boolean {
  const texts = lines.map((line) => line.text.trim());
  if (/^(?:(?:table of )?contents|Inhalts(?:übersicht|verzeichnis))$/i.test(headings.at(-1) ?? '')) return true;
  const rows = texts.flatMap((text) => text.split('\n'));
  return rows.filter((row) => CONTENTS.test(row)).length > rows.length / 2;
}
