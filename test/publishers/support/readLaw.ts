import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEcfr } from '../../../src/publishers/formats/ecfr.ts';
import { readGii } from '../../../src/publishers/formats/gii.ts';
import { readUslm } from '../../../src/publishers/formats/uslm.ts';
import type { LawHeader, LawSection } from '../../../src/publishers/law.ts';

export const FIXTURES = join(import.meta.dirname, '../../fixtures/publishers');

export interface ReadLaw {
  readonly header: LawHeader;
  readonly sections: readonly LawSection[];
}

export type Format = 'uslm' | 'ecfr' | 'gii';

/** Reads a text in pieces of the given length, as it would arrive. */
export async function readLaw(format: Format, text: string, piece = 1000): Promise<ReadLaw> {
  const sections: LawSection[] = [];
  function* pieces() {
    for (let at = 0; at < text.length; at += piece) yield text.slice(at, at + piece);
  }
  const add = (section: LawSection) => void sections.push(section);
  const header =
    format === 'uslm'
      ? await readUslm(pieces(), add)
      : format === 'gii'
        ? await readGii(pieces(), add)
        : await readEcfr('26', pieces(), add);
  return { header, sections };
}

export function readFixture(name: string, folder = FIXTURES): Promise<ReadLaw> {
  const text = readFileSync(join(folder, name), 'utf8');
  return readLaw(formatOf(text), text, 64 * 1024);
}

export function formatOf(xml: string): Format {
  const head = xml.slice(0, 1000);
  if (head.includes('/uslm')) return 'uslm';
  return head.includes('<dokumente') ? 'gii' : 'ecfr';
}

/** All text of a law as the reader returns it. */
export function wordsOf({ sections }: ReadLaw): Map<string, number> {
  const texts = sections.flatMap(({ containers, label, heading, lines, footnotes, credit, notes }) => [
    ...containers,
    label,
    heading,
    ...lines.flatMap((line) => [line.label, line.text]),
    ...footnotes,
    credit,
    ...notes.flatMap((note) => [note.heading, ...note.lines]),
  ]);
  return count(texts.join(' '));
}

/**
 * The text of the XML itself, by patterns and without a parser. Tables of contents, metadata, marks of footnotes, and the headings of
 * chapters and parts that contain no section are left out.
 */
export function wordsOfXml(xml: string, format: Format): Map<string, number> {
  const kept =
    format === 'gii'
      ? xml
          .replace(/<SUP class="Rec">.*?<\/SUP>/g, '')
          .replace(/<metadaten>[\s\S]*?<\/metadaten>/g, (all) =>
            (all.match(/<(enbez|titel)[\s\S]*?<\/\1>/g) ?? []).join(' '),
          )
      : format === 'uslm'
        ? xml
            .replace(/<toc[\s>][\s\S]*?<\/toc>/g, '')
            .replace(/<meta>[\s\S]*?<\/meta>/, '')
            .replace(/<ref class="footnoteRef"[^>]*>.*?<\/ref>/g, '')
            .replace(/<sup>\d{1,2}<\/sup>/g, '')
        : xml.replace(/<(HEADER|CFRTOC|AMDDATE)[\s\S]*?<\/\1>/g, '');
  const spaced = withoutEmptyParts(kept)
    .replace(/<!DOCTYPE[^>]*>/, '')
    .replace(
      /<\/?(?:\w+:)?(?:p|P|num|heading|content|chapeau|continuation|td|th|br|note|paragraph|subparagraph|footnote|label|listItem|listContent|designator|LA|DT|DD|row|entry|Title|BR|pre|norm|Ident|Content|FP|HED|PSPACE|TD|TH|HEAD|DIV|EXTRACT)\b/g,
      ' $&',
    )
    .replace(/<[^>]+>/g, '')
    .replace(/&#x([0-9a-f]+);/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
  return count(spaced);
}

/** The headings of a part stand with its sections, so those of a part without a section are nowhere. Its notes stay. */
function withoutEmptyParts(xml: string): string {
  const shorter = xml
    .replace(
      /<(subtitle|chapter|subchapter|part|subpart)\b[^>]*>\s*<num\b[^>]*>[^\n]*?<\/num>\s*<heading\b[^>]*>(?:(?!<\/heading>)[\s\S])*<\/heading>((?:(?!<section\b)[\s\S])*?)<\/\1>/g,
      '$2',
    )
    .replace(/<(DIV[1-7])\b[^>]*>\s*<HEAD>(?:(?!<\/HEAD>)[\s\S])*<\/HEAD>((?:(?!<DIV[89]\b)[\s\S])*?)<\/\1>/g, '$2');
  return shorter === xml ? xml : withoutEmptyParts(shorter);
}

function count(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const word of text.split(/[\s\u00a0\u2000-\u200a\u202f|]+/))
    if (word !== '') words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

/** The share of the words of `all` that `found` has as often. */
export function shareOf(found: ReadonlyMap<string, number>, all: ReadonlyMap<string, number>): number {
  let total = 0;
  let have = 0;
  for (const [word, times] of all) {
    total += times;
    have += Math.min(times, found.get(word) ?? 0);
  }
  return have / total;
}
