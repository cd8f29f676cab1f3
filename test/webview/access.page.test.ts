import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { emptyAnswer } from '../../src/conversation/conversation.ts';
import { conversationOf, selection, source, turn } from './support/fakeHost.ts';
import { panelSuite } from './support/panelSuite.ts';
import { ANSWER, LONG_TABLE, QUESTION, SOURCES, STEPS, SUGGESTIONS } from './support/samples.ts';
import { THEMES, type ThemeName } from './support/themes.ts';

const open = panelSuite();
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All themes have the same elements and differ in their colors: one theme is checked by all rules, the others by their contrast. */
const ALL_RULES_IN: ThemeName = 'dark';

/** Returns the violations that axe-core finds, one line each. */
async function findings(page: Page, theme: ThemeName): Promise<string[]> {
  await page.evaluate(axe);
  const options = {
    resultTypes: ['violations'],
    ...(theme !== ALL_RULES_IN && { runOnly: { type: 'rule', values: ['color-contrast'] } }),
  };
  const results = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
  expect(results.passes.map(({ id }) => id)).toContain('color-contrast');
  return results.violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
  );
}

const steps = STEPS.map((title, index) => ({ title, at: 1_700_000_000_000 + index * 1000 }));
const finished = turn(
  't1',
  QUESTION,
  { text: ANSWER + LONG_TABLE, steps, sources: SOURCES, suggestions: SUGGESTIONS },
  {
    zeroRetention: true,
    question: { text: QUESTION, selections: [selection({ outdated: true })], quote: 'the limit' },
  },
);
const failed = turn('t2', 'And then?', {
  state: 'failed',
  text: 'Partly',
  error: { kind: 'rateLimit', detail: 'slow down', status: 429, retryAfter: 30 },
});
const stopped = turn('t3', 'And now?', { state: 'stopped', text: 'Half an' });
const running = turn('t4', 'Last?', { ...emptyAnswer('streaming'), steps: steps.slice(0, 2), startedAt: Date.now() });

describe.each(THEMES)('Accessibility in the theme %s', (theme) => {
  it('axe-core finds no violation in a conversation that uses every feature', async () => {
    const { page, host, log } = await open({
      theme,
      height: 6000,
      conversation: conversationOf([finished, failed, stopped, running]),
      panelState: { chips: [selection({ id: 'c2' })], warning: 'The disk is full.' },
    });
    await log.getByText('Comparing the limits').waitFor({ state: 'detached' });
    await log
      .getByRole('button', { name: /research steps/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^Citation check/ }).click();
    await host.deliver({ type: 'find' });
    await page.getByRole('textbox', { name: 'Find in conversation' }).fill('limit');
    await page.getByText(/^1 of/).waitFor();
    expect(await findings(page, theme)).toEqual([]);
  });

  it('axe-core finds no violation in the welcome view, a menu and the preview', async () => {
    const { page, host, box } = await open({
      theme,
      panelState: { readiness: 'emptyLibrary', indexing: { done: 3, total: 9 } },
    });
    expect(await findings(page, theme)).toEqual([]);
    await host.updatePanelState({ readiness: 'ready', indexing: null });
    await page.getByRole('button', { name: /^Research mode/ }).click();
    await page.getByRole('menu').waitFor();
    expect(await findings(page, theme)).toEqual([]);
    await page.keyboard.press('Escape');
    host.onAsk((message) =>
      host.preview(message, { findings: [{ kind: 'EIN', masked: '12-•••' }], usageLimit: '3 of 20 today' }),
    );
    await box.fill('Why?');
    await page.getByRole('button', { name: 'Preview what will be sent' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await findings(page, theme)).toEqual([]);
  });
});

describe('Keyboard', () => {
  it('the keyboard alone is enough to ask, open a source, review it, copy, retry and stop', async () => {
    const { page, host, box } = await open();
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      });
    /** Presses Tab until the control has the focus. */
    const tabTo = async (name: string, key = 'Tab') => {
      const seen: string[] = [];
      for (let count = 0; count < 60; count++) {
        const now = await focused();
        if (now === name) return;
        seen.push(now);
        await page.keyboard.press(key);
      }
      throw new Error(`${name} is not on the way: ${seen.join(' | ')}`);
    };

    await tabTo('Question');
    await page.keyboard.type('Why?');
    await page.keyboard.press('Enter');
    await host.posts('ask');
    await host.text('Because of section 179 [1].');
    await host.sources([source({ title: 'Section 179', url: 'https://law.example/' })]);
    await host.suggestions(['Since when?']);
    await host.end('done', null, 'stop');
    await page.getByRole('button', { name: 'Since when?', exact: true }).waitFor();
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);

    await page.getByRole('button', { name: 'Copy citation of source 1' }).focus();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('Question');

    await tabTo('Open source 1: Section 179', 'Shift+Tab');
    await page.keyboard.press('Enter');
    expect(await host.posts('openSource')).toMatchObject({ source: 0 });
    await tabTo('Review of source 1: Opened');
    await page.keyboard.press('Enter');
    await page.getByRole('menu', { name: 'Review' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await host.posts('review')).toMatchObject({ review: 'reliedOn' });
    await expect.poll(focused).toBe('Review of source 1: Relied on');

    await tabTo('Copy in another format');
    await page.keyboard.press('Enter');
    await page.getByRole('menu', { name: 'Copy in another format' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await host.posts('answerAction')).toMatchObject({ action: 'copyMarkdown' });
    await expect.poll(focused).toBe('Copy in another format');

    await tabTo('Since when?');
    await page.keyboard.press('Enter');
    await host.posts('ask', (message) => message.text === 'Since when?');
    await host.text('Since 1958.');
    await host.end('done', null, 'stop');
    await page.getByText('Since 1958.').waitFor();

    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(focused).toBe('Since when?');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(focused).toBe('Why?');
    await tabTo('Ask again');
    await page.keyboard.press('Enter');
    await page.getByRole('menu', { name: 'Ask again' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await host.posts('retry')).toMatchObject({ turnId: 't1' });
    await host.text('Another answer.');
    await tabTo('Stop answering');
    await page.keyboard.press('Enter');
    await host.posts('stop');
    await expect.poll(focused).toBe('Question');
  });

  it('the focus does not move while an answer arrives', async () => {
    const { page, host, ask } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { text: 'So.', sources: SOURCES })]),
    });
    await ask('And?');
    const copy = page.getByRole('button', { name: 'Copy answer' });
    await copy.focus();
    await host.step('A step');
    await host.text('Some text.');
    await host.sources(SOURCES);
    await host.end('done', null, 'stop');
    await page.getByText('Some text.').waitFor();
    expect(await copy.first().evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe('Announcements', () => {
  it('a screen reader announces the steps and the end of an answer, but never its text', async () => {
    const { page, host, log, ask } = await open();
    await page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      for (const region of document.querySelectorAll('[role="status"], [aria-live="polite"], [role="alert"]')) {
        new MutationObserver(() => heard.push(region.textContent ?? '')).observe(region, {
          childList: true,
          characterData: true,
          subtree: true,
        });
      }
    });
    const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    await ask('Why?');
    await expect.poll(heard).toEqual(['Question sent.']);
    await host.step('Searching the library');
    await host.text('Because of ');
    await host.text('section 179.');
    await log.getByText('Because of section 179.').waitFor();
    await host.sources([source({ title: 'Section 179' })]);
    await host.end('done', null, 'stop');
    await expect.poll(heard).toEqual(['Question sent.', 'Step: Searching the library', 'Answer complete, 1 source.']);
    expect(await log.getAttribute('aria-live')).toBe('off');
  });

  it('a screen reader announces why an answer failed', async () => {
    const { page, host, ask } = await open();
    await ask('Why?');
    await host.end('failed', { kind: 'server' });
    await page.getByRole('status').getByText('Answer failed: Service error').waitFor();
  });

  it('a screen reader announces nothing when a conversation is restored', async () => {
    const { page } = await open({ conversation: conversationOf([finished]) });
    expect(await page.getByRole('status').textContent()).toBe('');
  });
});

describe('Size and colors', () => {
  it('the page fits into 300 px at 200 % zoom without horizontal scrolling', async () => {
    // 300 px at 200 % are 150 CSS px.
    const { page } = await open({
      width: 150,
      conversation: conversationOf([finished, failed]),
      panelState: { chips: [selection()] },
    });
    await page.getByRole('button', { name: 'Send question' }).waitFor();
    const wide = await page.evaluate(() => {
      const limit = document.documentElement.clientWidth;
      const controls = [...document.querySelectorAll<HTMLElement>('.box *, .question *, .error-card *')];
      return controls
        .filter((element) => element.getBoundingClientRect().right > limit + 1)
        .map((element) => element.className);
    });
    expect(wide).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true);
  });

  it('the page uses the font size of the settings', async () => {
    const { page, host } = await open({ panelState: { fontSize: 20 } });
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('20px');
    await host.updatePanelState({ fontSize: 0 });
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('13px');
  });

  it('buttons have a border in forced colors', async () => {
    const { page } = await open({ context: { forcedColors: 'active' } });
    const border = await page
      .getByRole('button', { name: 'Connect to research service' })
      .evaluate((element) => getComputedStyle(element).borderTopWidth);
    expect(border).not.toBe('0px');
  });
});
