import { describe, expect, it } from 'vitest';
import { conversationOf, selection, turn } from './support/fakeHost.ts';
import { panelSuite } from './support/panelSuite.ts';

const open = panelSuite();

describe('The line above the question box', () => {
  it('an open conversation shows the host as soon as the service changes', async () => {
    const { page, host } = await open({ conversation: conversationOf([turn('t1', 'Why?', { text: 'So.' })]) });
    await page.getByRole('button', { name: 'Next question: Built-in library · Fast research', exact: true }).waitFor();
    await host.updatePanelState({ service: 'research.example', readiness: 'noKey' });
    const line = page.getByRole('button', { name: 'Next question: research.example · No API key · Fast research' });
    await line.click();
    expect(await host.posts('runAction')).toEqual({ type: 'runAction', action: 'showStatus' });
  });

  it('the line shows a running answer until it ends', async () => {
    const { page, host, ask } = await open();
    await ask('Why?');
    await page.getByRole('button', { name: /^Next question: .* · Answering · Fast research$/ }).waitFor();
    await host.text('So.');
    await host.end('done', null, 'stop');
    await page.getByRole('button', { name: 'Next question: Built-in library · Fast research', exact: true }).waitFor();
  });

  it('a temporary conversation says at its top that it is not saved, before the first question', async () => {
    const { page } = await open({ conversation: { ...conversationOf([]), temporary: true } });
    await page.getByRole('note').getByText('Temporary conversation. Not saved').waitFor();
    await page.getByRole('button', { name: /^Next question: .* · Temporary$/ }).waitFor();
  });

  it('a conversation with zero data retention says so at its top as soon as it is turned on', async () => {
    const { page } = await open();
    expect(await page.getByRole('note').count()).toBe(0);
    await page.getByRole('button', { name: 'Zero data retention: off' }).click();
    await page.getByRole('note').getByText('Zero data retention. Not saved on this machine.').waitFor();
  });

  it('a name of a service that changes the direction of text is escaped', async () => {
    const { page } = await open({ panelState: { service: 'evil\u202e.example' } });
    await page.getByText('evil[U+202E].example').first().waitFor();
  });
});

describe('Keyboard of the question box', () => {
  it('Escape stops the running answer and holds a question that waits', async () => {
    const { page, host, ask, box, log } = await open();
    await ask('First?');
    await host.text('So far');
    await ask('Second?');
    await box.press('Escape');
    expect(await host.posts('stop')).toEqual({ type: 'stop', turnId: 't1' });
    await log.getByText('You stopped this answer.').waitFor();
    await log.getByText('Not sent. The previous question has no complete answer.').waitFor();
    await expect.poll(() => page.getByRole('status').textContent()).not.toBe('');
  });

  it('Escape without a running answer keeps the text of the question box', async () => {
    const { host, box } = await open();
    await box.fill('Half a question');
    await box.press('Escape');
    expect(await box.inputValue()).toBe('Half a question');
    expect(host.all('stop')).toEqual([]);
  });

  it('Tab goes from the conversation to the line, the matter, what is attached, the question, and its buttons', async () => {
    const { page, log } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { text: 'So.' })]),
      panelState: {
        chips: [selection()],
        matter: { facts: [{ name: 'taxYear', value: '2025' }], clients: 0, problems: [], required: false },
      },
    });
    await log.focus();
    const order: string[] = [];
    for (let count = 0; count < 40 && order.at(-1) !== 'Preview what will be sent'; count++) {
      await page.keyboard.press('Tab');
      order.push(
        await page.evaluate(() => {
          const element = document.activeElement;
          return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
        }),
      );
    }
    expect(order.slice(order.findIndex((name) => name.startsWith('Next question')))).toEqual([
      'Next question:Built-in library ·Fast research',
      'Matter:Tax year:2025',
      expect.stringContaining('memo.md:12-18'),
      'Remove memo.md:12-18',
      'Question',
      'Add editor selection',
      'Research mode: Fast research',
      'Zero data retention: off',
      'Preview what will be sent',
    ]);
  });

  it('a text for screen readers is shown in a dialog whose lines can be read, and Escape returns the focus', async () => {
    const { page, host, box } = await open();
    await box.focus();
    await host.deliver({ type: 'showText', title: 'Answer as Markdown', text: '# A\n\nevil\u202etext' });
    const text = page.getByRole('dialog', { name: 'Answer as Markdown' }).getByRole('textbox');
    expect(await text.inputValue()).toBe('# A\n\nevil[U+202E]text');
    await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe('The matter above the question box', () => {
  const facts = [
    { name: 'taxYear', value: '2025' },
    { name: 'jurisdiction', value: 'Dela\u202eware' },
    { name: 'newField', value: 'x' },
  ];

  it('facts, the number of client names and problems are one button that opens the editor', async () => {
    const { page, host } = await open({
      panelState: { matter: { facts, clients: 2, problems: ['“period” is too long.'], required: false } },
    });
    const button = page.locator('.box .matter');
    for (const text of ['2025', 'Dela[U+202E]ware', '2 client names, not sent', 'Check the matter']) {
      await button.getByText(text).waitFor();
    }
    expect(await button.getAttribute('title')).toContain('“period” is too long.');
    await button.click();
    expect(await host.posts('runAction')).toEqual({ type: 'runAction', action: 'editMatter' });
  });

  it('the facts that were sent are shown with their question', async () => {
    const asked = turn('t1', 'Why?', { text: 'So.' }, { question: { text: 'Why?', selections: [], matter: facts } });
    const { log } = await open({ conversation: conversationOf([asked]) });
    await log.locator('.question .fact').filter({ hasText: 'Tax year:2025' }).waitFor();
    await log.locator('.question .fact').filter({ hasText: 'newField:x' }).waitFor();
  });

  it('the name of the matter at the server of the firm comes before its facts, and the server that is given it is named', async () => {
    const matter = { name: 'Har\u202ebor', facts, clients: 0, problems: [], required: false };
    const { page } = await open({ panelState: { service: 'firm.example', matter } });
    const button = page.locator('.box .matter');
    await button.locator('.fact').first().getByText('Har[U+202E]bor').waitFor();
    expect(await button.getAttribute('title')).toContain('firm.example is given the name of the matter');
  });

  it('a question to the server of the firm without a matter is asked of everything, and the line says so', async () => {
    const matter = { name: null, facts: [], clients: 0, problems: [], required: false };
    const { page } = await open({ panelState: { service: 'firm.example', matter } });
    const button = page.locator('.box .matter');
    await button.getByText('No matter chosen').waitFor();
    expect(await button.getAttribute('title')).toContain(
      'firm.example answers from everything that you may see there.',
    );
  });

  it('the name of the matter that a question was asked in is shown with it, also without facts', async () => {
    const question = { text: 'Why?', selections: [], matterName: 'Harbor' };
    const { log } = await open({ conversation: conversationOf([turn('t1', 'Why?', { text: 'So.' }, { question })]) });
    await log.locator('.question .matter-name').getByText('Harbor').waitFor();
  });

  it('a missing matter that is required is named', async () => {
    const { page } = await open({ panelState: { matter: { facts: [], clients: 0, problems: [], required: true } } });
    await page.getByRole('button', { name: /Add the facts of the matter/ }).waitFor();
  });
});
