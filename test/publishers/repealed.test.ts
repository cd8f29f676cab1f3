import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AuthorityStore, createAuthorityStore } from '../../src/publishers/authorityStore.ts';
import { findWork } from '../../src/publishers/publishers.ts';
import { importLaw } from '../../src/publishers/takeLaw.ts';
import { ask, researcher } from '../service/research/asking.ts';
import { temporaryFolder } from '../service/temporary.ts';
import { FIXTURES } from './support/readLaw.ts';

/** The publisher's list of works has no title 24. */
const TITLE = readFileSync(join(FIXTURES, 'usc24@117-80.cut.xml'), 'utf8')
  .replaceAll('/us/usc/t24', '/us/usc/t26')
  .replace('<docNumber>24<', '<docNumber>26<');

async function takeTitle(): Promise<{ store: AuthorityStore; removed: readonly { title: string; status: string }[] }> {
  const store = createAuthorityStore(temporaryFolder());
  const path = join(temporaryFolder(), 'usc26.xml');
  writeFileSync(path, TITLE);
  const chosen = findWork('usc26');
  if (!chosen) throw new Error('missing');
  const options = { store, signal: new AbortController().signal, now: () => new Date(), onProgress: () => {} };
  const { manifest } = await importLaw(chosen, path, options);
  return { store, removed: (await store.sections(manifest)).filter(({ status }) => status !== '') };
}

describe('sections that the publisher calls repealed or omitted', () => {
  it('are answered with what the publisher states, and said not to be in force, if the question cites them', async () => {
    const { store, removed } = await takeTitle();
    expect(new Set(removed.map(({ status }) => status))).toEqual(new Set(['repealed', 'omitted']));
    const library = researcher({ folders: [store.lawFolder] });
    for (const { title, status } of removed) {
      const number = /\d+\w*/.exec(title)?.[0];
      const { text, sources } = await ask(library, `What does § ${number} say?`, 'tax_research_fast_research');
      expect(text, title).toMatch(new RegExp(`^According to its text, §+ ${number}\\b.* is not in force \\[1\\]\\.`));
      expect(sources[0]?.snippet, title).toContain(`[${status}]`);
      expect(sources.map((source) => source.title).every((one) => one.startsWith(title.split('.')[0] ?? ''))).toBe(
        true,
      );
    }
  });

  it('are not quoted if the question does not cite them', async () => {
    const { store, removed } = await takeTitle();
    const library = researcher({ folders: [store.lawFolder] });
    for (const question of [
      'What was repealed in 1944?',
      'Which sections are omitted?',
      'Is the naval hospital fund repealed?',
    ]) {
      const { sources } = await ask(library, question, 'tax_research_fast_research');
      for (const { snippet } of sources) expect(snippet, question).not.toMatch(/^\[(?:repealed|omitted)\]/);
    }
    expect(removed.length).toBeGreaterThan(5);
  });

  it('are found by each number of a range', async () => {
    const { store, removed } = await takeTitle();
    const library = researcher({ folders: [store.lawFolder] });
    const ranges = removed.filter(({ title }) => title.startsWith('§§'));
    expect(ranges.length).toBeGreaterThan(0);
    for (const { title } of ranges) {
      const last = Array.from(title.split('.')[0]?.matchAll(/\d+[a-z]?/g) ?? []).at(-1)?.[0];
      const { text, sources } = await ask(library, `What does § ${last} say?`);
      expect(text, title).toMatch(new RegExp(`^According to its text, § ${last} is not in force \\[1\\]\\.`));
      expect(sources[0]?.title, title).toContain(title.split('.')[0]);
    }
  });

  it('are recognized in a German law', async () => {
    const folder = temporaryFolder();
    const sections = [
      '##### § 1 Steuergegenstand',
      'Der Steuer unterliegt der Gewerbebetrieb.',
      '##### § 2 (weggefallen)',
    ];
    const more = ['##### § 3 Befreiungen', 'Von der Steuer befreit ist die Deutsche Bundesbank.'];
    const head = ['---', 'title: Gewerbesteuergesetz (GewStG)', 'kind: law', 'abbreviation: GewStG', '---'].join('\n');
    writeFileSync(join(folder, 'gewstg.md'), [head, ...sections, ...more].join('\n\n'));
    const { text, sources } = await ask(researcher({ folders: [folder] }), 'Was regelt § 2 GewStG?');
    expect(text).toMatch(/^According to its text, § 2 GewStG.* is not in force \[1\]\./);
    expect(sources[0]?.snippet).toBe('§ 2 (weggefallen)');
  });

  it.each(['(weggefallen)', '-'])('are recognized in a German law with the text "%s"', async (body) => {
    const folder = temporaryFolder();
    const head = ['---', 'title: Gewerbesteuergesetz (GewStG)', 'kind: law', 'abbreviation: GewStG', '---'].join('\n');
    const heading = body === '-' ? '##### § 2 (weggefallen)' : '##### § 2';
    const sections = ['##### § 1 Steuergegenstand', 'Der Steuer unterliegt der Gewerbebetrieb.', heading, body];
    writeFileSync(join(folder, 'gewstg.md'), [head, ...sections].join('\n\n'));
    const library = researcher({ folders: [folder] });
    const { text, sources } = await ask(library, 'Was regelt § 2 GewStG?');
    expect(text).toMatch(/^According to its text, § 2 GewStG is not in force \[1\]\./);
    expect(sources[0]?.snippet).toBe(body);
    const other = await ask(library, 'Welcher Gewerbebetrieb ist weggefallen?');
    expect(other.sources.map(({ snippet }) => snippet)).not.toContain(body);
  });

  it('are recognized by each number of a range of a German law', async () => {
    const folder = temporaryFolder();
    const head = ['---', 'title: Gewerbesteuergesetz (GewStG)', 'kind: law', 'abbreviation: GewStG', '---'].join('\n');
    const sections = [
      '##### § 1 Steuergegenstand',
      'Der Steuer unterliegt der Gewerbebetrieb.',
      '##### (XXXX) §§ 12 bis 14b (weggefallen)',
      '##### § 15 Befreiungen',
      'Von der Steuer befreit ist die Deutsche Bundesbank.',
    ];
    writeFileSync(join(folder, 'gewstg.md'), [head, ...sections].join('\n\n'));
    const library = researcher({ folders: [folder] });
    for (const number of ['12', '13', '14', '14a', '14b']) {
      const { text, sources } = await ask(library, `Was regelt § ${number} GewStG?`);
      expect(text).toContain(`According to its text, § ${number} GewStG is not in force [1].`);
      expect(sources[0]?.snippet).toBe('(XXXX) §§ 12 bis 14b (weggefallen)');
    }
    for (const number of ['11', '14c', '16']) {
      const { text } = await ask(library, `Was regelt § ${number} GewStG?`);
      expect(text).toContain(`Not in the library: § ${number} GewStG.`);
    }
  });
});
