import { expect, it } from 'vitest';
import { conversationOf, source, turn } from './support/fakeHost.ts';
import { panelSuite } from './support/panelSuite.ts';

const open = panelSuite();

const sources = [
  source({
    title: '§ 179 Election',
    snippet: 'The cost of the property is allowed as a deduction for the taxable year.',
  }),
  source({
    title: '§ 168 Recovery',
    snippet: 'The deduction is determined by the method, the period and the convention.',
  }),
];
const DISAGREES =
  'It says “the cost of the property is never allowed as a deduction” [1]. See § 263(a) and ASC 842 [7].';
const line = /^Citation check/;
const compared = '1 section found in the sources.';

it('the citation check opens by itself, lists what was not found in the sources and does not call it wrong', async () => {
  const { page } = await open({ conversation: conversationOf([turn('t1', 'Why?', { text: DISAGREES, sources })]) });
  const fold = page.getByRole('button', { name: 'Citation check: 4 items to review' });
  await fold.waitFor();
  const list = page.getByRole('list', { name: line });
  await list.waitFor();
  expect(await list.getByRole('listitem').allTextContents()).toEqual([
    'No matching source: [7]',
    'Not found in the listed sources: § 263(a), ASC 842',
    'Quotation not found in the listed sources: “the cost of the property is never allowed as a deduction”',
  ]);
  await page.getByText('not with the full documents').waitFor();
  expect(await page.getByText(/wrong|false|incorrect/i).count()).toBe(0);
  await fold.click();
  await list.waitFor({ state: 'detached' });
});

it('the check says how much was found in the sources, with or without citations, and nothing without sources', async () => {
  const { page, log } = await open({
    conversation: conversationOf([
      turn('t1', 'Why?', { text: 'First, under § 179 [1].', sources }),
      turn('t2', 'And?', { text: 'Second, under § 179.', sources }),
      turn('t3', 'So?', { text: 'Third, under § 179.' }),
    ]),
  });
  await log.getByText('Third').waitFor();
  await expect.poll(() => page.getByText(compared).count()).toBe(2);
  expect(await page.locator('.compared svg').count()).toBe(0);
  expect(await page.getByRole('button', { name: line }).count()).toBe(0);
});

it('the citation check of each turn labels its list with its own heading', async () => {
  const { page } = await open({
    conversation: conversationOf([
      turn('t1', 'Why?', { text: DISAGREES, sources }),
      turn('t2', 'And?', { text: 'So [5].', sources }),
    ]),
  });
  for (const name of ['Citation check: 4 items to review', 'Citation check: 1 item to review']) {
    await page.getByRole('button', { name }).waitFor();
    await page.getByRole('list', { name }).waitFor();
  }
});

it('the citation check waits for the end of the answer and skips stopped answers', async () => {
  const { page, host, log, ask } = await open();
  await ask('Why?');
  await host.text(DISAGREES);
  await host.sources(sources);
  await log.getByText('See § 263').waitFor();
  await page.getByRole('button', { name: '2 sources' }).waitFor();
  expect(await page.getByRole('button', { name: line }).count()).toBe(0);
  await host.end('done', null, 'stop');
  await page.getByRole('button', { name: line }).waitFor();

  await ask('And?');
  await host.text(DISAGREES);
  await host.end('stopped');
  await page.getByText('You stopped this answer.').waitFor();
  expect(await page.getByRole('button', { name: line }).count()).toBe(1);
});

it('the citation check of an answer of 100,000 characters runs when the page is idle', async () => {
  const paragraphOf = (number: number) =>
    `${DISAGREES} It is placed in service under § 179(b) and “recovered over ${number} years or more” [2].\n\n`;
  const text = Array.from({ length: 600 }, (_, number) => paragraphOf(number)).join('');
  expect(text.length).toBeGreaterThan(100_000);
  const { page } = await open({ conversation: conversationOf([turn('t1', 'Why?', { text, sources })]) });
  await page.getByRole('button', { name: /^Citation check: \d{3} items to review/ }).waitFor();
  await page.getByText('180 more quotations not found in the listed sources').waitFor();
});

it('the citation check shows hidden characters as code points and shortens long items', async () => {
  const trick = `the cost \u202e${'of the property '.repeat(20)}`;
  const { page } = await open({
    conversation: conversationOf([
      turn('t1', 'Why?', {
        text: `“${trick}” [1]`,
        sources: [source({ title: 'One', snippet: 'The cost of the property is allowed. '.repeat(20) })],
      }),
    ]),
  });
  await page.getByRole('button', { name: 'Citation check: 1 item to review' }).waitFor();
  const item = page.getByRole('listitem').filter({ hasText: 'Quotation not found' });
  const text = await item.textContent();
  expect(text).toContain('[U+202E]');
  expect(text?.length).toBeLessThan(250);
});
