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
const line = /^Local check/;
const nothing = 'Citations checked against the sources given';

it('tells in one folded line what does not agree with the sources, and nothing about right or wrong', async () => {
  const { page } = await open({ conversation: conversationOf([turn('t1', 'Why?', { text: DISAGREES, sources })]) });
  const fold = page.getByRole('button', { name: 'Local check: 4 things to look at' });
  await fold.waitFor();
  expect(await page.getByRole('list', { name: line }).count()).toBe(0);
  await fold.click();
  const list = page.getByRole('list', { name: line });
  expect(await list.getByRole('listitem').allTextContents()).toEqual([
    'Names no source: [7]',
    'Named in the text, not found in the sources given: § 263, ASC 842',
    'Quoted, not found in the sources given: “the cost of the property is never allowed as a deduction”',
  ]);
  await page.getByText('not with the whole documents').waitFor();
  expect(await page.getByText(/wrong|false|incorrect/i).count()).toBe(0);
  await fold.click();
  await list.waitFor({ state: 'detached' });
});

it('says that citations were checked where there were some, and nothing where there were none', async () => {
  const { page, log } = await open({
    conversation: conversationOf([
      turn('t1', 'Why?', { text: 'First, under § 179 [1].', sources }),
      turn('t2', 'And?', { text: 'Second, under § 179.', sources }),
      turn('t3', 'So?', { text: 'Third, under § 179.' }),
    ]),
  });
  await log.getByText('Third').waitFor();
  expect(await page.getByText(nothing).count()).toBe(1);
  expect(await page.getByRole('button', { name: line }).count()).toBe(0);
});

it('names its list after its own line, in each turn', async () => {
  const { page } = await open({
    conversation: conversationOf([
      turn('t1', 'Why?', { text: DISAGREES, sources }),
      turn('t2', 'And?', { text: 'So [5].', sources }),
    ]),
  });
  for (const name of ['Local check: 4 things to look at', 'Local check: 1 thing to look at']) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('list', { name }).waitFor();
  }
});

it('waits for the end of the answer, and leaves out an answer that was stopped', async () => {
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

it('comes when the page is idle for an answer of 500,000 characters', async () => {
  const paragraph = `${DISAGREES} It is placed in service under § 179(b) and “recovered over five years or more” [2].\n\n`;
  const { page } = await open({
    conversation: conversationOf([turn('t1', 'Why?', { text: paragraph.repeat(500_000 / paragraph.length), sources })]),
  });
  const fold = page.getByRole('button', { name: 'Local check: 203 things to look at' });
  await fold.click();
  await page.getByText('180 more quotations, not found in the sources given').waitFor();
});

it('shows tricks of text as what they are, and no more than a part of what is long', async () => {
  const trick = `the cost \u202e${'of the property '.repeat(20)}`;
  const { page } = await open({
    conversation: conversationOf([
      turn('t1', 'Why?', {
        text: `“${trick}” [1]`,
        sources: [source({ title: 'One', snippet: 'The cost of the property is allowed. '.repeat(20) })],
      }),
    ]),
  });
  await page.getByRole('button', { name: 'Local check: 1 thing to look at' }).click();
  const item = page.getByRole('listitem').filter({ hasText: 'Quoted, not found' });
  const text = await item.textContent();
  expect(text).toContain('[U+202E]');
  expect(text?.length).toBeLessThan(250);
});
