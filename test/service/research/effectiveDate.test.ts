import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { createAuthorityStore } from '../../../src/publishers/authorityStore.ts';
import { findWork } from '../../../src/publishers/publishers.ts';
import { importLaw } from '../../../src/publishers/takeLaw.ts';
import { createPassageFinder } from '../../../src/service/research/passageFinder.ts';
import type { Candidate } from '../../../src/service/search/chooseQuotables.ts';
import { effectiveDateOf } from '../../../src/service/search/effectiveDate.ts';
import { FIXTURES } from '../../publishers/support/readLaw.ts';
import { open, temporaryFolder } from '../temporary.ts';
import { ask, researcher } from './asking.ts';

/** The folder of laws with § 179 and its notes. */
async function takeCode(): Promise<string> {
  const store = createAuthorityStore(temporaryFolder());
  const chosen = findWork('usc26');
  if (!chosen) throw new Error('usc26');
  await importLaw(chosen, join(FIXTURES, 'usc26@119-100.two.xml'), {
    store,
    signal: new AbortController().signal,
    now: () => new Date(),
    onProgress: () => {},
  });
  return store.lawFolder;
}

it('an answer from a section of the Code quotes since when the latest change of the section applies, with its place', async () => {
  const library = researcher({ folders: [await takeCode()] });
  const { sources, text } = await ask(library, 'What is the dollar limitation of section 179?');
  expect(sources[0]?.snippet).toContain('$2,500,000');
  const note = sources.findIndex(({ title }) => title.endsWith(' · Effective Date of 2025 Amendment'));
  expect(sources[note]?.snippet).toContain('in taxable years beginning after December 31, 2024.”');
  expect(text).toContain(`in taxable years beginning after December 31, 2024.” [${note + 1}]`);
});

it('a language model gets the note that says since when the latest change of the best section applies', async () => {
  const library = open({ folders: [await takeCode()] });
  await library.ready();
  const finder = createPassageFinder(library, new AbortController().signal);
  const found = await finder.search(plainQuestion('What is the dollar limitation of section 179?'), 3);
  const [note] = await finder.related(found, 1);
  expect(note?.heading).toContain('Effective Date of 2025 Amendment');
  expect(note?.text).toContain('in taxable years beginning after December 31, 2024.”');
});

const candidate = (id: number, heading: string, authority = '179') =>
  ({
    document: { id, authority, isAuthority: true, date: '2026-06-26, Public Law 119-100' },
    quotable: { headings: [heading] },
  }) as unknown as Candidate;

it.each([
  ['a recent change', '2025', [], true],
  ['a change that applies to all open years', '2004', [], false],
  ['an old change that is newer than the year of the question', '2004', ['2001'], true],
  ['an old change that the year of the question has', '2004', ['2019'], false],
])('%s is stated: %s, %j, %j', (_what, year, years, isStated) => {
  const quoted = candidate(1, '(b) Limitations');
  const note = candidate(1, `Effective Date of ${year} Amendment`);
  const nodes = [quoted, candidate(2, 'Effective Date of 2025 Amendment'), note];
  expect(effectiveDateOf(quoted, nodes, years)).toBe(isStated ? note : null);
});
