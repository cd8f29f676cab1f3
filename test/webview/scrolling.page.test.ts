import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { TOP_MARGIN } from '../../src/webview/scrolling/scroll.ts';
import { MAX_RENDERED } from '../../src/webview/scrolling/virtualTurns.ts';
import { conversationOf, source, turn } from './support/fakeHost.ts';
import { panelSuite } from './support/panelSuite.ts';
import { ANSWER, longConversation, PARAGRAPH } from './support/samples.ts';

const open = panelSuite();

/** Number of turns in the view that are not rendered. */
const emptyInView = (log: Element) => {
  const frame = log.getBoundingClientRect();
  return [...log.querySelectorAll('.turn:empty')].filter((turn) => {
    const rect = turn.getBoundingClientRect();
    return rect.bottom > frame.top && rect.top < frame.bottom;
  }).length;
};

type Watching = Window & { watched?: { element: Element; top: number } };

/** Records the element in the middle of the view. */
const watchMiddle = (log: Element) => {
  const frame = log.getBoundingClientRect();
  const element = document.elementFromPoint(frame.left + frame.width / 2, frame.top + frame.height / 2) ?? log;
  (window as Watching).watched = { element, top: element.getBoundingClientRect().top };
};

/**
 * Returns how far the recorded element has moved, in px, when scrolling has ended. On a busy machine, scrolling stands still on its way, so
 * it is given ten seconds to move by `distance`.
 */
const movedInMiddle = async (log: Element, distance: number) => {
  const { watched } = window as Watching;
  if (!watched) return 0;
  const moved = () => watched.element.getBoundingClientRect().top - watched.top;
  const end = performance.now() + 10_000;
  let before = Number.NaN;
  let rest = 0;
  while (rest < 4 || (Math.abs(moved() - distance) > 1 && performance.now() < end)) {
    await new Promise(requestAnimationFrame);
    rest = log.scrollTop === before ? rest + 1 : 0;
    before = log.scrollTop;
  }
  return moved();
};

/** Returns the largest number of elements whose styles are computed in one update while `run` is running. */
const computedStyles = async (page: Page, run: () => Promise<void>): Promise<number> => {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['devtools.timeline'] });
  await run();
  const trace: { traceEvents: { name: string; args: { elementCount?: number } }[] } = JSON.parse(
    String(await browser?.stopTracing()),
  );
  const counts = trace.traceEvents.flatMap(({ name, args }) =>
    name === 'UpdateLayoutTree' ? [args.elementCount ?? 0] : [],
  );
  expect(counts).not.toEqual([]);
  return Math.max(...counts);
};

/** CSS pixels between the top of the view and the question. */
const distanceFromTop = async (question: Locator, log: Locator): Promise<number> =>
  Math.round(((await question.boundingBox())?.y ?? 0) - ((await log.boundingBox())?.y ?? 0));

/** Scrolls a little with the wheel. Only a scroll by the user ends the correction that keeps the question at the top. */
const scrollAsUser = async (page: Page, log: Locator): Promise<void> => {
  const top = () => log.evaluate((element) => element.scrollTop);
  const before = await top();
  await log.hover();
  await page.mouse.wheel(0, 50);
  await expect.poll(top).toBeGreaterThan(before);
};

describe('Scrolling', () => {
  it('a new question moves to the top of the view and stays there while its answer grows', async () => {
    const { page, host, log, ask } = await open({ conversation: longConversation(3), height: 500 });
    await log.getByText('End of answer 3.').waitFor();
    await ask('Why is that?');
    const top = () => log.evaluate((element) => Math.round(element.scrollTop));
    const question = page.getByRole('article').last();
    await expect.poll(() => distanceFromTop(question, log)).toBe(TOP_MARGIN);
    const before = await top();
    const newText = page.getByRole('button', { name: 'New text below. Go to the end.' });
    await host.text(PARAGRAPH);
    await question.getByText('placed in service').waitFor();
    expect(await newText.count()).toBe(0);
    await host.text(`${PARAGRAPH.repeat(19)}The end.`);
    await newText.waitFor();
    expect(await top()).toBe(before);
    await host.end('done', null, 'stop');
    await page.getByRole('button', { name: 'Copy answer' }).last().waitFor();
    expect(await top()).toBe(before);
  });

  it('a new question moves to the top also if the user reads an earlier answer', async () => {
    const { page, host, log } = await open({ conversation: longConversation(3), height: 500 });
    await log.getByText('End of answer 3.').waitFor();
    await log.hover();
    await page.mouse.wheel(0, -400);
    await expect.poll(() => log.evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight)).toBeGreaterThan(200);
    // The host queues a question before it sends it.
    const parent = longConversation(3).currentTurnId;
    await host.change({ type: 'turnAdded', turn: turn('next', 'Why is that?', { state: 'queued' }, { parent }) });
    await host.change({ type: 'sent', turnId: 'next', epoch: 1, at: Date.now() });
    const question = page.getByRole('article').last();
    await expect.poll(() => distanceFromTop(question, log)).toBe(TOP_MARGIN);
  });

  it('a new question whose answer is complete before it is shown also moves to the top', async () => {
    const { page, host, log } = await open({ conversation: longConversation(3), height: 500 });
    await log.getByText('End of answer 3.').waitFor();
    await log.evaluate((element) => element.scrollTo(0, 0));
    const { turns } = longConversation(3);
    await host.change({
      type: 'turnAdded',
      turn: turn('fast', 'What is § 179?', { text: ANSWER }, { parent: turns.at(-1)?.id ?? null }),
    });
    const question = page.getByRole('article').last();
    await expect.poll(() => distanceFromTop(question, log)).toBe(TOP_MARGIN);
  });

  it('an answer that arrives at once announces the text below the view, and covers no text', async () => {
    const { page, host, log } = await open({ conversation: longConversation(3), height: 500 });
    await log.getByText('End of answer 3.').waitFor();
    const parent = longConversation(3).currentTurnId;
    const newText = page.getByRole('button', { name: 'New text below. Go to the end.' });
    await host.change({ type: 'turnAdded', turn: turn('short', 'Why?', { text: 'So.' }, { parent }) });
    await log.getByText('So.').waitFor();
    const long = turn('long', 'And?', { text: PARAGRAPH.repeat(20) }, { parent: 'short' });
    await host.change({ type: 'turnAdded', turn: long });
    await newText.waitFor();
    const [button, view] = [await newText.boundingBox(), await log.boundingBox()];
    expect(button?.y ?? 0).toBeGreaterThanOrEqual((view?.y ?? 0) + (view?.height ?? 0));
    await log.hover();
    await page.mouse.wheel(0, 9000);
    await newText.waitFor({ state: 'detached' });
  });

  it('the progress of reading documents is not announced as new text', async () => {
    const { page, host, ask } = await open({ height: 500 });
    await ask('Why?');
    await host.text('A short answer.');
    await page.getByText('A short answer.').waitFor();
    await host.updatePanelState({ indexing: { done: 3, total: 9 } });
    await page.getByRole('progressbar').waitFor({ state: 'attached' });
    await host.text(' It goes on.');
    await page.getByText('It goes on.').waitFor();
    expect(await page.getByRole('button', { name: 'New text below. Go to the end.' }).count()).toBe(0);
    await host.text(PARAGRAPH.repeat(20));
    await page.getByRole('button', { name: 'New text below. Go to the end.' }).waitFor();
  });

  it('a queued question does not move the view, and moves to the top when it is sent while the view is at the end', async () => {
    const { page, host, log, ask } = await open({ height: 500 });
    await ask('First?');
    await host.text(PARAGRAPH.repeat(20));
    await log.getByText('placed in service').nth(19).waitFor();
    const top = () => log.evaluate((element) => Math.round(element.scrollTop));
    const before = await top();
    await ask('Second?');
    await log.getByText('Queued').waitFor({ state: 'attached' });
    expect(await top()).toBe(before);
    await log.hover();
    await page.mouse.wheel(0, 9000);
    const distance = () => log.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);
    await expect.poll(distance).toBeLessThanOrEqual(1);
    await host.end('done', null, 'stop');
    const second = page.getByRole('article').last();
    await expect
      .poll(async () => Math.round(((await second.boundingBox())?.y ?? 0) - ((await log.boundingBox())?.y ?? 0)))
      .toBe(TOP_MARGIN);
  });

  it('a new conversation does not announce new text', async () => {
    const { page, host, ask } = await open({ height: 300 });
    await ask('Why?');
    await host.text(PARAGRAPH.repeat(20));
    const newText = page.getByRole('button', { name: 'New text below. Go to the end.' });
    await newText.waitFor();
    await host.end('done', null, 'stop');
    await host.restore(conversationOf([], { id: 'c2' }), {}, true);
    await page.getByRole('heading', { name: 'Select a paragraph and ask' }).waitFor();
    await newText.waitFor({ state: 'detached' });
  });

  it('the view follows new text after the user went to the end, and a button goes there', async () => {
    const { page, host, log, ask } = await open({ height: 500 });
    const rest = () =>
      log.evaluate((element) => Math.round(element.scrollHeight - element.scrollTop - element.clientHeight));
    await ask('Why?');
    await host.text(PARAGRAPH.repeat(20));
    const newText = page.getByRole('button', { name: 'New text below. Go to the end.' });
    await newText.click();
    await expect.poll(rest).toBeLessThanOrEqual(1);
    await host.text(PARAGRAPH.repeat(10));
    await log.getByText('placed in service').nth(29).waitFor();
    await expect.poll(rest).toBeLessThanOrEqual(1);

    await log.hover();
    await page.mouse.wheel(0, -300);
    await expect.poll(rest).toBeGreaterThanOrEqual(300);
    const before = await log.evaluate((element) => element.scrollTop);
    expect(await newText.count()).toBe(0);
    await host.text(PARAGRAPH.repeat(10));
    await newText.waitFor();
    expect(await log.evaluate((element) => element.scrollTop)).toBe(before);
  });

  it('the user can scroll to the end and leave it again while text arrives', async () => {
    const { page, host, log, ask } = await open({ height: 500 });
    const top = () => log.evaluate((element) => Math.round(element.scrollTop));
    const rest = () =>
      log.evaluate((element) => Math.round(element.scrollHeight - element.scrollTop - element.clientHeight));
    await ask('Why?');
    await host.text(PARAGRAPH.repeat(28));
    const newText = page.getByRole('button', { name: 'New text below. Go to the end.' });
    await newText.waitFor();
    await log.hover();
    await page.mouse.wheel(0, 5000);
    await newText.waitFor({ state: 'hidden' });
    await expect.poll(rest).toBeLessThanOrEqual(1);
    await page.mouse.wheel(0, -150);
    // Scrolling is in steps on a busy machine.
    await expect.poll(rest).toBeGreaterThanOrEqual(150);
    const there = await top();
    await host.text(`${PARAGRAPH.repeat(10)}The end.`);
    await log.getByText('The end.').waitFor();
    await newText.waitFor();
    expect(await top()).toBe(there);
  });

  it('the button for new text goes away when the end of the answer is in view, while documents are read', async () => {
    const { page, host, log, ask } = await open({ height: 500 });
    await ask('Why?');
    await host.updatePanelState({ indexing: { done: 1, total: 2000 } });
    await host.text(PARAGRAPH.repeat(20));
    const newText = page.getByRole('button', { name: 'New text below. Go to the end.' });
    await newText.waitFor();
    await scrollAsUser(page, log);
    await log.evaluate((element) => element.scrollTo(0, element.scrollHeight - element.clientHeight - 16));
    await newText.waitFor({ state: 'hidden' });
  });

  it('the button for new text goes away when the answer is read to the end of its text, above its sources', async () => {
    const { page, host, log, ask } = await open({ height: 500 });
    await ask('Why?');
    await host.text(`${PARAGRAPH.repeat(20)}The end.`);
    await host.sources(Array.from({ length: 9 }, (_, index) => source({ title: `Source number ${index + 1}` })));
    await host.end('done', null, 'stop');
    const newText = page.getByRole('button', { name: 'New text below. Go to the end.' });
    await newText.waitFor();
    await scrollAsUser(page, log);
    await log.getByText('The end.').evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await newText.waitFor({ state: 'hidden' });
    const rest = await log.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
    expect(rest).toBeGreaterThan(100);
  });

  it('the view stays in place when an answer ends and its sources are added below', async () => {
    const { host, log, page, ask } = await open({ height: 500 });
    await ask('Why?');
    await host.text(`${PARAGRAPH.repeat(20)}The end.`);
    await host.sources(Array.from({ length: 9 }, (_, index) => source({ title: `Source number ${index + 1}` })));
    await page.getByRole('button', { name: 'New text below. Go to the end.' }).click();
    const end = () =>
      log.getByText('The end.').evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
    await expect.poll(end).toBeLessThan(400);
    await host.end('done', null, 'stop');
    await page.getByRole('button', { name: 'Open source 9: Source number 9' }).waitFor();
    expect(await end()).toBeGreaterThan(250);
    expect(await page.getByRole('button', { name: 'New text below. Go to the end.' }).count()).toBe(0);
  });

  it('the view follows the running answer of a conversation that replaces another', async () => {
    const { host, log } = await open({ conversation: longConversation(100), height: 500 });
    await log.getByText('End of answer 100.').waitFor();
    const running = turn('other', 'Why?', { state: 'streaming', text: PARAGRAPH.repeat(2000), endedAt: null });
    await host.restore(conversationOf([running], { id: 'c2' }), {}, true);
    for (let count = 1; count <= 20; count++) await host.text(`${PARAGRAPH}Piece ${count}.\n\n`);
    await log.getByText('Piece 20.', { exact: true }).waitFor();
    await expect
      .poll(() => log.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight))
      .toBeLessThanOrEqual(1);
  });

  it('selected text stays selected while more text arrives', async () => {
    const { page, host, log, ask } = await open();
    await ask('Why?');
    await host.text('The **first** paragraph.\n\n');
    await log.getByText('first', { exact: true }).selectText();
    for (let count = 0; count < 20; count++) await host.text(PARAGRAPH);
    await log.getByText('placed in service').nth(19).waitFor();
    expect(await page.evaluate(() => document.getSelection()?.toString())).toBe('first');
  });
});

describe('Long conversations', () => {
  it('a conversation of 200 turns has few turns in the document and renders the others near the view', async () => {
    const { page, log } = await open({ conversation: longConversation(200) });
    await log.getByText('End of answer 200.').waitFor();
    const drawn = () => page.evaluate(() => document.querySelectorAll('.answer-text').length);
    expect(await drawn()).toBeLessThanOrEqual(MAX_RENDERED);
    expect(await page.evaluate(() => document.querySelectorAll('[data-turn]').length)).toBe(200);
    await log.evaluate((element) => {
      element.scrollTop = 0;
    });
    await log.getByText('End of answer 1.', { exact: true }).waitFor();
    for (let tenth = 1; tenth <= 10; tenth++) {
      await log.evaluate((element, part) => {
        element.scrollTop = (element.scrollHeight * part) / 10;
      }, tenth);
      await expect.poll(() => log.evaluate(emptyInView)).toBe(0);
      expect(await drawn()).toBeLessThanOrEqual(MAX_RENDERED);
    }
    await log.getByText('End of answer 200.').waitFor();
  });

  it('a new question, and then a change of the height, compute the styles of no placeholder', async () => {
    const conversation = longConversation(200);
    const { page, host, log } = await open({ conversation });
    await log.getByText('End of answer 200.').waitFor();
    await expect.poll(() => page.locator('[data-whole]').count()).toBe(0);
    const next = turn('next', 'Why is that?', { text: 'Next answer.' }, { parent: conversation.currentTurnId });
    const question = page.getByRole('article').last();
    const height = async () => Math.round((await question.boundingBox())?.height ?? 0);
    const asked = await computedStyles(page, async () => {
      await host.change({ type: 'turnAdded', turn: next });
      await log.getByText('Next answer.').waitFor();
      await expect.poll(() => page.locator('[data-whole]').count()).toBe(0);
    });
    expect(asked).toBeLessThan(200);
    const before = await height();
    const lower = await computedStyles(page, async () => {
      await page.setViewportSize({ width: 420, height: 700 });
      await expect.poll(height).toBe(before - 100);
    });
    expect(lower).toBeLessThan(200);
  });

  it('a very long restored answer is rendered in parts and is complete in the end', async () => {
    const text = `${PARAGRAPH.repeat(1500)}The very end.`;
    const { page, log } = await open({ conversation: conversationOf([turn('t1', 'Why?', { text })]) });
    await log.getByText('The very end.').waitFor();
    expect(await log.getByText('placed in service').count()).toBe(1500);
    // The estimated height is only kept while the answer is rendered.
    expect(await page.locator('.in-parts').count()).toBe(0);
  });

  it('scrolling back does not move the visible text', async () => {
    const turns = Array.from({ length: 14 }, (_, index) =>
      turn(`t${index + 1}`, `Question ${index + 1}?`, { text: ANSWER }),
    );
    const { page, log } = await open({ conversation: conversationOf(turns) });
    // Until the newest answer is drawn whole, the view follows its end.
    await log.getByText(`Question ${turns.length}?`).waitFor();
    await expect.poll(() => page.locator('[data-whole]').count()).toBe(0);
    await log.hover();
    const jumps: number[] = [];
    for (let step = 0; step < 24; step++) {
      await log.evaluate(watchMiddle);
      await page.mouse.wheel(0, -300);
      jumps.push(Math.abs((await log.evaluate(movedInMiddle, 300)) - 300));
    }
    expect(Math.max(...jumps)).toBeLessThan(40);
  });

  it('Alt+Up and Alt+Down move between questions, including those that are not rendered', async () => {
    const { page, log } = await open({ conversation: longConversation(60) });
    await log.getByText('End of answer 60.').waitFor();
    for (let count = 60; count > 30; count--) {
      await page.keyboard.press('Alt+ArrowUp');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toBe(`Question number ${count}?`);
    }
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Question number 32?');
  });
});
