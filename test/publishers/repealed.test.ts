import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createAuthorityStore } from '../../src/publishers/authorityStore.ts';
import { findWork } from '../../src/publishers/publishers.ts';
import { importLaw } from '../../src/publishers/takeLaw.ts';
import { ask, researcher } from '../service/research/asking.ts';
import { temporaryFolder } from '../service/temporary.ts';
import { FIXTURES } from './support/readLaw.ts';

/** The publisher's list of works has no title 24. */
const TITLE = readFileSync(join(FIXTURES, 'usc24@117-80.cut.xml'), 'utf8')
  .replaceAll('/us/usc/t24', '/us/usc/t26')
  .replace('<docNumber>24<', '<docNumber>26<');

it('of sections that the publisher calls repealed or omitted, only the note on their repeal is quoted', async () => {
  const store = createAuthorityStore(temporaryFolder());
  const path = join(temporaryFolder(), 'usc26.xml');
  writeFileSync(path, TITLE);
  const chosen = findWork('usc26');
  if (!chosen) throw new Error('missing');
  const options = { store, signal: new AbortController().signal, now: () => new Date(), onProgress: () => {} };
  const { manifest } = await importLaw(chosen, path, options);
  const removed = (await store.sections(manifest)).filter(({ status }) => status !== '');
  expect(new Set(removed.map(({ status }) => status))).toEqual(new Set(['repealed', 'omitted']));
  const library = researcher({ folders: [store.lawFolder] });
  const quoted: { readonly title: string; readonly part: string }[] = [];
  for (const { title } of removed) {
    const number = /\d+\w*/.exec(title)?.[0];
    for (const question of [title, `What does § ${number} say?`]) {
      const { sources } = await ask(library, question, 'tax_research_fast_research');
      quoted.push(...sources.map((source) => ({ title: source.title, part: source.section ?? '' })));
    }
  }
  const titles = new Set(removed.map(({ title }) => title));
  const parts = quoted.filter(({ title }) => titles.has(title)).map(({ part }) => part);
  expect(quoted.length).toBeGreaterThan(parts.length);
  expect(new Set(parts)).toEqual(new Set(['Effective Date of Repeal']));
});
