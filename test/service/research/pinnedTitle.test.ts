import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pinnedTitle } from '../../../src/service/research/pinnedTitle.ts';
import { FIXTURES } from '../temporary.ts';
import { ask, researcher } from './asking.ts';

it.each([
  ['§ 179. Election to expense', '(b)(1)', '§ 179(b)(1). Election to expense'],
  ['§ 179 Election to expense', '(b)(1)', '§ 179(b)(1) Election to expense'],
  ['§ 168(k) Special allowance', '(k)(2)(A)', '§ 168(k)(2)(A) Special allowance'],
  ['§ 1.263(a)-1 Costs', '(f)', '§ 1.263(a)-1(f) Costs'],
  ['Treas. Reg. § 1.61-1(a)', '(a)', 'Treas. Reg. § 1.61-1(a)'],
  ['§ 13b Leistungsempfänger', '(2)(1)', '§ 13b(2)(1) Leistungsempfänger'],
])('in the title %s, the pinpoint %s follows the section', (title, pinpoint, expected) => {
  expect(pinnedTitle(title, pinpoint)).toBe(expected);
});

it.each([
  ['§ 263(a) Costs', '(f)'],
  ['§§ 4051 to 4053', '(a)'],
  ['Notice 2025-4', '(a)'],
  ['Memo on § 179', '(a)'],
  ['§ 179. Election', ''],
])('the title %s has no section that %s belongs to', (title, pinpoint) => {
  expect(pinnedTitle(title, pinpoint)).toBe(null);
});

it('a section that is quoted twice has one style of pinpoints in captions and in titles', async () => {
  const { text, sources } = await ask(
    researcher({ folders: [join(FIXTURES, 'irc')] }),
    'What is the limit of section 179?',
  );
  const titles = sources.map(({ title }) => title).filter((title) => title.startsWith('§ 179('));
  expect(titles.length).toBeGreaterThan(1);
  for (const title of titles) expect(text).toContain(`**${title}**`);
  expect([text, ...titles].join('\n')).not.toMatch(/ · \(\w+\)|\*\* \(\w+\)/);
});
