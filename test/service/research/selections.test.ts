import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { IRC, temporaryFolder } from '../temporary.ts';
import { about, ask, researcher, SURE } from './asking.ts';

const SAMPLES = join(import.meta.dirname, '../../../samples');

async function askAbout(file: string, beginning: string, question: string) {
  const lines = readFileSync(join(SAMPLES, file), 'utf8').split('\n');
  const at = lines.findIndex((line) => line.startsWith(beginning));
  const end = lines.indexOf('', at);
  const made = researcher({ folders: [SAMPLES] });
  await made.ready();
  const asked = about(question, file, at + 1, lines.slice(at, end).join('\n'));
  return (await ask(made, asked, 'tax_research_fast_research')).sources.map(({ path }) => path.split('/').at(-1));
}

it('a short question about a long paragraph on a machine finds § 179 first, and not the costs that the paragraph mentions', async () => {
  const sources = await askAbout('memo-press-line.md', 'Harbor & Finch makes', 'Can this be expensed at once?');
  expect(sources[0]).toBe('irc-179-election-to-expense.md');
});

it('a question about a paragraph of a memo finds the rule that has more of its words than any of the own documents', async () => {
  const question = 'What does the safe harbor require?';
  const sources = await askAbout('memo-capitalization-policy.md', 'The tax department', question);
  expect(sources[0]).toBe('irc-263a-capital-expenditures.md');
});

it('a program that a question was about is no source of a later question with words of its own, and a contract is one', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'rates.py'), '# The threshold of the additional tax, § 3101(b)(2)\nTHRESHOLD = 200_000\n');
  writeFileSync(
    join(folder, 'lease.md'),
    '# Lease\n\nThe threshold of the additional rent is a turnover of $90,000.\n',
  );
  const made = researcher({ folders: [folder] });
  await made.ready();
  const later = async (path: string, question: string) => {
    const first = about(
      'Find the authority for what is stated here.',
      path,
      1,
      readFileSync(join(folder, path), 'utf8'),
    );
    return (await ask(made, [first, question])).sources.map((source) => source.path.split('/').at(-1));
  };
  expect(await later('rates.py', 'What is the threshold for the additional tax?')).not.toContain('rates.py');
  expect(await later('lease.md', 'What is the threshold for the additional rent?')).toContain('lease.md');
});

it('the words of a question choose the paragraph of the section that the selected text cites', async () => {
  const made = researcher({ folders: [IRC] });
  await made.ready();
  const text =
    'We elect section 179 for the forklifts and the truck. This leaves the phase-out far away. Taxable income is sufficient.';
  const { sources } = await ask(
    made,
    about('What is the phase-out?', 'memo.md', 3, text),
    'tax_research_fast_research',
  );
  expect(sources[0]).toMatchObject({ section: expect.stringContaining('(b) Limitations › (2) Reduction') });
});

it('an answer to a question about selected text is not sure if what is quoted first has none of its words', async () => {
  const made = researcher({ folders: [IRC] });
  await made.ready();
  const text = 'We elect section 179 for the forklifts and the truck.';
  const { text: answer } = await ask(made, about('What about furniture?', 'memo.md', 3, text));
  expect(answer).not.toMatch(SURE);
});

it.each([
  ['Theo Marchetti, February 3, 2026', 'Who wrote this file?'],
  ['Amended and restated as of January 1, 2022.', 'Who is the author of this file?'],
  ['Henrike Brockmann, 3. Februar 2026', 'Wer hat diese Datei verfasst?'],
])('a question who wrote an attached file quotes its beginning first, and is not sure: %s', async (head, question) => {
  const folder = temporaryFolder();
  const content = `# Memo on meals\n\n${head}\n\n## Result\n\nThe file of a meal has a written receipt. Its author signs it.\n`;
  writeFileSync(join(folder, 'memo.md'), content);
  writeFileSync(join(folder, 'other.md'), '# Files\n\nThe author of a file is written on its first page.\n');
  const attachments = [{ path: 'memo.md', text: content, whole: true }];
  const { sources, text } = await ask(researcher({ folders: [folder] }), { ...plainQuestion(question), attachments });
  expect(sources[0]?.snippet).toBe(head);
  expect(text).not.toMatch(SURE);
});

const LIMIT = 'The deduction for a passenger automobile is limited in the first year.';

function gauge() {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'numbers.md'),
    '# Identifying numbers\n\nA number is assigned to every file. The number is right.\n',
  );
  writeFileSync(join(folder, 'policy.md'), `# Automobiles\n\n${LIMIT} See the register.\n`);
  writeFileSync(join(folder, 'memo.md'), '# Memo\n\nThe passenger automobile is deducted in the first year.\n');
  return researcher({ folders: [folder] });
}

it.each(['Is this right?', 'Is this number right?', 'Does this figure agree?', 'Stimmt diese Zahl?'])(
  'the selected text decides what “%s” is compared with',
  async (question) => {
    const made = gauge();
    const asked = about(question, 'memo.md', 3, 'The passenger automobile is deducted in the first year.');
    const { sources, text } = await ask(made, asked);
    expect(sources[0]?.title).toBe('Automobiles');
    expect(sources.map(({ title }) => title)).not.toContain('Memo');
    expect(text).not.toMatch(SURE);
  },
);

it.each(['Is this right?', 'Are the numbers in this file correct?'])(
  'an attached file decides what “%s” is compared with, and is no source for itself',
  async (question) => {
    const made = gauge();
    const content = '# Memo\n\nThe passenger automobile is deducted in the first year.\n';
    const attachments = [{ path: 'memo.md', text: content, whole: true }];
    const { sources, text } = await ask(made, { ...about(question, '', 1, ''), selections: [], attachments });
    expect(sources[0]?.title).toBe('Automobiles');
    expect(sources.map(({ title }) => title)).not.toContain('Memo');
    expect(text).toContain('It has words in common with the attached file.');
  },
);

it('an answer to a question of a single word about selected text is not sure, as many passages have the word', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'audit.md'), '# Special audit\n\nThe auditor comes on December 8.\n');
  writeFileSync(join(folder, 'reserve.md'), '# Reserve\n\n## Result\n\nThe reserve is $565,000.\n');
  const made = researcher({ folders: [folder] });
  await made.ready();
  const { text } = await ask(made, about('Result?', 'audit.md', 3, 'The auditor comes on December 8.'));
  expect(text).toContain('The only passage found is Reserve [1].');
  expect(text).not.toMatch(SURE);
});

it('amounts of the selected text that no quoted passage states are named, in whatever unit the passage has them', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'materiality.md'),
    '# Materiality\n\nOverall materiality is $515,000, which is 5% of income before taxes.\n\n| Measure | Amount |\n|---|---|\n| Performance materiality | 386,000 |\n',
  );
  const made = researcher({ folders: [folder] });
  const notFound = async (text: string, question = 'Check this text.', path = 'wp.md') => {
    const answer = await ask(made, about(question, path, 1, text));
    return answer.text.split('\n').find((line) => line.includes('these amounts of the selected text'));
  };
  expect(await notFound('Overall materiality was set at $425,000, 5 percent of income before taxes.')).toBe(
    '- No quoted passage states these amounts of the selected text: $425,000.',
  );
  expect(await notFound('Overall materiality is $0.515 million and performance materiality $386,000.')).toBeUndefined();
  // The values of a data file have no unit. Years, and numbers of one or two digits, count something else.
  expect(
    await notFound(
      'overall_materiality:\n  year: 2025\n  amount: 425_000\n  rate: 0.05\n  items: 40\n',
      undefined,
      'wp.yaml',
    ),
  ).toBe('- No quoted passage states these amounts of the selected text: 425000.');
  const code = '// overall materiality\nconst MATERIALITY = 425_000;\nconst PERFORMANCE_MATERIALITY = 386_000;\n';
  expect(await notFound(code, undefined, 'materiality.ts')).toBe(
    '- No quoted passage states these amounts of the selected text: 425\\_000.',
  );
  // A question with words of its own is not about whether the text is right.
  expect(
    await notFound('Overall materiality was set at $425,000.', 'What is performance materiality a percentage of?'),
  ).toBeUndefined();
});
