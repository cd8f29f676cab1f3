import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { candidatesOf, searchedText } from '../../../src/service/search/chooseQuotables.ts';
import { readParts } from '../../../src/service/search/documentNodes.ts';
import { relevanceOf } from '../../../src/service/search/relevance.ts';
import { createPassageScorer } from '../../../src/service/search/scorePassages.ts';
import { search } from '../../../src/service/search/search.ts';
import { IRC, open, readerOf, temporaryFolder } from '../temporary.ts';

async function library(folder: string) {
  const opened = open({ folders: [folder] });
  await opened.ready();
  return async (question: string) => {
    const reader = await readerOf(opened);
    const result = await search(reader, plainQuestion(question));
    const [document] = result.documents;
    const scorer = createPassageScorer(result.statistics, result.query);
    const [parts] = await readParts(reader, result.documents.slice(0, 1));
    const [first] = document && parts ? candidatesOf(document, parts, result.query, scorer) : [];
    const quoted = first
      ? { text: searchedText(first, scorer), language: first.document.language, answersNothing: first.answersNothing }
      : null;
    return relevanceOf(result.statistics, result, quoted);
  };
}

/** The place is at `@`. */
const QUESTIONS = [
  'Gift to my aunt@: is it taxable to me?',
  'Is rental income from an apartment@ taxable?',
  'How long do I have to amend my return@?',
  'How are capital losses limited@?',
  'What is the penalty for filing a return late@?',
  'We sold our house@ at a profit after living in it for ten years.',
  'Is the loss on a wash sale of stock@ deductible?',
];
const PLACES = [
  'in India',
  'in Paris, Texas',
  'in London',
  'in Munich, Germany',
  'from New South Wales',
  'in São Paulo',
  'in my private apartment',
  'in comparison',
  'in india',
  'in london',
];

describe('a place name', () => {
  it.each(QUESTIONS)('a place name never turns the answer to "%s" into a refusal', async (question) => {
    const relevance = await library(IRC);
    expect(await relevance(question.replace('@', ''))).not.toBe('none');
    for (const place of PLACES) {
      expect(await relevance(question.replace('@', ` ${place}`)), place).not.toBe('none');
      expect(
        await relevance(`${place[0]?.toUpperCase()}${place.slice(1)}: ${question.replace('@', '')}`),
        place,
      ).not.toBe('none');
    }
  });

  it('an unknown place name makes a clear answer at most uncertain', async () => {
    const relevance = await library(IRC);
    expect(await relevance('Is gain from a like-kind exchange of real property recognized?')).toBe('good');
    const relevanceThere = await relevance(
      'Is gain from a like-kind exchange of real property in Timbuktu recognized?',
    );
    expect(['good', 'partly']).toContain(relevanceThere);
  });
});

describe('the relevance of documents', () => {
  it.each(['Who painted the Mona Lisa?', 'Write me a poem about autumn'])(
    'a question is refused if the library has not half of its words: %s',
    async (question) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'halls.md'), '# Halls\n\nWrite to the lessor before a hall is painted.\n');
      const relevance = await library(folder);
      expect(await relevance(question)).toBe('none');
      expect(await relevance('Which hall is painted?')).not.toBe('none');
    },
  );

  it('an answer is not sure if the library lacks more of the question than its best passage has', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'costs.md'),
      '# Costs\n\nThe cost of a film is deducted when it is placed in service.\n',
    );
    writeFileSync(join(folder, 'lease.md'), '# Lease\n\nThe lessor repairs the roof.\n');
    const relevance = await library(folder);
    expect(await relevance('Which film should I watch?')).toBe('little');
    expect(await relevance('Which film is deducted?')).toBe('good');
  });

  it('an authority that the question cites is a good answer', async () => {
    const relevance = await library(IRC);
    expect(await relevance('§ 1031 sourdough')).toBe('good');
  });

  it('an answer is sure only if its document is ahead of the others', async () => {
    const folder = temporaryFolder();
    const text =
      'The capitalization threshold for tools is $2,500 per item, and the purchase of tools below it is expensed.';
    writeFileSync(join(folder, 'policy.md'), `# Capitalization policy\n\n${text}\n`);
    writeFileSync(join(folder, 'lunch.md'), '# Lunch\n\nThe canteen opens at noon.\n');
    const question = 'What is the threshold for tools bought from Acme?';
    expect(await (await library(folder))(question)).toBe('good');
    writeFileSync(join(folder, 'other.md'), `# Capitalization rules\n\n${text} This is for boats.\n`);
    expect(await (await library(folder))(question)).not.toBe('good');
  });

  it('an answer is not sure if its first quotation says that its rule has ended', async () => {
    const folder = temporaryFolder();
    const write = (year: number) =>
      writeFileSync(
        join(folder, 'premiums.md'),
        `# § 900. Premiums\n\n## (a) Boat insurance premiums\n\n(1) In general\n\nBoat insurance premiums are deducted.\n\n(2) Termination\n\nParagraph (1) shall not apply to amounts paid after December 31, ${year}.\n`,
      );
    const question = 'Are boat insurance premiums deducted?';
    write(new Date().getFullYear() + 1);
    expect(await (await library(folder))(question)).toBe('good');
    write(2021);
    expect(await (await library(folder))(question)).toBe('partly');
  });

  it('everyday questions of the field are never refused', async () => {
    const relevance = await library(IRC);
    for (const question of [
      'A widow sells the house eight months after the death of her husband. Does she pay tax?',
      'How are capital losses limited?',
      'What is the penalty for filing a return late?',
    ]) {
      expect(await relevance(question), question).not.toBe('none');
    }
  });

  it('a third of the questions about cooking, sports and foreign law is refused, and less than one in ten is answered as relevant', async () => {
    const relevance = await library(IRC);
    const file = join(import.meta.dirname, '../../../bench/library/outside.json');
    const questions: { question: string }[] = JSON.parse(readFileSync(file, 'utf8'));
    const found = await Promise.all(questions.map(({ question }) => relevance(question)));
    expect(found.filter((one) => one === 'good').length).toBeLessThan(questions.length / 10);
    expect(found.filter((one) => one === 'none').length).toBeGreaterThan(questions.length / 3);
  });

  it('a passage that contains the words of the question is quoted, whatever its subject is', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'bread.md'), '# Sourdough\n\nFeed the sourdough starter with rye flour every day.\n');
    const relevance = await library(folder);
    expect(await relevance('How often is the sourdough starter fed?')).not.toBe('none');
    expect(await relevance('How many players does a handball team have?')).toBe('none');
  });
});

it('an answer is not sure because a document behind the first one has all words of the question', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'bound.md'), '# Partners bound\n\nPartners are bound by the actions of a partnership.\n');
  writeFileSync(join(folder, 'contracts.md'), '# Contracts\n\nA binding contract is written.\n');
  const opened = open({ folders: [folder] });
  await opened.ready();
  const result = await search(await readerOf(opened), plainQuestion('What is a binding contract?'));
  const [contracts, bound] = result.documents;
  if (!contracts || !bound) throw new Error('Both documents have a word of the question.');
  const quoted = (text: string) => ({ text, language: 'en' as const, answersNothing: false });
  expect(relevanceOf(result.statistics, result, quoted('A binding contract is written.'))).toBe('good');
  const documents = [{ ...bound, score: 2 * contracts.score }, contracts];
  expect(relevanceOf(result.statistics, { ...result, documents }, quoted('Partners are bound.'))).toBe('partly');
});

it('the law is never said to deal with what happened', async () => {
  const relevance = await library(IRC);
  expect(await relevance('Is gain from a like-kind exchange of real property recognized?')).toBe('good');
  expect(await relevance('Was gain from a like-kind exchange of real property recognized?')).toBe('partly');
});
