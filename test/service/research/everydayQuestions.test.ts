import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { analyse } from '../../../src/service/search/query.ts';
import { IRC, temporaryFolder } from '../temporary.ts';
import { about, ask, researcher, SURE } from './asking.ts';

const SAMPLES = join(import.meta.dirname, '../../../samples');

async function fast(folder: string, question: string) {
  const made = researcher({ folders: [folder] });
  await made.ready();
  return ask(made, question, 'tax_research_fast_research');
}

it('a question for the limit of § 179 in 2025 is answered first with the $2,500,000 of the samples', async () => {
  const { sources } = await fast(SAMPLES, 'What is the section 179 limit for 2025?');
  expect(sources[0]?.snippet).toContain('$2,500,000');
});

it('an answer about meals is not sure, because the samples contain nothing on meals', async () => {
  const { text } = await fast(SAMPLES, "What's the limit on meals deduction?");
  expect(text).not.toMatch(SURE);
  expect(text).toContain('“meals”');
});

it('the test of equipment for impairment quotes the paragraph on impairment', async () => {
  const { sources } = await fast(SAMPLES, 'How do I test equipment for impairment?');
  expect(sources.map(({ cited }) => cited?.name)).toContain('ASC 360-10-35-17');
});

it('a question for a section begins with its first subsection', async () => {
  const { sources } = await fast(IRC, 'What does section 1031 say?');
  expect(sources[0]?.title).toMatch(/^§ 1031\(a\)\. /);
});

it('the letter of "S election" is a word of the question, and the letter of "What\'s" is none', () => {
  const words = (question: string) => analyse(plainQuestion(question), []).terms.map((term) => term.word);
  expect(words('When is an S election due?')).toContain('s');
  expect(words("What's the limit on meals?")).not.toContain('s');
});

it('a rule that has ended is not the first that is quoted', async () => {
  const folder = temporaryFolder();
  const text = [
    '# § 9. Vehicles',
    '## (a) Credit for vehicles',
    '(1) Credit for old vehicles',
    'There is a credit for vehicles of $400. Termination: no credit for vehicles is allowed after December 31, 2015.',
    '(2) Credit for new vehicles',
    'There is a credit for vehicles of $900.',
    ...['(3)', '(4)', '(5)'].map((label) => `${label} Other matters\n\n${'The Secretary issues forms. '.repeat(40)}`),
  ];
  writeFileSync(join(folder, '9.md'), text.join('\n\n'));
  const { sources } = await fast(folder, 'How much is the credit for vehicles?');
  expect(sources[0]?.snippet).toContain('$900');
});

it('rules in force are quoted before a sibling that has ended, unless the question names a year in which it applied', async () => {
  const folder = temporaryFolder();
  const filler = 'The Secretary issues forms. '.repeat(40);
  const text = [
    '# § 9. Charges for ferries',
    '## (a) Ferries',
    '(1) Charge',
    '(A) Harbor fee insurance',
    `Premiums of $10 for harbor fee insurance are treated as a harbor fee. ${filler}`,
    '(i) Termination',
    'No premium is treated as a harbor fee after December 31, 2015.',
    '(B) Charge for the use of a harbor',
    `The fee is not more than $900 for a ferry. ${filler}`,
    '(2) Other ferries',
    'A harbor fee of a ferry abroad is not a charge.',
    ...['(3)', '(4)', '(5)'].map((label) => `${label} Other matters\n\n${filler}`),
  ];
  writeFileSync(join(folder, '9.md'), text.join('\n\n'));
  expect((await fast(folder, 'how much harbor fee insurance')).sources[0]?.snippet).toContain('$900');
  expect((await fast(folder, 'how much harbor fee insurance in 2014')).sources[0]?.snippet).toContain('$10 ');
});

it('an answer is not sure if its quotation has one rare word of the question and lacks the others', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.md'), '# § 8. Postponed deadlines\n\nThe deadline is postponed after a storm.\n');
  writeFileSync(join(folder, 'b.md'), '# § 9. Elections\n\nAn election is made by a shareholder.\n');
  const { text } = await fast(folder, 'shareholder consent deadline');
  expect(text).not.toMatch(SURE);
});

/** The paragraph on the die sets. The list of additions has a row with the same words. */
const DIES =
  'With the press came 42 die sets, invoiced item by item at $1,950 each. Each die fits one product family and lasts about\n' +
  'three years. Operations booked them as supplies.';

it('a question about selected text of an own document is answered from own documents, and shows rules', async () => {
  const { text, sources } = await ask(
    researcher({ folders: [SAMPLES] }),
    about('Which rules apply here?', 'memo-press-line.md', 22, DIES),
  );
  expect(text).toContain('### Authorities');
  expect(sources.some(({ path }) => path.includes('reference'))).toBe(true);
  expect(sources.some(({ path }) => path.endsWith('additions-2025.csv'))).toBe(true);
});

it('an answer about selected text does not name the facts of the text as missing words', async () => {
  const { text } = await ask(
    researcher({ folders: [SAMPLES] }),
    about('Which rules apply here?', 'memo-press-line.md', 22, DIES),
  );
  expect(text).not.toMatch(/“(?:family|lasts|operations)”/i);
});

it('a question about selected text whose names no rule has shows rules beside own documents', async () => {
  const forklift =
    'A used forklift was bought from an unrelated dealer for $38,500 on May 20, 2025 and went to work a week later.';
  for (const question of ['Check this text against the rules that apply.', 'Can this be expensed?']) {
    const asked = about(question, 'memo-press-line.md', 28, forklift);
    const { text } = await ask(researcher({ folders: [SAMPLES] }), asked);
    expect(text, question).toContain('### Authorities');
    expect(text, question).toContain('### Your documents');
  }
});

const SPECIFIC = 'Can this be expensed at once?';
it.each([
  SPECIFIC,
  'Explain the tax treatment of what is described here: which rules apply, what they require, and what the result is.',
  'Check this text against the rules that apply. Say what is right, what is wrong, and what is doubtful, each with its authority.',
  'Find the authority for what is stated here: the sections, regulations or topics that support it or speak against it.',
  'Finde die Rechtsgrundlage für das hier Gesagte: die Paragrafen, Verordnungen oder Standards, die dafür oder dagegen sprechen.',
])('a question about a paragraph of a memo is answered with rules first: %s', async (question) => {
  const lines = readFileSync(join(SAMPLES, 'memo-press-line.md'), 'utf8').split('\n').slice(16, 20);
  const made = researcher({ folders: [SAMPLES] });
  await made.ready();
  const { sources } = await ask(
    made,
    about(question, 'memo-press-line.md', 17, lines.join('\n'), question !== SPECIFIC),
  );
  expect(sources[0]?.path).toContain('reference');
});

it('an answer is not sure if the question does not say what its limit is the limit of', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'loan.md'), '# Loan\n\nThe limit is $7,400,000 for 2025.\n');
  const library = researcher({ folders: [folder] });
  await library.ready();
  expect((await ask(library, 'Is $7,400,000 the right limit for 2025?')).text).not.toMatch(SURE);
  expect((await ask(library, 'Is $7,400,000 the right limit of the loan for 2025?')).text).toMatch(SURE);
});

it('a refusal over one document names it as the only one', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'lease.md'), '# Lease\n\nThe rent is due in March.\n');
  const { text } = await ask(researcher({ folders: [folder] }), 'Which vaccines need a freezer?');
  expect(text).toContain('The only document in the library does not answer this question');
  expect(text).not.toContain('1 documents');
});

it('a passage of an own document that has much less of the question than the best one is not quoted', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'fee.md'),
    '# Late fee of the Harbor lease\n\nThe late fee of the Harbor lease is 4 percent.\n',
  );
  writeFileSync(join(folder, 'late.md'), `# Parking\n\n${'The gate is closed at night. '.repeat(40)}Come late.\n`);
  const { sources } = await fast(folder, 'What is the late fee of the Harbor lease?');
  expect(sources.map(({ title }) => title)).toEqual(['Late fee of the Harbor lease']);
});

it('the title of a source names the quoted paragraph, also if the answer quotes no other one of its section', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'usc-9901.md'),
    '# § 9901. Orchard expenses\n\n## (b) Dollar limit\n\nThe deduction for frost fans shall not exceed $7,000.\n',
  );
  const { sources } = await fast(folder, 'What is the limit of the deduction for frost fans?');
  expect(sources.map(({ title }) => title)).toEqual(['§ 9901(b). Orchard expenses']);
});
