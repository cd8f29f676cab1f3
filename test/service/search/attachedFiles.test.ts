import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { toContent } from '../../../src/conversation/context.ts';
import { createLibraryResearcher } from '../../../src/service/research/libraryResearcher.ts';
import type { ResearchOutput } from '../../../src/service/research/researcher.ts';
import { withoutFiles } from '../../../src/service/search/attachedFiles.ts';
import { cpuTime } from '../../support/cpuTime.ts';
import { temporaryFolder } from '../temporary.ts';

const RENT = 'The annual rent of the warehouse is due on the first day of';
const file = (label: string, text: string, fileLength = text.length) => ({
  id: 'f1',
  uri: `file:///matter/${label}`,
  label,
  languageId: 'markdown',
  startLine: 1,
  endLine: 3,
  text,
  fileLength,
});

async function ask(content: string): Promise<ResearchOutput[]> {
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
    messages: [{ role: 'human' as const, content }],
    askMode: 'tax_research_normal' as const,
    allowedAskModes: null,
    zeroDataRetention: false,
    instructions: [],
  };
  for await (const output of researcher.research(request, new AbortController().signal)) outputs.push(output);
  return outputs;
}

it('the passages of an attached file answer first', async () => {
  const text = `# Amended lease\n\n${RENT} April. Notices are in writing.\n`;
  const question = 'When is the annual rent of the warehouse due?';
  const titles = (outputs: ResearchOutput[]) =>
    outputs.flatMap((output) => (output.type === 'sources' ? output.sources.map(({ title }) => title) : []));
  expect(titles(await ask(question))[0]).not.toContain('Amended');
  expect(titles(await ask(toContent({ text: question, selections: [file('amended.md', text)] })))[0]).toContain(
    'Amended',
  );
});

it('the answer says which attached files the library does not have', async () => {
  for (const text of ['When is the rent of the warehouse due?', 'Which vaccines need a freezer?']) {
    const outputs = await ask(toContent({ text, selections: [file('[other](x)*.pdf', 'Rent.')] }));
    const answer = outputs.map((output) => (output.type === 'text' ? output.text : '')).join('');
    expect(answer).toContain(
      '*\\[other\\](x)\\*.pdf is not in the folders of the library. It is not searched or quoted.*',
    );
  }
});

it('the text of an attached file is not searched for, also if it contains fences or is cut', () => {
  for (const text of ['plain', '```ts\ncode\n```', 'From x.md, the whole file:\n\n```', 'a\n````\nb']) {
    for (const length of [text.length, 90_000]) {
      const content = toContent({ text: 'Why?', selections: [file('a b.md', text, length), file('c.pdf', text)] });
      expect(withoutFiles(content).trim()).toBe('Why?');
    }
  }
});

it('a question of a megabyte with unclosed files is split in less than a second', () => {
  const text = 'From a.md, the whole file:\n\n```\n'.repeat(30_000);
  expect(cpuTime(() => withoutFiles(text))).toBeLessThan(1000);
});
