/** What is quoted first for questions about the fixtures. A difference is a change of behavior: check whether it is better. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FIXTURES } from '../temporary.ts';
import { ask, researcher } from './asking.ts';

it.each([
  ['What is the dollar limit for section 179 expensing?', '§ 179.', /shall not exceed/],
  ['basis of property acquired from a decedent', '§ 1014.', /decedent/],
  ['like-kind exchange of real property', '§ 1031.', /No gain or loss/],
  ['When must replacement property be identified under § 1031(a)(3)?', '§ 1031.', /45 days/],
  ['transfer of property between spouses incident to divorce', '§ 1041.', /spouse/],
  ['How much of a capital loss can an individual deduct?', '§ 1211.', /\$3,000/],
  ['Does § 1014(e) apply to appreciated property given within one year of death?', '§ 1014.', /1-year period/],
  ['loss on a wash sale of stock', '§ 1091.', /30 days/],
  ['accuracy-related penalty rate', '§ 6662.', /20 percent/],
  ['Which exceptions does section 1041 have?', '§ 1041.', /./],
])('the question "%s" is answered from %s', async (question, title, words) => {
  const made = researcher({ folders: [join(FIXTURES, 'irc')] });
  const { sources } = await ask(made, question, 'tax_research_fast_research');
  expect(sources[0]?.title.replace(/\(\w+\)/g, '')).toContain(title);
  expect(sources.map(({ snippet }) => snippet).join('\n')).toMatch(words);
});
