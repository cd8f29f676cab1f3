import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { spellingsOf } from '../../../src/service/search/spellings.ts';
import { ask, researcher } from '../research/asking.ts';
import { temporaryFolder } from '../temporary.ts';

it('each British spelling leads to the American one, and back', () => {
  for (const [british, american] of [
    ['recognised', 'recognized'],
    ['amortisation', 'amortization'],
    ['analyse', 'analyze'],
    ['labour', 'labor'],
    ['licence', 'license'],
    ['centre', 'center'],
    ['judgement', 'judgment'],
  ] as const) {
    expect(spellingsOf(british)).toEqual([american]);
    expect(spellingsOf(american)).toEqual([british]);
  }
});

it('short words that only look like another spelling have none', () => {
  for (const word of ['size', 'four', 'hour', 'is', 'or', 'our']) expect(spellingsOf(word)).toEqual([]);
});

it('a document is found in the other spelling, and the word of the question is not said to be missing', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'software.md'),
    '# Software\n\nInternal tools are capitalized and amortized over three years.\n',
  );
  writeFileSync(
    join(folder, 'licences.md'),
    '# Licences\n\nTools of others are expensed when they are bought, over no years.\n',
  );
  const { text, sources } = await ask(researcher({ folders: [folder] }), 'Which tools are capitalised and amortised?');
  expect(sources[0]?.title).toBe('Software');
  expect(text).not.toMatch(/“(?:capitalised|amortised)”/);
});
