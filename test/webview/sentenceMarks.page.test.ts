import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { conversationOf, source, turn } from './support/fakeHost.ts';
import { panelSuite } from './support/panelSuite.ts';

const open = panelSuite();

const sources = [
  source({ title: '§ 179. Election', snippet: 'The aggregate cost shall not exceed $1,000,000 for any taxable year.' }),
  source({ title: '§ 6662. Penalty', snippet: 'There is added an amount equal to 20 percent of the underpayment.' }),
];
const WRONG = 'The limit is **$1,160,000** for the year [1].';
const OTHER_SOURCE = 'The penalty is 20 percent [1].';
const TEXT = `The cost is deducted. ${WRONG} The limit was $1,000,000 [1].\n\n- ${OTHER_SOURCE}\n- Ask first.\n\n| Item | Value |\n|---|---|\n| Cap | $999 [1] |`;

/** The underlined texts. */
const underlined = (page: Page) =>
  page.evaluate(() =>
    Array.from(CSS.highlights.get('fiscal-review') ?? [], (range) => (range instanceof Range ? range.toString() : '')),
  );

it('sentences with figures that the sources lack are underlined, and the check lists them with the reason', async () => {
  const { page } = await open({ conversation: conversationOf([turn('t1', 'Why?', { text: TEXT, sources })]) });
  await page.getByRole('button', { name: 'Citation check: 3 items to review' }).waitFor();
  await expect
    .poll(() => underlined(page))
    .toEqual(['The limit is $1,160,000 for the year [1', 'The penalty is 20 percent [1', 'Cap$999 [1']);
  const list = page.getByRole('list', { name: /^Citation check/ });
  expect(await list.getByRole('listitem').allTextContents()).toEqual([
    '$1,160,000 not found in the listed sources: “The limit is $1,160,000 for the year.”',
    '20 percent not found in source [1], but in source [2]: “The penalty is 20 percent.”',
    '$999 not found in the listed sources: “Cap $999”',
  ]);
});

it('the reason is a tooltip of the sentence and a note for screen readers at the end of its block', async () => {
  const { page, log } = await open({ conversation: conversationOf([turn('t1', 'Why?', { text: TEXT, sources })]) });
  const note = log
    .getByRole('paragraph')
    .getByRole('img', { name: 'To review: $1,160,000 not found in the listed sources.' });
  await note.waitFor({ state: 'attached' });
  const body = page.locator('.answer-text');
  await log.getByText('$1,160,000').first().hover();
  await expect.poll(() => body.getAttribute('title')).toBe('To review: $1,160,000 not found in the listed sources.');
  await log.getByText('The cost is deducted.').hover({ position: { x: 4, y: 8 } });
  await expect.poll(() => body.getAttribute('title')).not.toContain('To review');
});

it('notes are neither copied nor found', async () => {
  const { page, log } = await open({ conversation: conversationOf([turn('t1', 'Why?', { text: TEXT, sources })]) });
  await log
    .getByRole('img', { name: /^To review/ })
    .first()
    .waitFor({ state: 'attached' });
  expect(
    await page
      .locator('.answer-text')
      .evaluate((body) => body instanceof HTMLElement && body.innerText.includes('To review')),
  ).toBe(false);
});

it('nothing is underlined before the answer is complete', async () => {
  const { page, host, log, ask } = await open();
  await ask('Why?');
  await host.sources(sources);
  await host.text(TEXT);
  await log.getByText('Ask first.').waitFor();
  expect(await underlined(page)).toEqual([]);
  await host.end('done', null, 'stop');
  await expect.poll(async () => (await underlined(page)).length).toBe(3);
});

it('a conversation that is replaced leaves no underlines', async () => {
  const { page, host } = await open({ conversation: conversationOf([turn('t1', 'Why?', { text: TEXT, sources })]) });
  await expect.poll(async () => (await underlined(page)).length).toBe(3);
  await host.restore(conversationOf([turn('t2', 'And?', { text: 'The cap is $1,000,000 [1].', sources })]), {}, true);
  await page.getByText('1 amount found in the sources.').waitFor();
  await expect.poll(() => underlined(page)).toEqual([]);
});

it('sources with too little text are named instead of a match', async () => {
  const cut = [source({ title: '§ 179. Election', snippet: 'The aggregate cost shall not …' })];
  const { page } = await open({ conversation: conversationOf([turn('t1', 'Why?', { text: WRONG, sources: cut })]) });
  await page.getByText('Too little source text to compare every figure: [1]').waitFor();
  expect(await underlined(page)).toEqual([]);
  expect(await page.getByText('found in the sources').count()).toBe(0);
});
