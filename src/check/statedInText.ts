/** What a text states, arranged for lookups. Made once for each source, for the question and for results of calculations. */
import { lettersOf } from '../text/letters.ts';
import { type Outline, outlineOf } from './passageLabels.ts';
import { statedDate, statedQuantity } from './valueKeys.ts';
import { type FoundCitation, pinsOf } from './values/legalCitations.ts';
import { normalise } from './values/normalise.ts';
import { readAtoms } from './values/readValues.ts';
import type { DateAtom, Quantity } from './values/value.ts';

export interface Evidence {
  /** The normalised text with its title. */
  readonly text: string;
  /** Letters and digits of the text only. */
  letters(): string;
  readonly keys: Set<string>;
  readonly quantities: readonly Quantity[];
  readonly dates: readonly DateAtom[];
  /** Sections that the text names, with the paths of subsections that it names of them. */
  readonly sections: ReadonlyMap<string, ReadonlySet<string>>;
  /** The section that the text is from, by its title. */
  readonly own: { readonly key: string; readonly base: string; readonly outline: Outline } | null;
  readonly outline: Outline;
  /** The parts that the title names without a section, "paragraph 54", as paths. */
  readonly titledParts: ReadonlySet<string>;
  /** Numbers of paragraphs at the start of a line, without brackets: `22`, `b34`. */
  readonly numberedParagraphs: ReadonlySet<string>;
  /** True if numbers may have their unit in the head of a table. */
  readonly tabular: boolean;
}

const NUMBERED = /^[ \t#]*(?:\d{1,4}(?:\.|-))*\.?([A-C]{0,2}\d{1,3}[A-Z]?)[.)]?(?=[ \t]+\S)/gm;

/** `section`: what stands below the title. */
export function evidenceOf(title: string, text: string, section = ''): Evidence {
  const head = normalise(section === '' ? title : `${title}\n${section}`).text;
  const body = normalise(text).text;
  const whole = head === '' ? body : `${head}\n${body}`;
  let letters: string | undefined;
  const { citations, dates, quantities } = readAtoms(whole);
  const keys = new Set([...quantities.flatMap(statedQuantity), ...dates.flatMap(statedDate)]);
  for (const { level, start, end } of citations) {
    const year = level === 'work' ? /\b(?:19|20)\d\d$/.exec(whole.slice(start, end))?.[0] : undefined;
    if (year !== undefined) keys.add(`year:${year}`);
  }
  const titled = citations.find(({ end, level }) => level === 'section' && end <= head.length);
  const named = titled?.pins ?? [];
  const below = partIn(normalise(section).text);
  // "(k)(1)" below "§ 168(k)"
  const parents = named.every((pin, level) => pin === below[level]) ? below : named;
  const mentions = citations.map((citation) => ({ ...citation, start: citation.start - (whole.length - body.length) }));
  const outline = outlineOf(
    body,
    parents,
    mentions.filter(({ start }) => start >= 0),
  );
  return {
    text: whole,
    letters() {
      letters ??= lettersOf(whole);
      return letters;
    },
    keys,
    quantities,
    dates,
    sections: sectionsOf(citations),
    own: titled?.key ? { key: titled.key, base: titled.base ?? titled.key, outline } : null,
    outline,
    titledParts: new Set(
      citations.filter(({ key, end }) => key === null && end <= head.length).map(({ pins }) => pins.join('.')),
    ),
    numberedParagraphs: new Set(Array.from(body.matchAll(NUMBERED), (match) => (match[1] ?? '').toLowerCase())),
    tabular: /\|.*\||\t/.test(body),
  };
}

/** A section may name the part: "(b) Limitations · (b)(1)". The last one is the deepest. */
function partIn(section: string): string[] {
  const parts = Array.from(section.matchAll(/(?<=^|[\s\u00b7\u203a>])(?:\(\w{1,6}\))+/gm), ([part]) => pinsOf(part));
  return parts.reduce((deepest, part) => (part.length >= deepest.length ? part : deepest), []);
}

function sectionsOf(citations: readonly FoundCitation[]): Map<string, Set<string>> {
  const sections = new Map<string, Set<string>>();
  for (const { key, base, pins, level } of citations) {
    if (key === null || level === 'work') continue;
    for (const one of new Set([key, ...prefixesOf(key), base ?? key])) {
      const paths = sections.get(one) ?? new Set();
      sections.set(one, paths);
      if (one === key) for (let depth = 1; depth <= pins.length; depth += 1) paths.add(pins.slice(0, depth).join('.'));
    }
  }
  return sections;
}

/** ASC 842-20-25 names ASC 842 and ASC 842-20 too. */
function prefixesOf(key: string): string[] {
  return /^[a-z]/.test(key) && !/^(?:rev|notice|ann)/.test(key)
    ? Array.from(key.slice(0, 60).matchAll(/(?<=\d)[-.]/g), ({ index }) => key.slice(0, index))
    : [];
}
