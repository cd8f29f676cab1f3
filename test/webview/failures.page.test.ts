import { describe, expect, it } from 'vitest';
import { emptyAnswer } from '../../src/conversation/conversation.ts';
import { english, errorMessage } from '../../src/protocol/errorMessages.ts';
import { ERROR_KINDS } from '../../src/protocol/errors.ts';
import { conversationOf, turn } from './support/fakeHost.ts';
import { panelSuite } from './support/panelSuite.ts';

const open = panelSuite();

describe('Errors', () => {
  it('an error of every kind has a card with a title of its own, the reason and what to do', async () => {
    const titles = new Set<string>();
    const { host, log } = await open();
    for (const kind of ERROR_KINDS) {
      const error = { kind, host: 'research.example', status: 500, requestId: 'request-1' };
      const state = kind === 'truncated' ? 'truncated' : 'failed';
      const failed = turn(`t-${kind}`, `Case ${kind}?`, { state, text: `Text before ${kind}.`, error });
      await host.restore(conversationOf([failed]), {}, true);
      await log.getByText(`Text before ${kind}.`).waitFor();
      const card = log.locator('.error-card');
      const { title, explanation, action } = errorMessage(error, english);
      await expect.poll(() => card.getByRole('heading').textContent()).toBe(title);
      titles.add(title);
      // The card of a stopped question has neither, because its title says it all.
      const reasons = kind === 'aborted' ? [] : [explanation, action];
      expect(await card.locator('p').allTextContents()).toEqual([...reasons, 'Status 500 · Request request-1']);
      await card.getByRole('button', { name: 'Ask again' }).waitFor();
      await card.getByRole('button', { name: 'Copy details' }).waitFor();
    }
    expect(titles.size).toBe(ERROR_KINDS.length);
  });

  it('an error card requests its actions from the host', async () => {
    const { page, host, log, ask } = await open();
    await ask('Why?');
    await host.end('failed', { kind: 'auth', detail: 'key expired', status: 401 });
    await log.getByText('key expired').waitFor();
    await page.getByRole('button', { name: 'Set API key' }).click();
    expect(await host.posts('runAction')).toMatchObject({ action: 'setKey' });
    await page.getByRole('button', { name: 'Copy details' }).click();
    expect(await host.posts('copyDetails')).toMatchObject({ turnId: 't1' });
  });

  it('a question that failed can be asked again', async () => {
    const { host, log, ask } = await open();
    await ask('Why?');
    await host.end('failed', { kind: 'auth', status: 401 });
    await log.locator('.error-card').getByRole('button', { name: 'Ask again' }).click();
    expect(await host.posts('retry')).toMatchObject({ turnId: 't1' });
    await log.getByRole('img', { name: 'Version 2 of 2' }).waitFor();
  });

  it('after a question that failed, another one can be asked', async () => {
    const { host, log, ask } = await open();
    await ask('Why?');
    await host.end('failed', { kind: 'auth', status: 401 });
    await log.locator('.error-card').waitFor();
    await ask('And now?');
    await log.getByText('And now?').waitFor();
  });

  it('a turn that cannot be rendered shows a message, and the other turns stay', async () => {
    const { page, log } = await open({
      conversation: conversationOf([
        turn('t1', 'Why?', { state: 'failed', endedAt: 666, error: { kind: 'rateLimit', retryAfter: 90 } }),
        turn('t2', 'And now?', { text: 'The second answer.' }, { parent: 't1' }),
      ]),
      beforeLoad: () => {
        // The time at which the first question can be asked again: `endedAt` and `retryAfter`.
        const retryAt = 666 + 90 * 1000;
        Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
          get: () => (time: number) => {
            if (time === retryAt) throw new RangeError('Invalid time value');
            return String(time);
          },
        });
      },
    });
    await log.getByText('The second answer.').waitFor();
    await page.getByRole('alert').getByText('cannot be shown').waitFor();
    await log.getByText('Why?').waitFor();
  });

  it('an error card shows when the service accepts questions again', async () => {
    const { log } = await open({
      conversation: conversationOf([
        turn('t1', 'Why?', { state: 'failed', error: { kind: 'rateLimit', retryAfter: 90 } }),
      ]),
    });
    await log.getByText(/Try again after \d/).waitFor();
  });

  it('a scheduled retry shows its time and can be canceled', async () => {
    const { page, host, log, ask } = await open();
    await ask('Why?');
    await host.change({
      type: 'retry',
      turnId: 't1',
      epoch: 1,
      at: Date.now() + 5000,
      attempt: 2,
      error: { kind: 'server', reason: 'unavailable' },
    });
    await log.getByText(/Service unavailable\. Trying again in \d s \(attempt 2\)/).waitFor();
    await page.getByRole('status').getByText('Service unavailable').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await host.posts('stop')).toMatchObject({ turnId: 't1' });
  });

  it('a running answer without data shows since when there is no data', async () => {
    const since = Date.now() - 25_000;
    const { log } = await open({
      conversation: conversationOf([
        turn('t1', 'Why?', { ...emptyAnswer('streaming'), text: 'So', startedAt: since, lastEventAt: since }),
      ]),
    });
    await log.getByText(/No data for .+ \(since/).waitFor();
  });
});

describe('Welcome view', () => {
  it('the welcome view explains where answers come from, and an example can be asked', async () => {
    const { page, host } = await open();
    await page.getByText('The built-in library answers from your documents').waitFor();
    const example = 'Can a laptop bought in October be expensed in full this year?';
    await page.getByRole('button', { name: example, exact: true }).click();
    await host.posts('ask', ({ text }) => text === example);
  });

  it('the welcome view invites to select a paragraph, and offers questions about the open folder and the walkthrough', async () => {
    const starters = ['What does “irc 179” say?', 'What does “press line” say on “Facts”?'];
    const { page, host } = await open({ panelState: { starters } });
    await page.getByRole('heading', { name: 'Select a paragraph and ask' }).waitFor();
    const list = page.getByRole('list', { name: 'From the open folder' });
    await expect.poll(() => list.getByRole('listitem').allTextContents()).toEqual(starters);
    await page.getByRole('button', { name: 'Get started' }).click();
    expect(await host.posts('runAction')).toMatchObject({ action: 'openWalkthrough' });
  });

  it.each([
    ['noKey', 'No API key is set for research.example.', 'Set API key', 'setKey'],
    ['noFolder', 'No folder is open', 'Open folder', 'openFolder'],
    ['noFolder', 'download laws from their publishers', 'Get authorities', 'getAuthorities'],
    ['badAddress', 'The service address in the settings is not valid.', 'Connect to research service', 'connect'],
    ['emptyLibrary', 'The open folder contains no documents that can be read', 'Open folder', 'openFolder'],
  ] as const)(
    'the welcome view says what is missing and offers the action that solves it: %s, %s',
    async (readiness, explanation, name, action) => {
      const { page, host } = await open({ panelState: { readiness, service: 'research.example' } });
      await page.getByRole('note').getByText(explanation).waitFor();
      await page.getByRole('button', { name }).click();
      expect(await host.posts('runAction')).toMatchObject({ action });
    },
  );

  it('below a conversation, what is missing stands above the question box, however far the conversation is scrolled', async () => {
    const { page, host, log, ask } = await open();
    await ask('Why?');
    await host.end('failed', { kind: 'auth', status: 401 });
    await log.locator('.error-card').waitFor();
    await host.updatePanelState({ readiness: 'signedOut', service: 'firm.example' });
    const note = page.getByRole('note').filter({ hasText: 'You are not signed in to firm.example.' });
    await note.waitFor();
    const [card, box, conversation] = await Promise.all(
      [note, page.locator('.box'), log].map((each) => each.boundingBox()),
    );
    if (!card || !box || !conversation) throw new Error('Something is not shown.');
    expect(card.y).toBeGreaterThanOrEqual(conversation.y + conversation.height);
    expect(card.y + card.height).toBeLessThanOrEqual(box.y);
  });

  it('the welcome view shows the progress of indexing', async () => {
    const { page, host } = await open({ panelState: { indexing: { done: 412, total: 1871 } } });
    await page.getByRole('progressbar', { name: 'Indexing documents: 412 of 1,871' }).waitFor();
    await host.updatePanelState({ indexing: { done: 0, total: 0 } });
    await page.getByRole('progressbar', { name: 'Counting the documents…' }).waitFor();
    await page.getByText('Counting the documents…').waitFor();
    await host.updatePanelState({ indexing: null });
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
  });
});
