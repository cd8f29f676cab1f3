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

describe('a question that cites what is not in force', () => {
  async function libraryOf(work: string, xml: string) {
    const store = createAuthorityStore(temporaryFolder());
    const path = join(temporaryFolder(), 'law.xml');
    writeFileSync(path, xml);
    const chosen = findWork(work);
    if (!chosen) throw new Error(work);
    await importLaw(chosen, path, {
      store,
      signal: new AbortController().signal,
      now: () => new Date('2026-11-01'),
      onProgress: () => {},
    });
    return researcher({ folders: [store.lawFolder] });
  }
  const usc = (sections: string) =>
    `<uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0"><meta><docNumber>26</docNumber><docPublicationName>Online@119-100</docPublicationName></meta><main><title>${sections}</title></main></uscDoc>`;
  const section = (number: string, label: string, heading: string, rest = '', status = '') =>
    `<section identifier="/us/usc/t26/s${number}"${status === '' ? '' : ` status="${status}"`}><num value="${number}">${label}</num><heading> ${heading}</heading>${rest}</section>`;
  const inForce = section(
    '1',
    '§ 1.',
    'Tax imposed',
    '<subsection identifier="/us/usc/t26/s1/a"><num value="a">(a)</num><heading> Individuals</heading><content>There is imposed on the income of every individual a tax of ten percent.</content></subsection><subsection identifier="/us/usc/t26/s1/b" status="repealed"><num value="b">[(b)</num><heading> Repealed. Pub. L. 94–455]</heading></subsection><subsection identifier="/us/usc/t26/s1/c"><num value="c">(c)</num><chapeau>For other persons the tax is—</chapeau><paragraph identifier="/us/usc/t26/s1/c/1"><num value="1">(1)</num><content> twelve percent, and</content></paragraph><paragraph identifier="/us/usc/t26/s1/c/2" status="repealed"><num value="2">[(2)</num><content> Repealed. Pub. L. 1–1]</content></paragraph></subsection>',
  );
  const CODE = usc(
    [
      inForce,
      section(
        '2',
        '[§ 2.',
        'Transferred]',
        '<notes><note topic="codification"><heading>Codification</heading><p>Reclassified as section 1402 of this title.</p></note></notes>',
        'transferred',
      ),
      section('3...5', '[§§ 3 to 5.', 'Repealed. Pub. L. 94–455]', '', 'repealed'),
      section('8', '[§ 8.', 'Renumbered § 1412]', '', 'renumbered'),
      section('9', '[§ 9.', 'Vacant]', '', 'vacant'),
      section('10', '[§ 10.', 'Terminated effective January 1, 1990]'),
      section('36A', '[§ 36A.', 'Repealed. Pub. L. 113–295]'),
    ].join(''),
  );
  const CFR = `<DIV5 N="1" TYPE="PART"><HEAD>PART 1—TAX</HEAD>${[
    [
      '1.1-1',
      '§ 1.1-1   Tax.',
      '<P>(a) <I>Rule.</I> Section 1 imposes a tax on the income of individuals.</P><P>(b) [Reserved]</P>',
    ],
    ['1.1-2', '§ 1.1-2   Old rule [Reserved]', '<CITA>[T.D. 7]</CITA>'],
    ['1.1-3—1.1-5', '§§ 1.1-3—1.1-5   [Reserved]', ''],
    ['1.1-6', '§§ 1.1-6 through 1.1-8   [Reserved]', ''],
  ]
    .map(([number, head, text]) => `<DIV8 N="${number}" TYPE="SECTION"><HEAD>${head}</HEAD>${text}</DIV8>`)
    .join('')}</DIV5>`;
  const GERMAN = `<dokumente builddate="20260101000000"><norm><metadaten><jurabk>EStG</jurabk><langue>Einkommensteuergesetz</langue></metadaten></norm>${[
    ['§ 1', 'Steuer', '<P>(1) Die Steuer beträgt zehn Prozent des Einkommens.</P><P>(2) (weggefallen)</P>'],
    ['§ 2', '(weggefallen)', '<P>-</P>'],
    ['§§ 3 bis 5', '(aufgehoben)', ''],
    ['§ 6', '', '<P>(gegenstandslos)</P>'],
  ]
    .map(
      ([label, title, text]) =>
        `<norm><metadaten><enbez>${label}</enbez><titel>${title}</titel></metadaten><textdaten><text><Content>${text}</Content></text></textdaten></norm>`,
    )
    .join('')}</dokumente>`;

  it.each([
    ['usc26', CODE, ['§ 2', 'section 3', '§ 4', '§ 8', 'section 9', '§ 10', '§ 36A', '§ 1(b)', '§ 1(c)(2)']],
    ['cfr26-1', CFR, ['§ 1.1-2', 'Treas. Reg. § 1.1-4', '§ 1.1-7', 'Treas. Reg. § 1.1-1(b)']],
    ['estg', GERMAN, ['§ 1 Abs. 2 EStG', '§ 2 EStG', '§ 4 EStG', '§ 6 EStG']],
  ])('is answered that it is not in force, and quotes no rule (%s)', async (work, xml, citations) => {
    const library = await libraryOf(work, xml);
    for (const citation of citations) {
      const { text, sources } = await ask(library, `What does ${citation} say?`, 'tax_research_fast_research');
      expect(text, citation).toContain(`According to its text, ${citation} is not in force [1].`);
      expect(text, citation).not.toMatch(/percent|Prozent|individual/);
      expect(sources[0]?.snippet, citation).toMatch(
        /^\W*(?:\w+\W{1,3}){0,2}(?:repealed|reserved|transferred|renumbered|vacant|no text|weggefallen|aufgehoben|gegenstandslos)/i,
      );
    }
  });

  it('is answered with the new place of a section, if the publisher states it', async () => {
    const { sources } = await ask(await libraryOf('usc26', CODE), 'What does § 2 say?');
    expect(sources.map(({ snippet }) => snippet)).toEqual([
      '[transferred] Transferred',
      'Reclassified as section 1402 of this title.',
    ]);
  });

  it('is answered with the rule if that is in force', async () => {
    const { text } = await ask(await libraryOf('usc26', CODE), 'What does § 1(a) say?');
    expect(text).toContain('a tax of ten percent');
    expect(text).not.toContain('not in force');
  });
});

it('the table of contents of a German law is not quoted as a rule', async () => {
  const folder = temporaryFolder();
  const head = ['---', 'title: Gewerbesteuergesetz (GewStG)', 'kind: law', 'abbreviation: GewStG', '---'].join('\n');
  const contents = ['##### Inhaltsübersicht', '| § 1 | Steuergegenstand |', '| § 3 | Befreiungen |'];
  const sections = ['##### § 1 Steuergegenstand', 'Der Steuer unterliegt der Gewerbebetrieb.'];
  writeFileSync(join(folder, 'gewstg.md'), [head, ...contents, ...sections].join('\n\n'));
  const { sources } = await ask(researcher({ folders: [folder] }), 'Was ist der Steuergegenstand der Gewerbesteuer?');
  expect(sources.map(({ snippet }) => snippet)).toEqual(['Der Steuer unterliegt der Gewerbebetrieb.']);
});

it('the rule of a German law stands before the note of its publisher on when it applies', async () => {
  const folder = temporaryFolder();
  const head = ['---', 'title: Einkommensteuergesetz (EStG)', 'kind: law', 'abbreviation: EStG', '---'].join('\n');
  const rule =
    'Von den Einkünften wird ein Entlastungsbetrag abgezogen, der sich nach der nachstehenden Tabelle richtet.';
  const sections = [
    '##### § 24a Altersentlastungsbetrag',
    rule,
    '###### Note',
    '(+++ § 24a: Zur Anwendung vgl. § 52 +++)',
  ];
  writeFileSync(join(folder, 'estg.md'), [head, '# Einkommensteuergesetz (EStG)', ...sections].join('\n\n'));
  const { sources } = await ask(researcher({ folders: [folder] }), 'Was sagt § 24a EStG zur Anwendung?');
  expect(sources[0]?.snippet).toBe(rule);
});
