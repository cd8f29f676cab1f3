import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createAuthorityStore } from '../../src/publishers/authorityStore.ts';
import { compareLaws, recordOf } from '../../src/publishers/compareLaws.ts';
import { outdatedSources } from '../../src/publishers/outdatedQuotations.ts';
import { findWork } from '../../src/publishers/publishers.ts';
import { replacedLines } from '../../src/publishers/replacedLines.ts';
import { lookUpOffer, takeLaw } from '../../src/publishers/takeLaw.ts';
import { lettersOf } from '../../src/text/letters.ts';
import { makeZip } from '../service/documents/support/makeOffice.ts';
import { ask, researcher } from '../service/research/asking.ts';
import { temporaryFolder } from '../service/temporary.ts';
import { amend } from './support/amend.ts';
import { playPublishers } from './support/playPublishers.ts';
import { FIXTURES, type Format, readLaw } from './support/readLaw.ts';

const fixture = (name: string) => readFileSync(join(FIXTURES, name), 'utf8');
/** The publisher's list of works has no title 9. */
const asTitle11 = (xml: string) => xml.replaceAll('/us/usc/t9', '/us/usc/t11');
const OLDER = asTitle11(fixture('usc09@117-80.xml'));
const NEWER = asTitle11(fixture('usc09@119-100.sections.xml'));
const PART = fixture('title-1-part-51@2024-05-17.xml');

async function recordsOf(format: Format, xml: string) {
  const { sections } = await readLaw(format, xml);
  return sections
    .filter(({ number }) => number !== '')
    .map((one) => recordOf(one, `${one.label} ${one.heading}`, `${one.number}.md`));
}

/** `text 2` */
async function changesBetween(format: Format, older: string, newer: string): Promise<string[]> {
  const changes = compareLaws(await recordsOf(format, older), await recordsOf(format, newer));
  return changes.map(({ kind, id }) => `${kind} ${id.replace(/^.*\/s/, '')}`);
}

it('the versions of title 9 before and after Public Law 117-90 differ in the sections that the law changed', async () => {
  expect(await changesBetween('uslm', OLDER, NEWER)).toEqual([
    'notes 1',
    'text 2',
    'text 208',
    'text 307',
    'added 401',
    'added 402',
  ]);
});

it('a version of the CFR in which the publisher replaced dashes differs in its typography only', async () => {
  const [before, after] = ['before', 'after'].map((name) => fixture(`ECFR-title1@2024-03-${name}.cut.xml`));
  const changes = await changesBetween('ecfr', before ?? '', after ?? '');
  expect(changes).toEqual(['typography 304.2', 'typography 304.3']);
});

it.each([
  ['United States Code', 'uslm', OLDER],
  ['Code of Federal Regulations', 'ecfr', PART],
  ['bulk data of the CFR', 'ecfr', fixture('ECFR-title1@2024-03-after.cut.xml')],
] as const)('two versions of the %s differ exactly by the changes that were made', async (_name, format, xml) => {
  const kinds = new Set<string>();
  for (let seed = 1; seed <= 30; seed += 1) {
    const { xml: newer, made } = amend(xml, format, seed);
    expect(await changesBetween(format, xml, newer), `seed ${seed}`).toEqual(made);
    for (const one of made) kinds.add(one.split(' ')[0] ?? '');
  }
  expect([...kinds].sort()).toEqual(['added', 'notes', 'removed', 'text', 'typography']);
});

const DOWNLOAD = 'uscode.house.gov/download';
const TITLES = 'www.ecfr.gov/api/versioner/v1';

/** Takes a work from its publisher, which offers the versions one after the other. */
async function takeVersions(work: string, versions: readonly string[]) {
  const played = await playPublishers();
  const store = createAuthorityStore(temporaryFolder());
  const chosen = findWork(work);
  if (!chosen) throw new Error(work);
  const network = { userAgent: 'Fiscal/1', mirror: played.mirror, log: () => {}, sleep: async () => {} };
  const signal = new AbortController().signal;
  let at = 0;
  return {
    store,
    async next() {
      const xml = versions[at] ?? '';
      at += 1;
      const day = `2026-0${at}-01`;
      const page = `<h3>Public Law 119-${at} (0${at}/01/2026)</h3><a href="xml_uscAll@119-${at}.zip">`;
      played.on(`${DOWNLOAD}/download.shtml`, { body: page });
      played.on(`${DOWNLOAD}/releasepoints/us/pl/119/${at}/xml_usc11@119-${at}.zip`, {
        body: makeZip({ 'usc11.xml': xml }),
      });
      const titles = JSON.stringify({ titles: [{ number: 17, up_to_date_as_of: day }] });
      played.on(`${TITLES}/titles.json`, { body: titles });
      played.on(`${TITLES}/full/${day}/title-17.xml?part=210`, { body: xml });
      const offer = await lookUpOffer(chosen, network, signal);
      return takeLaw(chosen, offer, network, { store, signal, now: () => new Date(), onProgress: () => {} });
    },
  };
}

it('an answer from a section that a new version of the Code changed is outdated, and one from another section is not', async () => {
  const { store, next } = await takeVersions('usc11', [OLDER, NEWER]);
  await next();
  const library = researcher({ folders: [store.lawFolder] });
  const changed = await ask(library, 'When is a written provision to settle a controversy by arbitration enforceable?');
  const kept = await ask(library, 'Within which time may a party apply for an order confirming the award?');
  expect(changed.text).toContain('shall be valid, irrevocable, and enforceable');
  expect(kept.text).toContain('within one year after the award is made');
  expect((await next()).changes).toHaveLength(6);
  const replaced = await replacedLines(store);
  const outdated = ({ sources }: typeof kept) =>
    outdatedSources(
      sources
        .filter(({ snippet }) => /irrevocable|within one year/.test(snippet))
        .map(({ path, line, endLine, ...source }) => ({ ...source, location: { path, line, endLine } })),
      replaced,
    ).map(({ path }) => path);
  expect(outdated(changed)).toEqual([join(store.lawFolder, 'usc11/2.md')]);
  expect(outdated(kept)).toEqual([]);
});

it.each([
  ['United States Code', 'usc11', 'uslm', OLDER],
  ['Code of Federal Regulations', 'cfr17-210', 'ecfr', PART],
] as const)(
  'of the answers from all lines of the %s, exactly those are outdated whose line has another word in the next version',
  async (_name, work, format, xml) => {
    const versions = Array.from({ length: 60 }, (_, seed) => amend(xml, format, seed, false));
    const amended = versions.find(({ made }) => made.length > 1 && made.some((one) => one.startsWith('text ')));
    const { xml: newer, made } = amended ?? { xml: '', made: [] };
    const { store, next } = await takeVersions(work, [xml, newer]);
    const { manifest } = await next();
    const answers = (await store.sections(manifest)).flatMap(({ file }) => {
      const path = join(store.lawFolder, work, file);
      const body = readFileSync(path, 'utf8')
        .replace(/^---\n[\s\S]*?\n---\n/, '')
        .replace(/<!-- pinpoints.*/, '');
      const lines = body.split('\n').filter((line) => lettersOf(line).length >= 25);
      return lines.map((snippet) => ({ file, snippet, location: { path } }));
    });
    expect((await next()).changes?.map(({ kind }) => kind)).toEqual(made.map((one) => one.split(' ')[0]));
    const replaced = await replacedLines(store);
    const outdated = answers.filter((answer) => outdatedSources([answer], replaced).length > 0);
    const files = made.flatMap((one) => (one.startsWith('text ') ? [`${one.slice(5)}.md`] : []));
    expect(outdated.map(({ file }) => file)).toEqual(files);
    for (const { snippet, location } of outdated) {
      expect(readFileSync(location.path, 'utf8').includes(snippet)).toBe(false);
      expect(readFileSync(location.path, 'utf8')).toContain('amendedword');
    }
  },
);
