import { describe, expect, it } from 'vitest';
import { conversationOf, selection, source, turn } from './support/fakeHost.ts';
import { panelSuite } from './support/panelSuite.ts';
import { longConversation, PARAGRAPH } from './support/samples.ts';

const open = panelSuite();

/** Whether the current match is in the view. */
const currentInView = () => {
  const [range] = CSS.highlights.get('fiscal-find-current') ?? [];
  const top = range instanceof Range ? range.getBoundingClientRect().top : -1;
  return top > 0 && top < window.innerHeight;
};

describe('Find', () => {
  it('find counts the matches of all turns, scrolls to turns that are not rendered and highlights matches', async () => {
    const turns = longConversation(60).turns;
    const rare = turns.map((each, index) =>
      index === 3
        ? { ...each, answer: { ...each.answer, text: `${PARAGRAPH}A **rare** \`word\` here.\n\n${PARAGRAPH}` } }
        : each,
    );
    const { page, host, log } = await open({ conversation: conversationOf(rare) });
    await log.getByText('End of answer 60.').waitFor();
    await host.deliver({ type: 'find' });
    const input = page.getByRole('textbox', { name: 'Find in conversation' });
    await input.fill('rare word here');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    const marked = () =>
      page.evaluate(() => [...(CSS.highlights.get('fiscal-find-current') ?? [])].map((range) => String(range)));
    await expect.poll(marked).toEqual(['rare word here']);
    await expect.poll(() => page.evaluate(currentInView)).toBe(true);

    await input.fill('End of answer');
    await page.getByText(/ of 59$/).waitFor();
    await input.press('Enter');
    await input.press('Shift+Enter');
    await input.press('Escape');
    await input.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => CSS.highlights.size)).toBe(0);
  });

  it('find expands steps, sources and selections that contain the current match', async () => {
    const sources = Array.from({ length: 9 }, (_, index) =>
      source({
        title: `Source number ${index + 1}`,
        snippet: index === 7 ? 'A hidden treasure lies here.' : 'Nothing.',
      }),
    );
    const { page, host } = await open({
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
    await host.deliver({ type: 'find' });
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

  it('a search hit opens at its place in its turn, with the words highlighted', async () => {
    const turns = longConversation(40).turns.map((each, index) =>
      index === 5 || index === 20
        ? { ...each, answer: { ...each.answer, text: `${PARAGRAPH}A rare word here.\n\n${PARAGRAPH}` } }
        : each,
    );
    const { page, host, log } = await open({ conversation: conversationOf(turns) });
    await log.getByText('End of answer 40.').waitFor();
    await host.deliver({ type: 'find', query: 'rare word', turnId: 't6' });
    await expect.poll(() => page.getByRole('textbox', { name: 'Find in conversation' }).inputValue()).toBe('rare word');
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await expect.poll(() => log.getByText('A rare word here.').first().isVisible()).toBe(true);
    await expect.poll(() => page.evaluate(currentInView)).toBe(true);
  });

  it('find updates its matches while text arrives', async () => {
    const { page, host, ask } = await open();
    await ask('Why?');
    await host.text('One deduction. ');
    await host.deliver({ type: 'find' });
    await page.getByRole('textbox', { name: 'Find in conversation' }).fill('deduction');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await host.text('Another deduction.');
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Find in conversation' }).fill('nowhere');
    await page.getByText('No results').waitFor();
  });
});

describe('Sources', () => {
  const sources = Array.from({ length: 8 }, (_, index) =>
    source({ title: `Source number ${index + 1}`, url: `https://law.example/${index + 1}`, date: '2025-01-01' }),
  );

  it('a citation opens its source and has a tooltip with title and passage', async () => {
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

  it('a citation shows the words of its source that the sentence rests on, and opens the source with them', async () => {
    const evidence = [{ mark: 1, source: 1, words: 'shall not exceed\u202e $5' }];
    const text = 'One [1]. Two [1].';
    const { page, host } = await open({
      conversation: conversationOf([
        turn('t1', 'Why?', {
          text,
          sources: [source({ title: 'A', snippet: 'Passage.' })],
          parts: [{ kind: 'rule', from: 0, to: text.length, evidence }],
        }),
      ]),
    });
    const mark = page.getByRole('link', { name: 'Source 1: A. Rests on: “shall not exceed' });
    expect(await mark.getAttribute('title')).toMatch(/^Source 1: A\n\nRests on: “shall not exceed.+ \$5”$/);
    expect(await mark.getAttribute('title')).not.toContain('\u202e');
    await mark.click();
    expect(await host.posts('openSource')).toMatchObject({ turnId: 't1', source: 0, mark: 1 });
    await page.getByRole('link', { name: 'Source 1: A', exact: true }).click();
    expect(await host.posts('openSource', (message) => message.mark === undefined)).toMatchObject({ source: 0 });
  });

  it('a section that a quotation cites opens in the library; one that is cited elsewhere, or of the quoted document, is text', async () => {
    const quoted = 'Under **section 168(k) of this title** and section 5.01 of the agreement,\nno cost is allowed.';
    const text = `See § 263(a).\n\n> ${quoted} [2]\n\nAlso § 1245.`;
    const { host, log } = await open({
      conversation: conversationOf([
        turn('t1', 'Why?', { text, sources: [source({ title: 'A' }), source({ title: '§ 179' })] }),
        turn(
          't2',
          'And?',
          { text: '> Hosted § 280F. [1]', sources: [source({ title: 'B' })] },
          { service: 'tax.example' },
        ),
      ]),
    });
    await log.getByText('Hosted').waitFor();
    const links = log.getByRole('link', { name: /in the library$/ });
    expect(await links.allTextContents()).toEqual(['section 168(k)']);
    await links.first().press('Enter');
    const words = 'section 168(k) of this title';
    expect(await host.posts('openAuthority')).toMatchObject({ turnId: 't1', source: 1, text: words });
  });

  it('a citation without a source is marked when the answer is complete', async () => {
    const { page, host, log, ask } = await open();
    const missing = page.getByRole('note', { name: '[7] has no source in the list' });
    await ask('Why?');
    await host.text('So [1] and [7], as `[8]` and *Rev. Proc.* [2024] say. ');
    await host.sources(sources.slice(0, 1));
    await page.getByRole('link', { name: /^Source 1/ }).waitFor();
    expect(await missing.count()).toBe(0);
    await host.end('done', null, 'stop');
    await missing.waitFor();
    expect(await missing.textContent()).toBe('[7]');
    expect(await log.getByRole('note', { name: 'has no source' }).count()).toBe(1);
  });

  it('sources that the answer cites are first, and each keeps its number', async () => {
    const { page } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { text: 'So [3] and [2].', sources: sources.slice(0, 4) })]),
    });
    const titles = page.getByRole('button', { name: /^Open source/ });
    await titles.first().waitFor();
    expect(await titles.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))).toEqual([
      'Open source 2: Source number 2',
      'Open source 3: Source number 3',
      'Open source 1: Source number 1',
      'Open source 4: Source number 4',
    ]);
  });

  it('a long line of code is wrapped in a narrow panel, and can be scrolled to its end in a wide one', async () => {
    const code = `const LIMITS = [${Array.from({ length: 40 }, (_, at) => `${at}_000_000`).join(', ')}];`;
    const text = `> \`\`\`\n> ${code}\n> \`\`\`\n>\n> [1]`;
    const conversation = conversationOf([turn('t1', 'Why?', { text, sources: [source({ title: 'limits.ts' })] })]);
    for (const [width, wraps] of [
      [300, true],
      [900, false],
    ] as const) {
      const { log } = await open({ width, conversation });
      const shown = await log.locator('.md-code pre').evaluate((pre) => {
        const range = document.createRange();
        range.selectNodeContents(pre);
        pre.scrollLeft = 1e6;
        const box = pre.getBoundingClientRect();
        return { lines: range.getClientRects().length, isInside: range.getBoundingClientRect().right <= box.right + 1 };
      });
      expect(shown.isInside).toBe(true);
      expect(shown.lines > 5).toBe(wraps);
    }
  });

  it('a long title has two lines, keeps what tells it apart and is shown whole when its source is expanded', async () => {
    const long = 'Election to expense certain depreciable business assets of taxpayers other than estates and trusts';
    const titles = [`§ 179 ${long} · (a)`, `§ 179 ${long} · (b)(1)`];
    const sources = titles.map((title) => source({ title, snippet: `Passage of ${title}.` }));
    const { log } = await open({
      width: 300,
      conversation: conversationOf([turn('t1', 'Why?', { text: '[1] [2]', sources })]),
    });
    const title = (n: number) => log.getByRole('button', { name: `Open source ${n}:` });
    const measure = (n: number) =>
      title(n).evaluate((button) => {
        const end = button.querySelector('.title-end');
        const line = Number.parseFloat(getComputedStyle(button).lineHeight);
        return {
          lines: Math.round(button.getBoundingClientRect().height / line),
          end: end?.textContent,
          isCut: end ? end.scrollWidth > end.clientWidth : null,
          inside: end ? end.getBoundingClientRect().bottom <= button.getBoundingClientRect().bottom + 1 : null,
          // Below the beginning, where the separator is clipped.
          indent: end?.firstElementChild
            ? end.firstElementChild.getBoundingClientRect().right - button.getBoundingClientRect().left
            : null,
        };
      });
    expect(await measure(1)).toMatchObject({ lines: 2, end: ' · (a)', isCut: false, inside: true, indent: 0 });
    expect(await measure(2)).toMatchObject({ lines: 2, end: ' · (b)(1)', isCut: false, inside: true, indent: 0 });
    expect(await title(2).getAttribute('title')).toBe(titles[1]);
    await log.getByText(`Passage of ${titles[1]}.`).first().click();
    await expect.poll(async () => (await measure(2)).lines).toBeGreaterThan(2);
    expect((await measure(1)).lines).toBe(2);
  });

  it('a passage is plain text while it is collapsed and is rendered with its tables when it is expanded', async () => {
    const snippet = '| Item | Period |\n|---|---|\n| **Laptop** | 5 years |\n\n- Placed in service';
    const { page, log } = await open({
      conversation: conversationOf([
        turn('t1', 'Why?', { text: 'So [1].', sources: [source({ title: 'A', snippet })] }),
      ]),
    });
    const collapsed = log.getByRole('button', { name: /Item · Period/ });
    expect(await collapsed.textContent()).toBe('Item · Period\nLaptop · 5 years\n• Placed in service');
    await collapsed.click();
    await log.getByRole('cell', { name: 'Laptop' }).waitFor();
    await log.getByRole('listitem').getByText('Placed in service').waitFor();
    await page.getByRole('button', { name: 'Show less', expanded: true }).click();
    await log.getByRole('cell', { name: 'Laptop' }).waitFor({ state: 'detached' });
  });

  it('passages of one document with equal facts are told apart by number', async () => {
    const same = { title: 'Publication 946', location: { path: 'pub946.pdf', line: 3, endLine: 4 } };
    const { log } = await open({
      conversation: conversationOf([
        turn('t1', 'Why?', {
          text: 'So [1] and [2].',
          sources: [source({ ...same, snippet: 'One.' }), source({ ...same, snippet: 'Two.' }), source({ title: 'B' })],
        }),
      ]),
    });
    await log.getByText('passage 1 of 2').waitFor();
    await log.getByText('passage 2 of 2').waitFor();
    expect(await log.getByText(/^passage/).count()).toBe(2);
  });

  it('files with the same name are told apart by their folders, and are not passages of one document', async () => {
    const at = (path: string) =>
      source({ title: 'Changelog', location: { path, line: 3, endLine: 3 }, snippet: 'One.' });
    const { log } = await open({
      conversation: conversationOf([
        turn('t1', 'Why?', {
          text: 'So [1] and [2].',
          sources: [at('/m/payroll/CHANGELOG.md'), at('/m/rates/CHANGELOG.md')],
        }),
      ]),
    });
    await log.locator('.source-facts').getByText('payroll/CHANGELOG.md:3').waitFor();
    await log.locator('.source-facts').getByText('rates/CHANGELOG.md:3').waitFor();
    expect(await log.getByText(/^passage/).count()).toBe(0);
    expect(await log.locator('[title^="Source 2: Changelog · rates/CHANGELOG.md:3"]').count()).toBeGreaterThan(0);
  });

  it('the copy button of a source does not cover its title at any width', async () => {
    const long = 'Form 4562, Depreciation and Amortization: how the election is made and what has to be kept for it';
    for (const width of [170, 300, 450, 900]) {
      const { page } = await open({
        width,
        conversation: conversationOf([
          turn('t1', 'Why?', { text: 'So [1].', sources: [source({ title: long, snippet: 'Keep it.' })] }),
        ]),
      });
      const copy = await page.getByRole('button', { name: 'Copy citation of source 1' }).boundingBox();
      // Text is shortened only at the edge of this element.
      const textRight = await page
        .getByText(long)
        .evaluate((element) => element.closest('.title-parts')?.getBoundingClientRect().right);
      expect(textRight).toBeLessThanOrEqual(copy?.x ?? 0);
    }
  });

  it('no line of facts begins or ends with a separator, and no text is clipped', async () => {
    const section = `(a) ${Array.from({ length: 8 }, (_, at) => `A long section name ${at} › `).join('')}end`;
    const { page } = await open({
      width: 300,
      conversation: conversationOf([
        turn('t1', 'Why?', {
          text: 'So [1].',
          sources: [source({ title: 'A', url: 'https://a-rather-long-host.law.example/1', section, snippet: 'So.' })],
        }),
      ]),
    });
    await page.getByRole('button', { name: 'So.', exact: true }).click();
    const row = page.getByText('a-rather-long-host.law.example').locator('..');
    const [rowLeft = 0, clipped = 0] = await row.evaluate((element) => [
      element.getBoundingClientRect().left,
      Number.parseFloat(getComputedStyle(element).getPropertyValue('--separator')),
    ]);
    // The separator is at the left of a fact. At the start of a line it is in the clipped area.
    const fact = page.getByText(section);
    expect(await fact.evaluate((element) => element.getBoundingClientRect().left)).toBe(rowLeft);
    const lines = () =>
      fact.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return [...range.getClientRects()].map((rect) => rect.left);
      });
    await expect.poll(async () => (await lines()).length).toBeGreaterThan(2);
    expect(Math.min(...(await lines()))).toBeGreaterThanOrEqual(rowLeft + clipped);
  });

  it('an answer with 500 sources shows the cited ones, and all of them on request', async () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      source({ title: `Source number ${index + 1}`, snippet: '| a | b |\n|---|---|\n| 1 | 2 |' }),
    );
    const { page } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { text: 'So [400].', sources: many })]),
    });
    await page.getByRole('button', { name: 'Open source 400: Source number 400' }).waitFor();
    expect(await page.getByRole('button', { name: /^Open source/ }).count()).toBe(1);
    await page.getByRole('button', { name: '499 more sources, not cited' }).click();
    await page.getByRole('button', { name: 'Open source 500: Source number 500' }).waitFor();
  });

  it('a passage of 3 MB is expanded in part, with a note, and collapsed', async () => {
    const snippet = `| Item | Period |\n|---|---|\n${'| Laptop | 5 years |\n'.repeat(150_000)}`;
    const { log, page } = await open({
      conversation: conversationOf([
        turn('t1', 'Why?', { text: 'So [1].', sources: [source({ title: 'A', snippet })] }),
      ]),
    });
    await log.getByRole('button', { name: /Item · Period/ }).click();
    await log.getByRole('cell', { name: 'Laptop' }).first().waitFor();
    await log.getByText('Open the source to read the rest.').waitFor();
    await page.getByRole('button', { name: 'Show less' }).click();
    await log.getByRole('cell', { name: 'Laptop' }).first().waitFor({ state: 'detached' });
  });

  it('the facts of a source are one line in a narrow panel, and whole when its row is expanded', async () => {
    const cited = source({
      title: '§ 179',
      section: '(b) Limitations › (1) Dollar limitation',
      date: '2025-12-31',
      location: { path: 'irc-179-election-to-expense.md', line: 22, endLine: 24 },
      snippet: 'The limit.',
    });
    const { page } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { text: 'So [1].', sources: [cited] })]),
    });
    await page.setViewportSize({ width: 300, height: 700 });
    const facts = page.locator('.source-facts');
    const lines = () =>
      facts.evaluate((each) => each.clientHeight / Number.parseFloat(getComputedStyle(each).lineHeight));
    await expect.poll(lines).toBeLessThan(1.5);
    expect(await facts.getAttribute('title')).toBe(
      '(b) Limitations › (1) Dollar limitation · 2025-12-31 · irc-179-election-to-expense.md:22-24',
    );
    await page.getByRole('button', { name: 'The limit.' }).click();
    await expect.poll(lines).toBeGreaterThan(1.5);
  });

  it('the version of a law leaves a part of the line to the section of the source in a narrow panel', async () => {
    const cited = source({
      title: '§ 179',
      section: '(b) Limitations › (1) Dollar limitation',
      date: '2026-06-26, Public Law 119-100',
      location: { path: 'law/usc26/179.md', line: 19, endLine: 21 },
      snippet: 'The limit.',
    });
    const { page } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { text: 'So [1].', sources: [cited] })]),
    });
    await page.setViewportSize({ width: 300, height: 700 });
    const widths = () =>
      page.locator('.source-facts > *').evaluateAll((facts) => facts.map((fact) => Math.round(fact.clientWidth)));
    // With 13 px for its separator. The day of the version stays whole.
    await expect.poll(async () => (await widths())[0]).toBeGreaterThan(40);
    expect((await widths())[1]).toBeGreaterThan(90);
  });

  it('the day of a source is whole in a narrow panel', async () => {
    const cited = source({
      title: 'Accounting manual',
      section: '8 Property, plant and equipment › paragraph 62',
      date: '2025-01-01',
      location: { path: 'permanent/Accounting manual of the group.docx', line: 61, endLine: 62 },
    });
    const { page } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { text: 'So [1].', sources: [cited] })]),
    });
    await page.setViewportSize({ width: 300, height: 700 });
    const day = page.locator('.source-facts > *', { hasText: '2025-01-01' });
    await expect.poll(() => day.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  });

  it('sources that the answer does not cite are collapsed and labeled', async () => {
    const { page } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { text: 'So [1] and [3]. `[4]`', sources })]),
    });
    await page.getByRole('button', { name: '8 sources, 2 cited' }).waitFor();
    expect(await page.getByRole('button', { name: /^Open source/ }).count()).toBe(2);
    await page.getByRole('button', { name: '6 more sources, not cited' }).click();
    await expect.poll(() => page.getByRole('button', { name: /^Open source/ }).count()).toBe(8);
    await expect.poll(() => page.getByText('Not cited').count()).toBe(6);
  });

  it('icons, figures and the pager of versions stay apart and inside their borders, and tables in quotations have lines', async () => {
    const text = 'So [1].\n\n> | a | b |\n> | - | - |\n> | 1 | 2 |';
    const usage = { promptTokens: 123_456, completionTokens: 654_321, totalTokens: 777_777 };
    const answer = { text, sources: [source({ title: '§ 179' })], usage };
    const both = conversationOf([turn('t1', 'Why?', answer), turn('t2', 'Why?', answer)]);
    const conversation = { ...both, turns: both.turns.map((each) => ({ ...each, parent: null })) };
    for (const theme of ['light', 'hcDark'] as const) {
      for (const width of [170, 300, 450, 900]) {
        const { page, log } = await open({ theme, width, conversation });
        const pager = await log.getByRole('img', { name: 'Version 2 of 2' }).boundingBox();
        const question = await log.locator('.question').boundingBox();
        const icons = await log.locator('.answer-bar').boundingBox();
        const figures = await log.locator('.answer-facts').boundingBox();
        if (!pager || !question || !icons || !figures) throw new Error('Not shown.');
        expect(icons.y + icons.height).toBeLessThanOrEqual(figures.y + 1);
        expect(figures.x + figures.width).toBeLessThanOrEqual(width);
        expect(pager.x + pager.width).toBeLessThanOrEqual(question.x + question.width);
        expect(await log.locator('.answer-bar').evaluate((bar) => bar.scrollWidth <= bar.clientWidth)).toBe(true);
        const line = await page
          .locator('blockquote td')
          .first()
          .evaluate((cell) => {
            const { borderBottomStyle, borderBottomWidth, borderBottomColor } = getComputedStyle(cell);
            return { style: borderBottomStyle, width: Number.parseFloat(borderBottomWidth), color: borderBottomColor };
          });
        expect(line).toMatchObject({ style: 'solid' });
        expect(line.width).toBeGreaterThan(0);
        expect(line.color).not.toMatch(/, 0\)$/);
      }
    }
  });

  it('a source has a button to copy its citation and a review state', async () => {
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

describe('Answer actions', () => {
  it('an answer shows its service, usage, data retention and finish reason', async () => {
    const { log } = await open({
      conversation: conversationOf([
        turn(
          't1',
          'Why?',
          { text: 'So.', usage: { promptTokens: 12, completionTokens: 30, totalTokens: 42 } },
          { service: 'research.example', zeroRetention: true },
        ),
        turn(
          't2',
          'And?',
          { text: 'So.', finishReason: 'length', selectedMode: 'audit_research' },
          { askMode: 'auto', service: 'research.example' },
        ),
      ]),
    });
    for (const text of [
      '42 tokens (12 input, 30 output)',
      'Usage not reported',
      'Auto: Audit research',
      'Zero data retention',
    ]) {
      await log.getByText(text, { exact: true }).waitFor();
    }
    await log.getByText('The service ended this answer with the reason “length”.').waitFor();
  });

  it('an answer of the library shows tokens only if a language model wrote it', async () => {
    const answer = { text: 'So.', usage: { promptTokens: 12, completionTokens: 30, totalTokens: 42 } };
    const model = { name: 'Qwen', provider: 'localhost', onThisMachine: true };
    const { log } = await open({
      conversation: conversationOf([
        turn('t1', 'Why?', answer, { service: 'library' }),
        turn('t2', 'And?', { text: 'So.' }, { service: 'library' }),
        turn('t3', 'How?', answer, { service: 'library', model }),
      ]),
    });
    await log.getByText('42 tokens (12 input, 30 output)').waitFor();
    expect(await log.getByText(/tokens|Usage/).count()).toBe(1);
  });

  it('one click copies an answer as rich text with footnotes for Word, and as plain text with its sources', async () => {
    const { page, host } = await open({
      conversation: conversationOf([
        turn('t1', 'Why?', {
          text: '**Yes** [1], see [1] and `[1]`.\n\n| a | b |\n| - | - |\n| 1 | 2 |',
          sources: [source({ title: 'Section 179 <b>', url: 'https://law.example/179' })],
        }),
      ]),
    });
    await page.getByRole('button', { name: 'Copy answer' }).click();
    expect(await host.posts('answerAction')).toMatchObject({ action: 'copiedRich' });
    const html = await page.evaluate(async () => {
      // The asynchronous clipboard sanitizes HTML unless `unsanitized` is set.
      const read = navigator.clipboard.read as (formats: { unsanitized: string[] }) => Promise<ClipboardItems>;
      const [item] = await read.call(navigator.clipboard, { unsanitized: ['text/html'] });
      return (await item?.getType('text/html'))?.text();
    });
    const plain = await page.evaluate(() => navigator.clipboard.readText());
    expect(plain).toContain('a\tb');
    expect(plain.trimEnd()).toMatch(/\n\n\[1\] Section 179 <b>, https:\/\/law\.example\/179$/);
    expect(html).toContain('<strong>Yes</strong>');
    expect(html).toContain('mso-footnote-id:ftn1');
    expect(html).toContain('mso-element:footnote-list');
    expect(html).toContain('Section 179 &lt;b&gt;');
    expect(html).toContain('<table border="1"');
    expect(html).toContain('<hr align="left"');
    expect(html).toContain('<td>1</td>');
    expect(html).not.toContain('<button');
    expect(html?.match(/name="_ftnref1"/g)).toHaveLength(1);
  });

  it('copying plain text, opening a document and creating a memo are requested from the host', async () => {
    const { page, host } = await open({ conversation: conversationOf([turn('t1', 'Why?', { text: 'So.' })]) });
    await page.getByRole('button', { name: 'Open as new document' }).click();
    await page.getByRole('button', { name: 'Copy in another format' }).click();
    await page.getByRole('menuitem', { name: 'Copy as plain text' }).click();
    await page.getByRole('button', { name: 'Create memo' }).click();
    expect(await host.posts('createMemo')).toMatchObject({ turnId: 't1' });
    expect(host.all('answerAction').map((message) => message.action)).toEqual(['newDocument', 'copyPlain']);
  });

  it('an answer to a question about selected text can be pinned to its lines, and no other answer', async () => {
    const about = turn('t2', 'And this?', { text: 'It is.' });
    const selection = {
      id: 's1',
      uri: 'file:///memo.md',
      label: 'memo.md',
      languageId: 'markdown',
      startLine: 4,
      endLine: 5,
      text: 'A forklift',
    };
    const { page, host } = await open({
      conversation: conversationOf([
        turn('t1', 'Why?', { text: 'So.' }),
        { ...about, parent: 't1', question: { ...about.question, selections: [selection] } },
      ]),
    });
    const pin = page.getByRole('button', { name: 'Pin to lines' });
    await expect.poll(() => pin.count()).toBe(1);
    await pin.click();
    expect(await host.posts('pinAnswer')).toMatchObject({ turnId: 't2' });
  });

  it('an answer, the text selected in it, and the quotation of a source can be inserted', async () => {
    const { page, host } = await open({
      conversation: conversationOf([
        turn('t1', 'Why?', { text: 'So it is.', sources: [source({ title: '§ 179', snippet: 'May elect.' })] }),
      ]),
    });
    await page.getByRole('button', { name: 'Insert answer' }).click();
    expect(await host.posts('insert')).toMatchObject({ turnId: 't1', part: { type: 'answer' } });
    await page.getByRole('button', { name: 'Insert quotation of source 1' }).click();
    await host.posts('insert', ({ part }) => part.type === 'quotation' && part.source === 0);
    await page.getByText('So it is.', { exact: true }).selectText();
    await page.getByRole('button', { name: 'Insert at cursor' }).click();
    await host.posts('insert', ({ part }) => part.type === 'selection' && part.text.trim() !== '');
    await page.getByRole('button', { name: 'Insert at cursor' }).waitFor({ state: 'hidden' });
  });

  it('a table is copied as TSV and a code block as text', async () => {
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

  it('no cell of a copied table is a formula, and signed amounts stay numbers', async () => {
    const formulas = ['=1+1', '@SUM(A1)', "+1+cmd 'calc'!A0", '-2+3+A1', '- see A1', '\uff1d1+1'];
    const amounts = ['-1,200.50', '+5 %', '-', '-$1,000', '1-2'];
    const rows = [...formulas, ...amounts].map((cell) => `| ${cell} |`).join('\n');
    const { page, host } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { text: `| a |\n| - |\n${rows}` })]),
    });
    await page.getByRole('button', { name: 'Copy table' }).click();
    const [, ...cells] = (await host.posts('copyText')).text.trimEnd().split('\n');
    expect(cells).toEqual([...formulas.map((cell) => `'${cell}`), ...amounts]);
  });

  it('tabs, escaped bars and quotation marks of a copied table stay in their cells', async () => {
    const text = '| a | b |\n| - | - |\n| one\ttwo | "open |\n| x \\| z | "=1+1" |\n| 5" pipe | `"` |';
    const { page, host } = await open({ conversation: conversationOf([turn('t1', 'Why?', { text })]) });
    await page.getByRole('button', { name: 'Copy table' }).click();
    expect((await host.posts('copyText')).text.trimEnd().split('\n')).toEqual([
      'a\tb',
      'one two\t"""open"',
      'x | z\t"""=1+1"""',
      '5" pipe\t""""',
    ]);
  });

  it('a long answer says that it is being rendered until all of it is shown', async () => {
    const { page, host, log } = await open({
      conversation: conversationOf([turn('t1', 'Short?', { text: 'Short.' })]),
    });
    await log.getByText('Short.', { exact: true }).waitFor();
    // The note may be there for a few frames only.
    await log.evaluate((element) => {
      const notes: (string | null)[] = [];
      Object.assign(window, { notes });
      const look = () => {
        const answer = element.querySelector('.in-parts');
        const note = answer ? getComputedStyle(answer, '::before').content : null;
        if (notes.at(-1) !== note) notes.push(note);
        requestAnimationFrame(look);
      };
      look();
    });
    const long = turn('t1', 'Long?', { text: 'A paragraph of some words.\n\n'.repeat(20_000) });
    await host.restore(conversationOf([long], { id: 'c2' }), {}, true);
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { notes: unknown[] }).notes), { timeout: 60_000 })
      .toEqual([null, '"Rendering a long answer…"', null]);
    expect(await page.getByText('A paragraph of some words.').count()).toBe(20_000);
  });

  it('a long message of the service scrolls in its card, and the buttons stay in view', async () => {
    const error = { kind: 'server', host: 'law.example', detail: 'W'.repeat(9_000), status: 500 } as const;
    const { page, log } = await open({
      width: 300,
      conversation: conversationOf([turn('t1', 'Why?', { state: 'failed', error }, { service: 'law.example' })]),
    });
    const card = log.locator('.error-card');
    expect((await card.boundingBox())?.height).toBeLessThan(500);
    expect(await card.locator('.said').evaluate((said) => said.scrollHeight > said.clientHeight)).toBe(true);
    await page.getByRole('button', { name: 'Copy details' }).waitFor();
  });
});
