import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { passagesInOrder, search } from '../../../src/service/search/search.ts';
import { findSynonyms } from '../../../src/service/search/synonyms.ts';
import type { LibraryReader } from '../../../src/service/store/libraryReader.ts';
import { IRC, open, readerOf, searchIn, temporaryFolder } from '../temporary.ts';

async function irc() {
  const library = open({ folders: [IRC] });
  await library.ready();
  const found = async (question: string) =>
    (await searchIn(library, question)).documents.map((document) => document.authority);
  return { library, found };
}

describe('search over sections of the Code', () => {
  it('the search returns a cited section first, however it is written', async () => {
    const { found } = await irc();
    for (const question of [
      '§1031(a)(3)',
      'what does sec. 1031 say',
      'a 1031 exchange',
      '26 USC 1031',
      'IRC section 1031(f)',
      '1031(b) boot',
    ]) {
      expect((await found(question))[0], question).toBe('1031');
    }
  });

  it('a short question opens a subject if its answer begins with no document of the answer before', async () => {
    const { library } = await irc();
    const openedBy = async (question: string, ...before: string[]) =>
      (await searchIn(library, question, { context: before.map((each) => plainQuestion(each)) })).opened;
    const first = 'What is the exclusion of gain from the sale of a principal residence?';
    expect(await openedBy(first)).toBe(0);
    expect(await openedBy('What is the limit for joint returns?', first)).toBe(0);
    expect(await openedBy('How long must he own it?', first, 'What is the limit for joint returns?')).toBe(0);
    expect(await openedBy('Is goodwill amortized?', first)).toBe(1);
    expect(await openedBy('Over how many years?', first, 'Is goodwill amortized?')).toBe(1);
  });

  it('the search takes no plan, form, year or amount for a section', async () => {
    const { library } = await irc();
    for (const question of [
      'my 401(k) plan',
      'Form 1031 of last year',
      'a gain of $1,031',
      'what changed in 2001?',
      'a loan over 61 months',
    ]) {
      const { documents } = await searchIn(library, question);
      expect(
        documents.every((document) => document.cited === null),
        question,
      ).toBe(true);
    }
  });

  it('the search finds statutes from everyday words', async () => {
    const { found } = await irc();
    const cases: [string, string][] = [
      ['Grandma left me her shares when she died. What do they count as having cost me?', '1014'],
      ['We sold our house at a profit after living in it for ten years.', '121'],
      ['How long can the IRS come after me for an old year?', '6501'],
      ['penalty for filing late', '6651'],
    ];
    for (const [question, section] of cases) expect((await found(question)).slice(0, 5), question).toContain(section);
  });

  it('the search finds both parts of a question joined by "and"', async () => {
    const { found } = await irc();
    const sections = await found('What is the penalty for late filing and how long may the tax be assessed?');
    expect(sections.slice(0, 5)).toEqual(expect.arrayContaining(['6651', '6501']));
  });

  it('passages are ordered by their documents, and further ones of a document come later', async () => {
    const { library } = await irc();
    const passages = passagesInOrder(await searchIn(library, 'wash sale of stock at a loss'));
    expect(passages[0]?.document.authority).toBe('1091');
    expect(new Set(passages.map(({ passage }) => passage.id)).size).toBe(passages.length);
  });

  it('the search uses at most 48 words of a question, the first and last included, and reads only its two ends', async () => {
    const { library } = await irc();
    const filler = readFileSync(join(IRC, '6501-limitations-on-assessment-and-collection.md'), 'utf8');
    const { query, documents } = await searchIn(
      library,
      `What of wash sales of stock?\n${filler.repeat(200)}\nIs the loss on the wash sale disallowed?`,
    );
    expect(query.terms.length).toBe(48);
    const words = query.terms.map((term) => term.word);
    expect(words).toEqual(expect.arrayContaining(['wash', 'disallowed']));
    expect(query.question.length).toBeLessThan(25_000);
    expect(documents.length).toBeGreaterThan(0);
  });
});

it('synonyms are added for phrases, but none that the question already has', () => {
  const found = (...words: string[]) => findSynonyms(words).map(({ word }) => word);
  expect(found('write', 'off', 'a', 'laptop')).toEqual(expect.arrayContaining(['expense', 'equipment']));
  expect(found('off')).toEqual([]);
  expect(found('gift', 'donor')).not.toContain('donor');
});

it('synonyms find a section of a law that no list of subjects describes', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '900.md'), '# § 900. Awards\n\n## (a) Supplies\n\nEquipment is bought at fixed prices.\n');
  writeFileSync(join(folder, '901.md'), '# § 901. Travel\n\n## (a) Fares\n\nFares are set at fixed prices.\n');
  const library = open({ folders: [folder] });
  await library.ready();
  const { documents } = await searchIn(library, 'Who pays for a forklift?');
  expect(documents.map(({ authority }) => authority)).toEqual(['900']);
});

it('a list of subjects of the Code puts no section of the Code before a section of another law that has the words of the question', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'grants.md'),
    '# Grants Regulation\n\n## § 200.1 Hotels\n\nUnder this part, a hotel room shall be paid at cost.\n\n' +
      '## § 200.2 Advances\n\nMoney lent to a grantee under this part shall be repaid.\n\n' +
      '## § 200.3 Meals\n\nFor purposes of this part, a meal shall be paid at cost, except as provided in this part.\n',
  );
  const library = open({ folders: [IRC, folder] });
  await library.ready();
  // The list has "lent", "money" and "repaid" for § 166, which has other words.
  const { documents } = await searchIn(library, 'When is money lent to a grantee repaid?');
  expect(documents[0]?.title).toBe('Grants Regulation');
  expect(documents.map(({ authority }) => authority)).toContain('166');
});

it('a number without a mark cites a section if the library has it, and is an amount otherwise', async () => {
  const folder = temporaryFolder();
  const section = (number: string, text: string) => `## § ${number} Rule\n\nUnder this part, ${text}.\n\n`;
  writeFileSync(
    join(folder, 'grants.md'),
    '# Grants Regulation\n\n' +
      section('9904.403-40', 'expenses of the home office shall be allocated') +
      section('9904.403-50', 'the allocation of expenses of the home office, as 9904.403-40 requires, shall be equal') +
      section('200.501', 'an audit shall be made'),
  );
  const library = open({ folders: [folder] });
  await library.ready();
  const cited = async (question: string) => {
    const { documents, missingAuthorities } = await searchIn(library, question);
    expect(missingAuthorities).toEqual([]);
    const { cited: citation, passages } = documents[0] ?? {};
    return citation?.certain ? passages?.[0]?.sectionTitle : undefined;
  };
  expect(await cited('9904.403-40 allocation of home office expenses')).toContain('9904.403-40');
  expect(await cited('What does 200.501 require?')).toContain('200.501');
  expect(await cited('Are home office expenses of 200.502 allocated?')).toBeUndefined();
});

it('a German word for a woman finds the word for a man if no document has the former', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'frei.md'),
    '# Befreiung\n\nDie Tätigkeit als Physiotherapeut ist von der Steuer befreit.\n',
  );
  writeFileSync(join(folder, 'wirt.md'), '# Gäste\n\nDie Wirtin zahlt die Steuer auf Speisen.\n');
  const library = open({ folders: [folder] });
  await library.ready();
  const first = async (question: string) => (await searchIn(library, question)).documents[0]?.title;
  expect(await first('Was gilt für eine Physiotherapeutin bei der Steuer?')).toBe('Befreiung');
  expect(await first('Muss eine Wirtin die Steuer zahlen?')).toBe('Gäste');
});

it('a German question finds a section of a law by words that the sections share that have its own', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'fahrt.md'),
    '# Fahrtgesetz (FahrtG)\n\nNeugefasst durch Bek. v. 26.2.1997 I 418\n\n' +
      '## § 1 Messung\n\n(1) Der Weg zur Arbeit der Pendler ist im Sinne dieses Gesetzes zu messen.\n\n' +
      '## § 2 Strecke\n\n(1) Nach § 1 Abs. 1 gilt als Weg zur Arbeit der Pendler die kürzeste Strecke.\n\n' +
      '## § 3 Satz\n\n(1) Pendler erhalten vorbehaltlich des § 2 dreißig Cent.\n\n' +
      '## § 4 Schluss\n\n(1) Dieses Gesetz gilt ab Mai. § 1 gilt nicht für Boote.\n',
  );
  const library = open({ folders: [folder] });
  await library.ready();
  const { documents } = await searchIn(library, 'Was gibt es für den Weg zur Arbeit?');
  expect(documents[0]?.isAuthority).toBe(true);
  const titles = documents[0]?.passages.map(({ sectionTitle }) => sectionTitle).toSorted();
  expect(titles).toEqual([
    expect.stringContaining('§ 1'),
    expect.stringContaining('§ 2'),
    expect.stringContaining('§ 3'),
  ]);
});

it('synonyms are looked up only in a library with authorities', async () => {
  const lookUps = async (title: string) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.md'), `# ${title}\n\n## (a) Supplies\n\nA forklift is bought at a fixed price.\n`);
    const library = open({ folders: [folder] });
    await library.ready();
    const reader = await readerOf(library);
    const best = vi.spyOn(reader, 'best');
    const { query } = await search(reader, plainQuestion('Who pays for a forklift?'));
    expect(query.added.length).toBeGreaterThan(0);
    return best.mock.calls.length;
  };
  expect(await lookUps('Supplies')).toBe(1);
  expect(await lookUps('§ 900. Awards')).toBe(2);
});

it('the words of a question that name things decide which own document comes first, although many questions have them', async () => {
  const folder = temporaryFolder();
  const documents = {
    'Files and records': 'Audit files are kept for seven years.',
    Checklist: 'Nobody works on a client before the declaration is signed.',
    'Sign at the door': 'The sign is lit from dusk. A signed copy of the plan hangs in the hall.',
    'Audit plan': 'The audit is planned in October. We keep the timetable of the last audit.',
  };
  for (const [title, text] of Object.entries(documents))
    writeFileSync(join(folder, `${title}.md`), `# ${title}\n\n${text}\n`);
  const library = open({ folders: [folder] });
  await library.ready();
  const first = async (question: string) => (await searchIn(library, question)).documents[0]?.title;
  expect(await first('How long do we keep audit files?')).toBe('Files and records');
  expect(await first('What must be signed before I start with a client?')).toBe('Checklist');
});

it('a long conversation of short questions costs no more searches than a short one', async () => {
  const library = open({ folders: [IRC] });
  await library.ready();
  const searches = async (earlier: number) => {
    const reader = await readerOf(library);
    let count = 0;
    const counting: LibraryReader = {
      ...reader,
      best: (...wanted) => {
        count += 1;
        return reader.best(...wanted);
      },
    };
    const context = Array.from({ length: earlier }, (_, at) => plainQuestion(`And the limit of year ${at + 1}?`));
    await search(counting, plainQuestion('And the reduction?'), { context });
    return count;
  };
  expect(await searches(40)).toBe(await searches(4));
});
