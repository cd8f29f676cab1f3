import { describe, expect, it } from 'vitest';
import { emptyAnswer } from '../../src/conversation/conversation.ts';
import { conversationOf, turn } from './support/fakeHost.ts';
import { panelSuite } from './support/panelSuite.ts';

const open = panelSuite();

/** Asks a question that the host prepares until the returned function is called. */
async function askSlowly({ host, box, page }: Awaited<ReturnType<typeof open>>): Promise<() => void> {
  const prepared = Promise.withResolvers<void>();
  host.delayReplies(prepared.promise);
  await box.fill('A slow question?');
  await box.press('Enter');
  await page.locator('form[aria-busy="true"]').waitFor();
  return prepared.resolve;
}

describe('State', () => {
  it('a page that is opened while an answer streams shows the text so far and then the rest', async () => {
    const running = turn('t1', 'Why?', {
      ...emptyAnswer('streaming'),
      text: 'Because ',
      startedAt: Date.now(),
      lastEventAt: Date.now(),
    });
    const { host, log } = await open({ conversation: conversationOf([running]) });
    await log.getByText('Because').waitFor();
    await host.text('of section 179.');
    await log.getByText('Because of section 179.').waitFor();
  });

  it('the page requests the whole state when a change is missing', async () => {
    const { host, log, ask } = await open();
    await ask('Why?');
    await host.text('One. ');
    host.loseChanges({ type: 'step', turnId: 't1', epoch: 1, title: 'Lost step', at: Date.now() });
    await host.text('Two.');
    await host.posts('resync');
    await log.getByText('One. Two.').waitFor();
    await log.getByText('Lost step').waitFor();
  });

  it('the page requests the whole state when a text change does not continue the text', async () => {
    const { host, log, ask } = await open();
    await ask('Why?');
    await host.text('One. ');
    await log.getByText('One.').waitFor();
    const at = Date.now();
    await host.deliver({
      type: 'changes',
      seq: 4,
      changes: [{ type: 'text', turnId: 't1', epoch: 1, offset: 99, text: 'nonsense', at }],
    });
    await host.posts('resync');
    expect(await log.getByText('nonsense').count()).toBe(0);
  });

  it('the page applies a change only once if it arrives twice', async () => {
    const { host, log, ask } = await open();
    await ask('Why?');
    await host.text('One. ');
    const again = { type: 'text', turnId: 't1', epoch: 1, offset: 0, text: 'One. ', at: Date.now() } as const;
    await host.deliver({ type: 'changes', seq: 3, changes: [again] });
    await host.text('Two.');
    await log.getByText('One. Two.').waitFor();
    expect(host.all('resync')).toEqual([]);
  });

  it('the page drops invalid messages and requests the whole state', async () => {
    const { host, log, page, ask } = await open();
    await ask('Why?');
    await page.evaluate(() => {
      window.postMessage(
        { type: 'changes', seq: 3, changes: [{ type: 'titled', title: 'x', hasCustomTitle: 'no' }] },
        '*',
      );
      window.postMessage({ type: 'run', command: 'workbench.action.quit' }, '*');
      window.postMessage('hello', '*');
    });
    await host.posts('resync');
    await host.text('Because.');
    await log.getByText('Because.').waitFor();
  });

  it('the page drops changes of an earlier request of the turn', async () => {
    const { host, log, ask } = await open();
    await ask('Why?');
    await host.change({ type: 'sent', turnId: 't1', epoch: 2, at: Date.now() });
    await host.change({ type: 'text', turnId: 't1', epoch: 1, offset: 0, text: 'old', at: Date.now() });
    await host.change({ type: 'text', turnId: 't1', epoch: 2, offset: 0, text: 'new', at: Date.now() });
    await log.getByText('new', { exact: true }).waitFor();
    expect(await log.getByText('old', { exact: true }).count()).toBe(0);
  });
});

describe('Two views', () => {
  it('two views of one conversation show the same answer, and both can stop it', async () => {
    const first = await open();
    await first.ask('Why?');
    await first.host.text('Because ');
    const second = await open({ sameHostAs: first });
    await second.log.getByText('Because').waitFor();
    await first.host.text('of section 179.');
    await first.log.getByText('Because of section 179.').waitFor();
    await second.log.getByText('Because of section 179.').waitFor();
    await second.page.getByRole('button', { name: 'Stop answering' }).click();
    await first.log.getByText('You stopped this answer').waitFor();
  });
});

describe('Reload', () => {
  it('the draft is restored after a reload', async () => {
    const { box, host, reload } = await open();
    await box.fill('half a quest');
    expect(await host.posts('draft')).toMatchObject({ text: 'half a quest' });
    await reload();
    await expect.poll(() => box.inputValue()).toBe('half a quest');
  });

  it('a question that was sent right before a reload is not restored as a draft', async () => {
    const { box, host, log, reload } = await open();
    await box.fill('Why?');
    await host.posts('draft');
    host.loseChanges({ type: 'turnAdded', turn: turn('t1', 'Why?', { text: 'So.' }) });
    await reload();
    await log.getByText('So.', { exact: true }).waitFor();
    expect(await box.inputValue()).toBe('');
  });

  it('the draft is posted to the host when the question box loses the focus', async () => {
    const { box, host, page } = await open();
    await box.fill('half');
    await page.getByRole('button', { name: 'Zero data retention: off' }).focus();
    expect(await host.posts('draft')).toMatchObject({ text: 'half' });
  });

  it('the whole state does not replace text that is being typed', async () => {
    const { box, host } = await open();
    await box.fill('half');
    await host.restore(host.conversation(), {}, true);
    await box.pressSequentially(' a question');
    expect(await box.inputValue()).toBe('half a question');
  });

  it('the scroll position is restored after a reload', async () => {
    const turns = Array.from({ length: 12 }, (_, index) =>
      turn(`t${index + 1}`, `Question ${index + 1}?`, { text: 'A paragraph of text.\n\n'.repeat(20) }),
    );
    const { page, log, saved, reload } = await open({ conversation: conversationOf(turns) });
    const top = (id: string) =>
      log.evaluate((element, turnId) => {
        const rect = element.querySelector(`[data-turn="${turnId}"]`)?.getBoundingClientRect();
        return rect ? rect.top - element.getBoundingClientRect().top : Number.NaN;
      }, id);
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    // Heights above are fractions of a pixel.
    await expect.poll(async () => Math.abs((await top('t11')) - 12)).toBeLessThan(2);
    await expect.poll(() => saved()).toMatchObject({ scrollPosition: { turnId: 't10' } });
    await reload();
    await expect.poll(async () => Math.abs((await top('t11')) - 12)).toBeLessThan(2);
  });

  it('a question that was asked while the view was hidden is shown instead of the old scroll position', async () => {
    const turns = Array.from({ length: 6 }, (_, index) =>
      turn(`t${index + 1}`, `Question ${index + 1}?`, { text: 'A paragraph of text.\n\n'.repeat(20) }),
    );
    const { page, host, log, saved, reload } = await open({ conversation: conversationOf(turns) });
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => saved()).toMatchObject({ scrollPosition: { last: 't6' } });
    const asked = turn('t7', 'Is this right?', { text: 'A paragraph of text.\n\n'.repeat(20) });
    host.loseChanges({ type: 'turnAdded', turn: { ...asked, parent: 't6' } });
    await reload();
    await expect
      .poll(() => log.getByText('Is this right?').evaluate((element) => element.getBoundingClientRect().top))
      .toBeLessThan(200);
  });

  it('the scroll position is restored after another version of the last question was selected elsewhere', async () => {
    const turns = Array.from({ length: 6 }, (_, index) =>
      turn(`t${index + 1}`, `Question ${index + 1}?`, { text: 'A paragraph of text.\n\n'.repeat(20) }),
    );
    const { page, host, log, saved, reload } = await open({ conversation: conversationOf(turns) });
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => saved()).toMatchObject({ scrollPosition: { turnId: 't4', last: 't6' } });
    const version = turn('t7', 'Question 6, edited?', { text: 'A paragraph of text.\n\n'.repeat(20) });
    host.loseChanges({ type: 'turnAdded', turn: { ...version, parent: 't5' } });
    await reload();
    await log.getByText('Question 6, edited?').waitFor({ state: 'attached' });
    await expect
      .poll(() =>
        log.evaluate((element) => {
          const top = element.querySelector('[data-turn="t5"]')?.getBoundingClientRect().top ?? Number.NaN;
          return Math.abs(top - element.getBoundingClientRect().top - 12);
        }),
      )
      .toBeLessThan(2);
  });

  it('the saved state has no content of a conversation with zero data retention', async () => {
    const { box, page, host, saved } = await open();
    await box.fill('client Meyer');
    await expect.poll(() => saved()).toMatchObject({ draft: 'client Meyer' });
    await page.getByRole('button', { name: 'Zero data retention: off' }).click();
    await host.posts('setZeroRetention');
    await expect.poll(() => JSON.stringify(saved())).not.toContain('Meyer');
    await box.fill('client Meyer and Sons');
    await host.posts('draft', (message) => message.text === 'client Meyer and Sons');
    expect(JSON.stringify(saved())).not.toContain('Meyer');
  });

  it('the find bar and the question editor close when another conversation is shown', async () => {
    const { page, host, box } = await open({ conversation: conversationOf([turn('t1', 'Why?', { text: 'So.' })]) });
    await page.getByRole('button', { name: 'Edit and ask again' }).click();
    await box.fill('half');
    await host.deliver({ type: 'find' });
    await page.getByRole('textbox', { name: 'Find in conversation' }).waitFor();
    await host.restore(conversationOf([turn('t1', 'Another?', { text: 'Yes.' })], { id: 'c2' }), {}, true);
    await page.getByText('Another?').waitFor();
    await page.getByRole('textbox', { name: 'Find in conversation' }).waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Edited question' }).waitFor({ state: 'detached' });
  });

  it('text that was typed before another conversation is shown stays in its conversation, and is there again', async () => {
    const { host, box, page } = await open({ conversation: conversationOf([turn('t1', 'Why?', { text: 'So.' })]) });
    const first = host.conversation();
    await box.fill('half a question');
    // Sooner than the page posts what was typed.
    await host.restore(conversationOf([turn('t1', 'Another?', { text: 'Yes.' })], { id: 'c2' }), {}, true);
    await page.getByText('Another?').waitFor();
    expect(await box.inputValue()).toBe('');
    expect(host.draft()).toBe('');
    expect(await host.posts('draft')).toMatchObject({ conversation: first.id, text: 'half a question' });
    await box.fill('other');
    await host.posts('draft', ({ conversation }) => conversation === 'c2');
    await host.restore(first, {}, true);
    await expect.poll(() => box.inputValue()).toBe('half a question');
  });

  it('a preview that comes after another conversation is shown is not shown there, where questions can be asked', async () => {
    const opened = await open({ conversation: conversationOf([turn('t1', 'Why?', { text: 'So.' })]) });
    const { host, box, page } = opened;
    host.onAsk((message) => (message.conversation === 'c2' ? null : host.preview(message)));
    const reply = await askSlowly(opened);
    await host.restore(conversationOf([turn('t1', 'Another?', { text: 'Yes.' })], { id: 'c2' }), {}, true);
    await page.locator('form[aria-busy="false"]').waitFor();
    reply();
    await box.fill('A question in the other one?');
    await box.press('Enter');
    await page.getByText('A question in the other one?').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('a question that is sent while the host prepares the one before is asked after it, and no question twice', async () => {
    const opened = await open();
    const { host, box, log } = opened;
    const reply = await askSlowly(opened);
    await box.press('Enter');
    await box.fill('The next question?');
    await box.press('Enter');
    expect(await box.inputValue()).toBe('The next question?');
    reply();
    await log.getByText('The next question?').waitFor();
    await expect.poll(() => box.inputValue()).toBe('');
    expect(host.all('ask').map(({ text }) => text)).toEqual(['A slow question?', 'The next question?']);
    const [first, next] = host.conversation().turns;
    expect(next?.parent).toBe(first?.id);
  });

  it('suggestions, an edited question and a retry that are clicked while the host prepares a question are asked after it, each once', async () => {
    const opened = await open({
      conversation: conversationOf([turn('a', 'Why?', { text: 'So.', suggestions: ['Since when?', 'Until when?'] })]),
    });
    const { host, page, log } = opened;
    const reply = await askSlowly(opened);
    for (const name of ['Since when?', 'Until when?', 'Since when?']) {
      await page.getByRole('button', { name, exact: true }).click();
    }
    await page.getByRole('button', { name: 'Ask again', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Ask again in the same research mode' }).click();
    await page.getByRole('button', { name: 'Edit and ask again' }).first().click();
    await page.getByRole('textbox', { name: 'Edited question' }).fill('Why not?');
    await page.getByRole('textbox', { name: 'Edited question' }).press('Enter');
    reply();
    await host.posts('ask', (message) => message.text === 'Why not?');
    await log.getByText('Why not?').waitFor();
    expect(host.all('ask').map(({ text }) => text)).toEqual([
      'A slow question?',
      'Since when?',
      'Until when?',
      'Why not?',
    ]);
    expect(host.all('retry').map(({ turnId }) => turnId)).toEqual(['a']);
  });

  it('text that is typed after the key was pressed again is not asked with the question before', async () => {
    const opened = await open();
    const { host, box, page, log } = opened;
    const reply = await askSlowly(opened);
    await box.press('Enter');
    await box.fill('Half a');
    reply();
    await log.getByText('A slow question?').waitFor();
    await page.locator('form[aria-busy="false"]').waitFor();
    expect(await box.inputValue()).toBe('Half a');
    expect(host.all('ask')).toHaveLength(1);
  });

  it('an interrupted answer shows its text and can be asked again', async () => {
    const { log, page, host } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { state: 'interrupted', text: 'Because the' })]),
    });
    await log.getByText('Because the').waitFor();
    await log.getByText('Interrupted. The window was closed').waitFor();
    await page.getByRole('button', { name: 'Ask again', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Ask again in the same research mode' }).click();
    expect(await host.posts('retry')).toMatchObject({ turnId: 't1' });
  });
});

describe('Messages of the host', () => {
  it('the host can set the text of the question box, focus it and open the find bar', async () => {
    const { host, box, page } = await open();
    await host.deliver({ type: 'compose', text: 'Find the authority' });
    await expect.poll(() => box.inputValue()).toBe('Find the authority');
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
    await host.deliver({ type: 'find' });
    await page.getByRole('textbox', { name: 'Find in conversation' }).waitFor();
    await host.deliver({ type: 'focus' });
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('warnings are shown, and a read-only conversation accepts no question', async () => {
    const { host, box, page } = await open({
      panelState: {
        warning: 'Conversations cannot be saved: the disk is full.',
        readOnly: 'Written by a newer version.',
      },
    });
    await page.getByText('the disk is full').waitFor();
    await page.getByText('Written by a newer version.').waitFor();
    await box.fill('Why?');
    await box.press('Enter');
    await host.posts('draft');
    expect(host.all('ask')).toEqual([]);
  });
});
