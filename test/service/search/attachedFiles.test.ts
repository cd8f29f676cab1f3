import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { plainQuestion, type ResearchQuestion } from '../../../src/protocol/question.ts';
import { createLibraryResearcher } from '../../../src/service/research/libraryResearcher.ts';
import type { ResearchOutput } from '../../../src/service/researcher.ts';
import { analyse } from '../../../src/service/search/query.ts';
import { asyncCpuTime } from '../../support/cpuTime.ts';
import { ask as askLibrary, researcher } from '../research/asking.ts';
import { IRC, temporaryFolder } from '../temporary.ts';

const RENT = 'The annual rent of the warehouse is due on the first day of';
const file = (path: string, text: string) => ({ path, text, whole: true });

async function ask(question: ResearchQuestion): Promise<ResearchOutput[]> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'amended.md'), `# Amended lease\n\n${RENT} April. Notices are in writing.\n`);
  for (const name of ['one', 'two', 'three']) {
    writeFileSync(join(folder, `${name}.md`), `# Annual rent of warehouse ${name}\n\n${RENT} March.\n`);
  }
  const researcher = createLibraryResearcher({ folders: [folder], indexDir: null });
  onTestFinished(() => researcher.close());
  await researcher.ready();
  const outputs: ResearchOutput[] = [];
  const request = {
    question,
    context: [],
    askMode: 'tax_research_normal' as const,
    allowedAskModes: null,
    zeroDataRetention: false,
  };
  for await (const output of researcher.research(request, new AbortController().signal)) outputs.push(output);
  return outputs;
}

it('the passages of an attached file answer first', async () => {
  const text = `# Amended lease\n\n${RENT} April. Notices are in writing.\n`;
  const question = plainQuestion('When is the annual rent of the warehouse due?');
  const titles = (outputs: ResearchOutput[]) =>
    outputs.flatMap((output) => (output.type === 'sources' ? output.sources.map(({ title }) => title) : []));
  expect(titles(await ask(question))[0]).not.toContain('Amended');
  expect(titles(await ask({ ...question, attachments: [file('amended.md', text)] }))[0]).toContain('Amended');
});

it('the answer says which attached files the library does not have', async () => {
  for (const text of ['When is the rent of the warehouse due?', 'Which vaccines need a freezer?']) {
    const outputs = await ask({ ...plainQuestion(text), attachments: [file('[other](x)*.pdf', 'Rent.')] });
    const answer = outputs.map((output) => (output.type === 'text' ? output.text : '')).join('');
    expect(answer).toContain(
      '*\\[other\\](x)\\*.pdf is not in the folders of the library. It is not searched or quoted.*',
    );
  }
});

it('the text of an attached file is not searched for', () => {
  const question = { ...plainQuestion('Why is the rent due?'), attachments: [file('a b.md', 'zyzzyva')] };
  expect(analyse(question, []).terms.map(({ word }) => word)).toEqual(['rent', 'due']);
});

it('the name of an attached file is not searched for', () => {
  const attachments = [file('deeds/lease.pdf', 'Rent')];
  const words = (text: string) => analyse({ ...plainQuestion(text), attachments }, []).terms.map(({ word }) => word);
  expect(words('What does lease.pdf say about notices?')).toEqual(words('What does it say about notices?'));
});

it('a name of several words is read up to its extension, and the law does not lead where a program is named', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'Rent schedule 2025.csv'), 'month,paid\nMarch,4100\nApril,4200\n');
  writeFileSync(join(folder, 'gains.go'), '// The identification period.\nconst likeKindDays = 45\n');
  writeFileSync(join(folder, 'rent.md'), '# Rent schedule\n\nThe rent paid in March 2025 was the rent of March.\n');
  const made = researcher({ folders: [folder, IRC] });
  const first = async (text: string) => (await askLibrary(made, text)).sources[0]?.path;
  expect(await first('What rent was paid in March, as Rent schedule 2025.csv says?')).toMatch(/2025\.csv$/);
  expect(await first('How many days is the like-kind identification period in gains.go?')).toMatch(/gains\.go$/);
});

it('a question with a very long word is answered as fast as others', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'rent.md'), '# Rent\n\nThe rent is due in March.\n');
  const question = `When is the rent due? a${')'.repeat(90_000)}x rent.md`;
  expect(await asyncCpuTime(() => askLibrary(researcher({ folders: [folder] }), question))).toBeLessThan(2000);
});
