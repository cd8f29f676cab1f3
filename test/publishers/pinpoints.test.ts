import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { seeded } from '../../scripts/support/seeded.ts';
import type { LawSection } from '../../src/publishers/law.ts';
import { sectionFile, wholeLawFile } from '../../src/publishers/lawFile.ts';
import { gesetze } from '../../src/publishers/list/gesetze.ts';
import { usCode } from '../../src/publishers/list/usCode.ts';
import { toPassageDocument } from '../../src/service/documents/passages.ts';
import { readMarkdown } from '../../src/service/documents/readMarkdown.ts';
import { lettersOf } from '../../src/text/letters.ts';
import { type Pinpoint, pinpointsOf } from './support/pinpoints.ts';
import { FIXTURES, type Format, formatOf, readFixture } from './support/readLaw.ts';

const SEED = 20261123;
/** Pinpoints that are drawn of each format. */
const DRAWN = 20;
/** Letters of the label that may stand in front of the text: "(viii)". */
const LONGEST_LABEL = 12;
/** A folder with more files of publishers, if there is one. */
const MORE = process.env.FISCAL_AUTHORITIES_FOLDER ?? '';

/**
 * What the marks "(a)", "(2)(i)" of each paragraph with a mark stand for, as a person reads them; in the order of the section. The
 * publisher gives no identifiers.
 */
const READ_BY_EYE: Readonly<Record<string, string>> = {
  '1.263(a)-2':
    'a b b.1 b.2 b.3 b.4 c.1 c.2 d.1 d.2 e.1 e.2 f.1 f.2.i f.2.ii f.2.ii.A f.2.ii.B f.2.ii.C f.2.ii.D f.2.ii.E f.2.ii.F f.2.ii.G f.2.ii.H f.2.ii.I f.2.ii.J f.2.ii.K f.2.iii.A f.2.iii.B f.2.iv.A f.2.iv.B f.3.i f.3.ii f.3.iii f.4 g h.1 h.2 i j.1 j.2.i j.2.ii j.3',
  '51.1': 'a b b.1 b.2 b.3 b.4 c c.1 c.2 d e f',
  '51.3': 'a.1 a.2 b b.1 b.2 b.3 b.4 b.5 c',
  '51.5': 'a a.1 a.2 b b.1 b.2 b.3 b.4 b.5 c',
  '51.7': 'a a.1 a.2.i a.2.ii a.3 a.3.i a.3.ii b c c.1 c.2',
  '51.9': 'a b b.1 b.2 b.3 b.4 b.5 c c.1 c.2 c.3',
  '51.11': 'a a.1 a.2 a.3 b',
  '304.1': 'a b c',
  '304.2': 'a b c',
  '304.3': 'a b.1 b.2 c d',
  '304.4': 'a b b.1 b.2 c d e',
  '304.10': 'a b',
  '304.20': 'a b b.1 b.2 b.3 b.4',
};

interface Drawn extends Pinpoint {
  readonly file: string;
}

/** The pinpoints of a file, with the paths that its marks stand for. Null if nobody has read its marks. */
function statedIn(path: string): { format: Format; pinpoints: Drawn[] } | null {
  const xml = readFileSync(path, 'utf8');
  const format = formatOf(xml);
  const found = pinpointsOf(xml, format).map((one) => ({ ...one, file: path }));
  if (format !== 'ecfr') return { format, pinpoints: found };
  const sections = Map.groupBy(found, ({ section }) => section);
  if (![...sections.keys()].every((section) => section in READ_BY_EYE)) return null;
  const pinpoints = [...sections].flatMap(([section, marks]) => {
    const paths = READ_BY_EYE[section]?.split(' ') ?? [];
    if (paths.length !== marks.length) throw new Error(`${section} has ${marks.length} marks.`);
    return marks.map((mark, at) => ({ ...mark, path: paths[at] ?? '' }));
  });
  return { format, pinpoints };
}

const files = [
  ...readdirSync(FIXTURES)
    .filter((name) => name.endsWith('.xml'))
    .map((name) => join(FIXTURES, name)),
  ...(existsSync(MORE) ? globSync(join(MORE, '**/*.xml')) : []),
].filter((path) => !/gii-toc/.test(path));

/** `DRAWN` of the format. */
function draw(format: Format): Drawn[] {
  const all = files.flatMap((file) => {
    const stated = statedIn(file);
    return stated?.format === format ? stated.pinpoints : [];
  });
  const random = seeded(SEED);
  return Array.from({ length: DRAWN }, () => all.splice(Math.floor(random() * all.length), 1)).flat();
}

/** The letters that the library has at each path: of a line and of those that continue it, or of a heading and the line below it. */
function textsOf(section: LawSection, format: Format): { path: string; letters: string }[] {
  const facts = { title: `${section.label} ${section.heading}`, date: 'x', jurisdiction: 'x', url: 'x' };
  const written =
    format === 'gii'
      ? wholeLawFile([section], { ...facts, abbreviation: 'X' }, gesetze.headings, [])
      : sectionFile(section, { ...facts, abbreviation: '' }, usCode.headings);
  const { passages } = toPassageDocument(readMarkdown(written), '/law/section.md');
  const texts: { path: string; letters: string }[] = [];
  let before = '';
  for (const { text, marks, headings, pins } of passages) {
    const heading = headings.at(-1) ?? '';
    const own = pins.find((pin) => heading.startsWith(`(${pin})`));
    if (heading !== before && own !== undefined) texts.push({ path: own, letters: lettersOf(heading) });
    before = heading;
    const lines = text.split('\n');
    for (const [at, { path, offset }] of marks.entries()) {
      const letters = lettersOf(lines.slice(offset, marks[at + 1]?.offset).join('\n'));
      const last = texts.at(-1);
      if (last?.path === path) last.letters += letters;
      else texts.push({ path, letters });
    }
  }
  return texts;
}

it.each(['uslm', 'ecfr', 'gii'] as const)(
  'of the format %s, 20 pinpoints chosen at random have the text in the library that the publisher has there',
  async (format) => {
    const drawn = draw(format);
    expect(drawn).toHaveLength(DRAWN);
    const wrong: string[] = [];
    const laws = new Map<string, ReturnType<typeof readFixture>>();
    for (const { file, section, path, begins } of drawn) {
      const read = laws.get(file) ?? readFixture(basename(file), dirname(file));
      laws.set(file, read);
      const own = (await read).sections.filter(({ number }) => number === section.replace(/[\u2010-\u2013]/g, '-'));
      const found = own.flatMap((one) => textsOf(one, format)).filter((one) => one.path === path);
      // The law may have two paragraphs of one number.
      const isThere = found.some(({ letters }) => {
        const at = letters.indexOf(begins);
        return at >= 0 && at <= LONGEST_LABEL;
      });
      if (!isThere) wrong.push(`§ ${section} ${path}: ${begins}`);
    }
    expect(wrong).toEqual([]);
  },
);
