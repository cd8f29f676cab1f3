import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { citedName, distinctTitle, pinnedTitle, sectionBelow } from '../../../src/service/research/sourceName.ts';
import { FIXTURES, temporaryFolder } from '../temporary.ts';
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

it.each([
  ['§ 179. Election', ['(b) Limits', '(b)(1) Dollar limit'], '(b)(1)', '§ 179(b)(1), Election › Limits › Dollar limit'],
  ['§ 179. Election', ['(a) What the election does'], '(a)', '§ 179(a), Election › What the election does'],
  ['§ 168. Recovery', ['(b) Method', '(3) Straight line'], '(b)(3)', '§ 168(b)(3), Recovery › Method › Straight line'],
  ['§ 274. Entertainment', ['(b) Gifts', '(1) Limitation'], '(b)', '§ 274(b), Entertainment › Gifts'],
  ['§ 168(k) Bonus', ['§ 168(k) Bonus rules', '(k)(1) The allowance'], '(k)(1)', '§ 168(k)(1), Bonus › The allowance'],
  ['§ 168(k) Bonus', ['§ 168(k) Bonus rules', 'Rates'], '', '§ 168(k), Bonus › Rates'],
  ['§ 263(a) Costs', ['(f) Safe harbor'], '(f)', '§ 263(a), Costs › (f) Safe harbor'],
  ['Reg. § 1.263(a)-1 Costs', ['(f) Safe harbor'], '(f)(1)', 'Reg. § 1.263(a)-1(f)(1), Costs › Safe harbor'],
  ['ASC 606-10-25 Revenue', ['606-10-25-23 Control'], '', 'ASC 606-10-25-23, Revenue › Control'],
  [
    'ASC 842 Leases, lessee',
    ['ASC 842 Leases', '842-20-50-4 and 50-6 Disclosure'],
    '',
    'ASC 842-20-50-4 and 50-6, Leases, lessee › Disclosure',
  ],
  ['AU-C 505 Confirmations', ['505.07 Design'], '', 'AU-C 505.07, Confirmations › Design'],
  ['AU-C 500 Evidence, with AU-C 501', ['AU-C 501 Inventory'], '', 'AU-C 501, Inventory'],
  ['AU-C 505 Confirmations', ['505 in practice'], '', 'AU-C 505, Confirmations › 505 in practice'],
  ['ASC 842 Leases', ['Top-10 tenants'], '', 'ASC 842, Leases › Top-10 tenants'],
  ['§ 168. Recovery', ['§ 1245 property'], '', '§ 168, Recovery › § 1245 property'],
  ['Lease · Annex', ['Annex A'], '', 'Lease · Annex, Annex A'],
  ['Lease of the warehouse', ['5. Rent', '(a) Base rent'], '', 'Lease of the warehouse, 5. Rent › (a) Base rent'],
])('a citation of %s with the headings %j and the pinpoint “%s” is “%s”', (title, headings, pinpoint, expected) => {
  const { name, caption } = citedName({ title, headings, place: '', pinpoint });
  expect(`${name}, ${caption}`).toBe(expected);
});

it('a title and its section name the place once', () => {
  const election = {
    title: '§ 179. Election',
    headings: ['§ 179. Election', '(b) Limits'],
    place: '',
    pinpoint: '(b)',
  };
  expect(sectionBelow(election.title, election)).toBe('(b) Limits · (b)');
  expect(distinctTitle(election)).toBe('§ 179(b). Election');
  expect(sectionBelow(distinctTitle(election), election)).toBe('(b) Limits');
  const balance = { title: 'Trial balance', headings: [], place: 'TB!A2:D3', pinpoint: '' };
  expect(distinctTitle(balance)).toBe('Trial balance · TB!A2:D3');
  expect(sectionBelow(distinctTitle(balance), balance)).toBe('');
  expect(citedName(balance)).toEqual({ name: 'Trial balance', caption: 'TB!A2:D3' });
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

it.each([
  ['26 U.S.C. § 179: Election to expense certain assets', '26 U.S.C. § 179(b)(1)'],
  ['Reg. § 1.263(a)-1 Costs that are taken into account', 'Reg. § 1.263(a)-1(b)(1)'],
])('in sentences, a paragraph of “%s” is cited as %s', async (title, cited) => {
  const folder = temporaryFolder();
  const limit = 'The aggregate cost of gravel pits for any taxable year shall not exceed $2,500,000.';
  const text = `---\ntitle: "${title}"\nkind: statute\n---\n# ${title}\n\n## (a) General rule\n\nPits are property.\n\n## (b)(1) Limit\n\n${limit}\n`;
  writeFileSync(join(folder, 'section.md'), text);
  const answer = await ask(researcher({ folders: [folder] }), 'What is the limit of the cost of gravel pits?');
  expect(answer.text).toContain(`Quoted: 2 passages from 1 document. The closest is ${cited} [1].`);
});
