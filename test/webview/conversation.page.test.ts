import { describe, expect, it } from 'vitest';
import { MAX_DRAWN } from '../../src/webview/drawing.ts';
import { conversationOf, selection, source, turn } from './support/fakeHost.ts';
import { panelSuite } from './support/panelSuite.ts';
import { ANSWER } from './support/samples.ts';

const open = panelSuite();

const PARAGRAPH =
  'The cost of the property is allowed as a deduction for the year in which it is placed in service.\n\n';
const long = (count: number) =>
  conversationOf(
    Array.from({ length: count }, (_, index) =>
      turn(`t${index + 1}`, `Question number ${index + 1}?`, {
        text: `${PARAGRAPH.repeat(12)}End of answer ${index + 1}.`,
      }),
    ),
  );

/** Turns in view that are not drawn. */
const emptyInView = (log: Element) => {
  const frame = log.getBoundingClientRect();
  return [...log.querySelectorAll('.turn:empty')].filter((turn) => {
    const rect = turn.getBoundingClientRect();
    return rect.bottom > frame.top && rect.top < frame.bottom;
  }).length;
};

type Watching = Window & { watched?: { element: Element; top: number; from: number } };

/** Remembers what stands in the middle of the view. */
const watchMiddle = (log: Element) => {
  const frame = log.getBoundingClientRect();
  const element = document.elementFromPoint(frame.left + frame.width / 2, frame.top + frame.height / 2) ?? log;
  (window as Watching).watched = { element, top: element.getBoundingClientRect().top, from: log.scrollTop };
};

/** How far that has moved once the view has come to rest, in px. */
const movedInMiddle = async (log: Element) => {
  const { watched } = window as Watching;
  if (!watched) return 0;
  while (log.scrollTop === watched.from) await new Promise(requestAnimationFrame);
  let before = Number.NaN;
  let rest = 0;
  while (rest < 4) {
    await new Promise(requestAnimationFrame);
    rest = log.scrollTop === before ? rest + 1 : 0;
    before = log.scrollTop;
  }
  return watched.element.getBoundingClientRect().top - watched.top;
};

describe('scrolling', () => {
  it('follows the text only while at the end, and offers the way back', async () => {
    const { page, host, log, ask } = await open({ height: 500 });
    const rest = () =>
      log.evaluate((element) => Math.round(element.scrollHeight - element.scrollTop - element.clientHeight));
    await ask('Why?');
    await host.text(PARAGRAPH.repeat(20));
    await expect.poll(rest).toBeLessThanOrEqual(1);
    expect(await log.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);

    await log.hover();
    await page.mouse.wheel(0, -300);
    const newText = page.getByRole('button', { name: 'New text below: go to the end' });
    await newText.waitFor();
    const before = await log.evaluate((element) => element.scrollTop);
    await host.text(PARAGRAPH.repeat(10));
    await expect.poll(rest).toBeGreaterThan(500);
    expect(await log.evaluate((element) => element.scrollTop)).toBe(before);

    await newText.click();
    await expect.poll(rest).toBeLessThanOrEqual(1);
    await host.text(PARAGRAPH.repeat(10));
    await log.getByText('placed in service').nth(39).waitFor();
    await expect.poll(rest).toBeLessThanOrEqual(1);
    await newText.waitFor({ state: 'detached' });
  });

  it('leaves the end again after the user has gone there by themselves', async () => {
    const { page, host, log, ask } = await open({ height: 500 });
    const top = () => log.evaluate((element) => Math.round(element.scrollTop));
    await ask('Why?');
    await host.text(PARAGRAPH.repeat(20));
    await log.hover();
    await page.mouse.wheel(0, -300);
    const newText = page.getByRole('button', { name: 'New text below: go to the end' });
    await newText.waitFor();
    await host.text(PARAGRAPH.repeat(8));
    await log.getByText('placed in service').nth(27).waitFor();
    await page.mouse.wheel(0, 5000);
    await newText.waitFor({ state: 'hidden' });
    const end = await top();
    await page.mouse.wheel(0, -150);
    await expect.poll(top).toBeLessThan(end - 100);
    const there = await top();
    await host.text(`${PARAGRAPH.repeat(10)}The end.`);
    await log.getByText('The end.').waitFor();
    await newText.waitFor();
    expect(await top()).toBe(there);
  });

  it('stays at what is being read when the answer ends and its sources unfold below', async () => {
    const { host, log, page, ask } = await open({ height: 500 });
    await ask('Why?');
    await host.text(`${PARAGRAPH.repeat(20)}The end.`);
    await host.sources(Array.from({ length: 9 }, (_, index) => source({ title: `Source number ${index + 1}` })));
    await log.getByText('The end.').waitFor();
    const end = () =>
      log.getByText('The end.').evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
    await expect.poll(end).toBeLessThan(400);
    await host.end('done', null, 'stop');
    await page.getByRole('button', { name: 'Open source 9: Source number 9' }).waitFor();
    expect(await end()).toBeGreaterThan(250);
    expect(await page.getByRole('button', { name: 'New text below: go to the end' }).count()).toBe(0);
  });

  it('follows the running answer of another conversation that is opened', async () => {
    const { host, log } = await open({ conversation: long(100), height: 500 });
    await log.getByText('End of answer 100.').waitFor();
    const running = turn('other', 'Why?', { state: 'streaming', text: PARAGRAPH.repeat(2000), endedAt: null });
    await host.restore(conversationOf([running], { id: 'c2' }), {}, true);
    for (let count = 1; count <= 20; count++) await host.text(`${PARAGRAPH}Piece ${count}.\n\n`);
    await log.getByText('Piece 20.', { exact: true }).waitFor();
    await expect
      .poll(() => log.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight))
      .toBeLessThanOrEqual(1);
  });

  it('keeps selected text selected while the rest arrives', async () => {
    const { page, host, log, ask } = await open();
    await ask('Why?');
    await host.text('The **first** paragraph.\n\n');
    await log.getByText('first', { exact: true }).selectText();
    for (let count = 0; count < 20; count++) await host.text(PARAGRAPH);
    await log.getByText('placed in service').nth(19).waitFor();
    expect(await page.evaluate(() => document.getSelection()?.toString())).toBe('first');
  });
});

describe('a long conversation', () => {
  it('holds few turns in the document and draws the others when they come near', async () => {
    const { page, log } = await open({ conversation: long(200) });
    await log.getByText('End of answer 200.').waitFor();
    const drawn = () => page.evaluate(() => document.querySelectorAll('.answer-text').length);
    expect(await drawn()).toBeLessThanOrEqual(MAX_DRAWN);
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
      expect(await drawn()).toBeLessThanOrEqual(MAX_DRAWN);
    }
    await log.getByText('End of answer 200.').waitFor();
  });

  it('draws a very long answer that is restored in parts, and whole in the end', async () => {
    const text = `${PARAGRAPH.repeat(1500)}The very end.`;
    const { page, log } = await open({ conversation: conversationOf([turn('t1', 'Why?', { text })]) });
    await log.getByText('The very end.').waitFor();
    expect(await log.getByText('placed in service').count()).toBe(1500);
    // Only while it is drawn it keeps the height that was guessed for it.
    expect(await page.locator('.in-parts').count()).toBe(0);
  });

  it('does not move the text under the eyes of who scrolls back through it', async () => {
    const turns = Array.from({ length: 14 }, (_, index) =>
      turn(`t${index + 1}`, `Question ${index + 1}?`, { text: ANSWER }),
    );
    const { page, log } = await open({ conversation: conversationOf(turns) });
    await log.hover();
    const jumps: number[] = [];
    for (let step = 0; step < 24; step++) {
      await log.evaluate(watchMiddle);
      await page.mouse.wheel(0, -300);
      jumps.push(Math.abs((await log.evaluate(movedInMiddle)) - 300));
    }
    expect(Math.max(...jumps)).toBeLessThan(40);
  });

  it('goes from question to question by Alt and arrow, also to those that were not drawn', async () => {
    const { page, log } = await open({ conversation: long(60) });
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

describe('find', () => {
  it('counts matches in every turn, goes to them in turns that are not drawn, and marks them', async () => {
    const turns = long(60).turns;
    const rare = turns.map((each, index) =>
      index === 3
        ? { ...each, answer: { ...each.answer, text: `${PARAGRAPH}A **rare** \`word\` here.\n\n${PARAGRAPH}` } }
        : each,
    );
    const { page, log } = await open({ conversation: conversationOf(rare) });
    await log.getByText('End of answer 60.').waitFor();
    await page.keyboard.press('Control+f');
    const input = page.getByRole('textbox', { name: 'Find in conversation' });
    await input.fill('rare word here');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    const marked = () =>
      page.evaluate(() => [...(CSS.highlights.get('fiscal-find-current') ?? [])].map((range) => String(range)));
    await expect.poll(marked).toEqual(['rare word here']);
    const rect = await page.evaluate(() => {
      const [range] = CSS.highlights.get('fiscal-find-current') ?? [];
      return range instanceof Range ? range.getBoundingClientRect().top : -1;
    });
    expect(rect).toBeGreaterThan(0);
    expect(rect).toBeLessThan(800);

    await input.fill('End of answer');
    await page.getByText(/ of 59$/).waitFor();
    await input.press('Enter');
    await input.press('Shift+Enter');
    await input.press('Escape');
    await input.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => CSS.highlights.size)).toBe(0);
  });

  it('unfolds what it finds in steps, sources and selections', async () => {
    const sources = Array.from({ length: 9 }, (_, index) =>
      source({
        title: `Source number ${index + 1}`,
        snippet: index === 7 ? 'A hidden treasure lies here.' : 'Nothing.',
      }),
    );
    const { page } = await open({
      conversation: conversationOf([
        turn(
          't1',
          'Why?',
          { text: 'So [1].', sources, steps: [{ title: 'Digging for treasure', at: 1 }] },
          { question: { text: 'Why?', selections: [selection({ text: 'The treasure map.' })] } },
        ),
      ]),
    });
    expect(await page.getByText('A hidden treasure').count()).toBe(0);
    await page.keyboard.press('Control+f');
    const input = page.getByRole('textbox', { name: 'Find in conversation' });
    await input.fill('treasure');
    await page.getByText('1 of 3', { exact: true }).waitFor();
    await page.getByText('The treasure map.').waitFor();
    await input.press('Enter');
    await page.getByText('Digging for treasure').waitFor();
    await input.press('Enter');
    await page.getByText('A hidden treasure').waitFor();
    const current = () =>
      page.evaluate(() =>
        [...(CSS.highlights.get('fiscal-find-current') ?? [])].map(
          (range) => (range as Range).startContainer.textContent,
        ),
      );
    await expect.poll(current).toEqual(['A hidden treasure lies here.']);
  });

  it('finds in text that arrives while it is open', async () => {
    const { page, host, ask } = await open();
    await ask('Why?');
    await host.text('One deduction. ');
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find in conversation' }).fill('deduction');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await host.text('Another deduction.');
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Find in conversation' }).fill('nowhere');
    await page.getByText('No results').waitFor();
  });
});

describe('sources', () => {
  const sources = Array.from({ length: 8 }, (_, index) =>
    source({ title: `Source number ${index + 1}`, url: `https://law.example/${index + 1}`, date: '2025-01-01' }),
  );

  it('are opened from their mark in the text, and tell title and passage there', async () => {
    const { page, host } = await open({
      conversation: conversationOf([
        turn('t1', 'Why?', {
          text: 'So [2], and not [9].',
          sources: [source({ title: 'A' }), source({ title: 'B', snippet: 'Passage.' })],
        }),
      ]),
    });
    const mark = page.getByRole('link', { name: /^Source 2: B/ });
    expect(await mark.getAttribute('title')).toContain('Passage.');
    await mark.click();
    expect(await host.posts('openSource')).toMatchObject({ turnId: 't1', source: 1 });
    expect(await page.getByRole('link', { name: /Source 9/ }).count()).toBe(0);
  });

  it('that are cited stand apart from those only listed, which fold away', async () => {
    const { page } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { text: 'So [1] and [3]. `[4]`', sources })]),
    });
    await page.getByRole('button', { name: '8 sources, 2 cited' }).waitFor();
    expect(await page.getByRole('button', { name: /^Open source/ }).count()).toBe(2);
    await page.getByRole('button', { name: '6 more, listed and not cited' }).click();
    expect(await page.getByRole('button', { name: /^Open source/ }).count()).toBe(8);
    expect(await page.getByText('only listed').count()).toBe(6);
  });

  it('have a citation to copy and a review state', async () => {
    const { page, host } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { text: 'So [1].', sources: sources.slice(0, 1) })]),
    });
    await page.getByRole('button', { name: 'Copy citation of source 1' }).click({ force: true });
    expect(await host.posts('copyCitation')).toMatchObject({ turnId: 't1', source: 0 });
    await page.getByRole('button', { name: 'Review of source 1: Unread' }).click();
    await page.getByRole('menuitemradio', { name: 'Rejected' }).click();
    expect(await host.posts('review')).toMatchObject({ review: 'rejected' });
    await page.getByRole('button', { name: 'Review of source 1: Rejected' }).waitFor();
  });
});

describe('an answer', () => {
  it('says its mode, service, time, usage and retention', async () => {
    const { log } = await open({
      conversation: conversationOf([
        turn(
          't1',
          'Why?',
          { text: 'So.', usage: { promptTokens: 12, completionTokens: 30, totalTokens: 42 } },
          { service: 'research.example', zeroRetention: true },
        ),
        turn('t2', 'And?', { text: 'So.', finishReason: 'length' }),
      ]),
    });
    for (const text of ['research.example', '42 tokens (12 in, 30 out)', 'usage not reported', 'Zero retention']) {
      await log.getByText(text, { exact: true }).waitFor();
    }
    await log.getByText('The service ended this answer with the reason “length”.').waitFor();
  });

  it('is copied as rich text with footnotes that Word knows', async () => {
    const { page, host } = await open({
      conversation: conversationOf([
        turn('t1', 'Why?', {
          text: '**Yes** [1], see [1] and `[1]`.\n\n| a | b |\n| - | - |\n| 1 | 2 |',
          sources: [source({ title: 'Section 179 <b>', url: 'https://law.example/179' })],
        }),
      ]),
    });
    await page.getByRole('button', { name: 'Copy answer' }).click();
    await page.getByRole('menuitem', { name: 'Copy as rich text with footnotes' }).click();
    expect(await host.posts('use')).toMatchObject({ how: 'richCopied' });
    const html = await page.evaluate(async () => {
      // The asynchronous clipboard cleans what it reads, unless it is asked not to.
      const read = navigator.clipboard.read as (formats: { unsanitized: string[] }) => Promise<ClipboardItems>;
      const [item] = await read.call(navigator.clipboard, { unsanitized: ['text/html'] });
      return (await item?.getType('text/html'))?.text();
    });
    expect(html).toContain('<strong>Yes</strong>');
    expect(html).toContain('mso-footnote-id:ftn1');
    expect(html).toContain('mso-element:footnote-list');
    expect(html).toContain('Section 179 &lt;b&gt;');
    expect(html).toContain('<td>1</td>');
    expect(html).not.toContain('<button');
    expect(html?.match(/name="_ftnref1"/g)).toHaveLength(1);
  });

  it('is copied, inserted and opened by the host', async () => {
    const { page, host } = await open({ conversation: conversationOf([turn('t1', 'Why?', { text: 'So.' })]) });
    await page.getByRole('button', { name: 'Insert at the cursor' }).click();
    await page.getByRole('button', { name: 'Open as new document' }).click();
    await page.getByRole('button', { name: 'Copy answer' }).click();
    await page.getByRole('menuitem', { name: 'Copy as plain text' }).click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Make a memo' }).click();
    await host.posts('use', (message) => message.how === 'memo');
    expect(host.all('use').map((message) => message.how)).toEqual(['insert', 'newDocument', 'copyPlain', 'memo']);
  });

  it('copies a table as TSV and a code block through the host', async () => {
    const { page, host } = await open({
      conversation: conversationOf([
        turn('t1', 'Why?', { text: '| a | b |\n| - | - |\n| 1 | 2 |\n\n```ts\nlet x = 1;\n```' }),
      ]),
    });
    await page.getByRole('button', { name: 'Copy table' }).click();
    expect((await host.posts('copyText')).text.trim()).toBe('a\tb\n1\t2');
    await page.getByRole('button', { name: 'Copy code' }).click();
    await host.posts('copyText', (message) => message.text.trim() === 'let x = 1;');
  });
});
