import { expect, it } from 'vitest';
import { IRC } from '../temporary.ts';
import { ask, researcher } from './asking.ts';

it('the paragraph of a section that fits the question best is quoted first, and the short answer names it', async () => {
  const library = researcher({ folders: [IRC] });
  const cases: [string, RegExp][] = [
    ['How much of the cost of meals can be deducted?', /^§ 274\b.*\(n\)/],
    ['What is the gross asset limit of a qualified small business?', /^§ 1202\b.*\(d\)/],
  ];
  for (const [question, paragraph] of cases) {
    const { sources, text } = await ask(library, question, 'tax_research_fast_research');
    expect(sources[0]?.title, question).toMatch(paragraph);
    const pin = /\((?:n|d)\)/.exec(sources[0]?.title ?? '')?.[0] ?? 'no pinpoint';
    expect(text.split('\n')[0], question).toContain(pin);
  }
});
