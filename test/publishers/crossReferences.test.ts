import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { citationName } from '../../src/authority/citationName.ts';
import { citationsIn } from '../../src/authority/citationsIn.ts';
import { ownLawOf } from '../../src/authority/ownLaw.ts';
import { citationsOf } from '../../src/extension/citations/fileCitations.ts';
import { createAuthorityStore } from '../../src/publishers/authorityStore.ts';
import { findWork } from '../../src/publishers/publishers.ts';
import { importLaw } from '../../src/publishers/takeLaw.ts';
import { fakeDocument } from '../extension/citations/fakeDocument.ts';
import { ask, researcher } from '../service/research/asking.ts';
import { temporaryFolder } from '../service/temporary.ts';
import { FIXTURES, readLaw } from './support/readLaw.ts';

const fixture = (name: string) => readFileSync(join(FIXTURES, name), 'utf8');
const TITLE_9 = fixture('usc09@119-100.sections.xml');
/** The publisher's list of works has no title 9. */
const asTitle = (number: number) =>
  TITLE_9.replaceAll('/us/usc/t9', `/us/usc/t${number}`).replace('<docNumber>9<', `<docNumber>${number}<`);
const TITLE_11 = asTitle(11);
/** Nor has it part 51. */
const PART_210 = fixture('title-1-part-51@2024-05-17.xml').replace('<DIV5 N="51"', '<DIV5 N="210"');

/** A library of laws that were taken from files of their publishers. */
async function libraryOf(laws: Readonly<Record<string, string>>) {
  const store = createAuthorityStore(temporaryFolder());
  const folder = temporaryFolder();
  const options = { store, signal: new AbortController().signal, now: () => new Date(), onProgress: () => {} };
  for (const [work, xml] of Object.entries(laws)) {
    const chosen = findWork(work);
    if (!chosen) throw new Error(work);
    writeFileSync(join(folder, work), xml);
    await importLaw(chosen, join(folder, work), options);
  }
  const library = researcher({ folders: [store.lawFolder] });
  const textOf = (file: string) => readFileSync(join(store.lawFolder, file), 'utf8');
  /** What the references of a file lead to, where the library has it: `section 201 -> usc11/201.md:13`. */
  async function opened(file: string): Promise<string[]> {
    const references = citationsOf(fakeDocument(textOf(file)));
    const { found } = await library.lookUp(references, 100);
    return references.flatMap(({ text }, at) => {
      const passage = found[at];
      if (passage?.match !== 'exact') return [];
      return [`${text} -> ${passage.path.slice(store.lawFolder.length + 1)}:${passage.line}`];
    });
  }
  return { library, textOf, opened };
}

it('the references that the publisher marks in the text of title 9 are read as what they refer to', async () => {
  const marked = TITLE_9.replace(/<ref\b[^>]*href="(\/us\/usc\/[^"]+)"[^>]*>([^<]*)<\/ref>/g, '$2⟦$1⟧');
  const read: string[] = [];
  const expected: string[] = [];
  for (const { number, lines } of (await readLaw('uslm', marked)).sections) {
    const law = ownLawOf(`---\ntitle: 9 U.S.C. § ${number}. Arbitration\nkind: law\n---\n`);
    if (!law) throw new Error(number);
    for (const { text } of lines) {
      const plain = text.replace(/⟦[^⟧]*⟧/g, '');
      const citations = citationsIn(plain, { law, notesFrom: plain.length });
      let at = 0;
      for (const [index, piece] of text.split(/[⟦⟧]/).entries()) {
        if (index % 2 === 0) {
          at += piece.length;
          continue;
        }
        const [, title, section = '', pin = ''] = /^\/us\/usc\/t(\d+)\/s([^/]+)\/?(.*)$/.exec(piece) ?? [];
        expected.push(`${title} usc ${section} ${pin.replaceAll('/', '.')}`);
        const before = citations.findLast(({ start }) => start < at);
        read.push(`${before?.key} ${before?.pin}`);
      }
    }
  }
  expect(expected).toHaveLength(14);
  expect(read).toEqual(expected);
});

it('a reference in a law opens the section of that law, also if the Code has a section with the same number', async () => {
  const { library, opened } = await libraryOf({
    usc26: fixture('usc26@119-73.s2.xml'),
    usc11: TITLE_11,
    solzg_1995: fixture('BJNR097500993@20250102221509.xml'),
    'cfr17-210': PART_210,
  });
  await ask(library, 'Which agreements fall under the Convention?');
  // The title of the file is a citation of itself, in its front matter and in its heading.
  expect((await opened('usc11/202.md')).slice(2)).toEqual([
    'section 2 -> usc11/2.md:13',
    'section 201 -> usc11/201.md:13',
  ]);
  expect((await opened('usc11/306.md')).slice(2)).toEqual([
    'subsection (b) -> usc11/306.md:15',
    'section 301 -> usc11/301.md:13',
  ]);
  expect(await opened('usc11/302.md')).toContain('205 -> usc11/205.md:13');
  expect((await opened('cfr17-210/51.3.md')).slice(2)).toEqual([
    '§ 51.5(a) -> cfr17-210/51.5.md:13',
    '§ 51.7 -> cfr17-210/51.7.md:13',
    '§ 51.5(b)(2) -> cfr17-210/51.5.md:23',
    '§ 51.9 -> cfr17-210/51.9.md:13',
    '§ 51.5 -> cfr17-210/51.5.md:13',
  ]);
  expect(await opened('solzg_1995/solzg_1995.md')).toContain('§ 3 Absatz 3 -> solzg_1995/solzg_1995.md:80');
  expect(await opened('usc26/2.md')).toContain('subsection (a)(3) -> usc26/2.md:33');
});

it('a section of an act in the credits of a law is no reference, and the name of each reference is the same one', async () => {
  const { textOf } = await libraryOf({ usc26: fixture('usc26@119-100.two.xml'), usc11: TITLE_11 });
  for (const file of ['usc26/179.md', 'usc26/6055.md', 'usc11/202.md', 'usc11/16.md']) {
    const text = textOf(file);
    const notes = text.indexOf('\n## Source');
    expect(text.slice(notes)).toMatch(/§ ?\d/);
    const references = citationsOf(fakeDocument(text));
    for (const { start, text: written } of references) {
      if (start > notes) expect(text.slice(start, start + 60)).toMatch(/of this title|of title \d|U\.S\.C\./);
      expect(text.slice(start, start + written.length)).toBe(written);
    }
    const again = references.map((reference) => citationsIn(citationName(reference))[0]);
    expect(again.map((cited) => [cited?.key, cited?.pin])).toEqual(references.map(({ key, pin }) => [key, pin]));
  }
});

it('deep research follows a reference in a title to the section that it names, and quotes it', async () => {
  const { library } = await libraryOf({ usc26: asTitle(26) });
  const question = 'May a court appoint arbitrators under section 206 in accordance with the agreement?';
  const { steps, sources } = await ask(library, question, 'tax_research_deep_research');
  expect(steps).toContain('Following § 201, referred to in § 206');
  expect(sources.map(({ title }) => title)).toContain('§ 201. Enforcement of Convention');
});
