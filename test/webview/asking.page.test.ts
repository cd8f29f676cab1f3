import { describe, expect, it } from 'vitest';
import type { Preview } from '../../src/panel/messages.ts';
import { conversationOf, selection, source, turn } from './support/fakeHost.ts';
import { panelSuite } from './support/panelSuite.ts';

const open = panelSuite();

describe('asking', () => {
  it('sends on Enter, shows the steps, the text as it arrives, the sources and the follow-up questions', async () => {
    const { page, host, box, log, ask } = await open();
    await ask('Can a laptop be expensed?');
    await log.getByText('Can a laptop be expensed?').waitFor();
    expect(await box.inputValue()).toBe('');
    await host.step('Searching the library');
    await log.getByText('Searching the library').waitFor();
    await host.text('Yes, under **§ 179** [1].');
    await log.getByText('Yes, under').waitFor();
    await host.text(' It must be placed in service this year.');
    await log.getByText('placed in service').waitFor();
    await host.sources([source({ title: '§ 179 Election to expense', url: 'https://law.example/179' })]);
    await host.suggestions(['What is the limit?']);
    await host.end('done', null, 'stop');
    await page.getByRole('button', { name: 'Open source 1: § 179 Election to expense' }).click();
    expect(await host.posts('openSource')).toMatchObject({ turnId: 't1', source: 0 });
    await page.getByRole('button', { name: 'What is the limit?', exact: true }).click();
    const second = await host.posts('ask', (message) => message.text === 'What is the limit?');
    expect(second.parent).toBe('t1');
  });

  it('takes the selections along as chips and shows them with the question', async () => {
    const { page, host, log, ask } = await open({ panelState: { chips: [selection({ outdated: true })] } });
    const chips = page.getByRole('list', { name: 'Goes along with the question' });
    await chips.getByText('memo.md:12-18').waitFor();
    await chips.getByText('changed since').waitFor();
    await ask('Is this right?');
    await log.getByText('memo.md:12-18').waitFor();
    await chips.waitFor({ state: 'detached' });
    expect(host.conversation().turns[0]?.question.selections).toHaveLength(1);
  });

  it('previews a chip, opens its file and removes it', async () => {
    const { page, host } = await open({ panelState: { chips: [selection()] } });
    await page.getByRole('button', { name: /^memo\.md:12-18/ }).click();
    await page.getByRole('group', { name: 'memo.md:12-18' }).getByText('bought a laptop').waitFor();
    await page.getByRole('button', { name: 'Open memo.md:12-18' }).click();
    expect(await host.posts('openSelection')).toMatchObject({ turnId: null, selectionId: 'chip-1' });
    await page.getByRole('button', { name: 'Remove memo.md:12-18' }).click();
    expect(await host.posts('removeChip')).toMatchObject({ selectionId: 'chip-1' });
    await page.getByRole('button', { name: /^memo\.md/ }).waitFor({ state: 'detached' });
  });

  it('stops, keeps the text, says so, and leaves the keyboard in the box', async () => {
    const { page, host, log, box, ask } = await open();
    await ask('Why?');
    await host.text('Because the statute');
    await page.getByRole('button', { name: 'Stop answering' }).click();
    expect(await host.posts('stop')).toMatchObject({ turnId: 't1' });
    await log.getByText('You stopped this answer').waitFor();
    await log.getByText('Because the statute').waitFor();
    await log.getByText('Left out of later questions').waitFor();
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Include' }).click();
    expect(await host.posts('includeInContext')).toMatchObject({ turnId: 't1', includeInContext: true });
    await log.getByText('Goes along with later questions').waitFor();
  });

  it('queues a question while one is answered, and takes it back', async () => {
    const { page, host, log, ask } = await open();
    await ask('First?');
    await host.text('An answer');
    await ask('Second?');
    expect((await host.posts('ask', (message) => message.text === 'Second?')).parent).toBe('t1');
    await log.getByText('Queued').waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    expect(await host.posts('cancelQueued')).toMatchObject({ turnId: 't2' });
    await log.getByText('Second?').waitFor({ state: 'detached' });
    await ask('Third?');
    await host.end('done', null, 'stop');
    await log.getByText('Waiting for the first reply').waitFor();
  });

  it('asks again as a version of its own and turns between the versions', async () => {
    const { page, host, log, ask } = await open();
    await ask('Why?');
    await host.text('The first answer.');
    await host.end('done', null, 'stop');
    await page.getByRole('button', { name: 'Ask again', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Ask again with Deep research' }).click();
    expect(await host.posts('retry')).toMatchObject({ turnId: 't1', askMode: 'tax_research_deep_research' });
    await host.text('The second answer.');
    await host.end('done', null, 'stop');
    await log.getByRole('img', { name: 'Version 2 of 2' }).waitFor();
    await page.getByRole('button', { name: 'Previous version' }).click();
    await log.getByText('The first answer.').waitFor();
    await log.getByRole('img', { name: 'Version 1 of 2' }).waitFor();
    await page.getByRole('button', { name: 'Next version' }).click();
    await log.getByText('The second answer.').waitFor();
    expect(await log.getByText('The first answer.').count()).toBe(0);
  });

  it('edits a question and asks it beside the old one', async () => {
    const { page, host, log } = await open({
      conversation: conversationOf([turn('t1', 'Is it deductable?', { text: 'Yes.' })]),
    });
    await page.getByRole('button', { name: 'Edit and ask again' }).click();
    const editor = page.getByRole('textbox', { name: 'Edited question' });
    await editor.fill('Is it deductible?');
    await editor.press('Enter');
    expect(await host.posts('ask')).toMatchObject({ text: 'Is it deductible?', parent: null, edits: 't1' });
    await log.getByRole('img', { name: 'Version 2 of 2' }).waitFor();
    await editor.waitFor({ state: 'detached' });
  });

  it('quotes selected text of an answer into the next question', async () => {
    const { page, host, box } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { text: 'The amount is **limited** by section 179(b).' })]),
    });
    await page.getByText('limited', { exact: true }).selectText();
    await page.getByRole('button', { name: 'Quote in the next question' }).click();
    await page.getByRole('button', { name: /^Quote limited/ }).waitFor();
    await box.fill('How?');
    await box.press('Enter');
    expect(await host.posts('ask')).toMatchObject({ text: 'How?', quote: 'limited' });
    await page.getByRole('button', { name: 'Remove Quote' }).waitFor({ state: 'detached' });
  });

  it('quotes by the button under the answer, which asks for a selection first', async () => {
    const { page } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { text: 'The amount is **limited** by section 179(b).' })]),
    });
    const quote = page.getByRole('button', { name: 'Quote the selected text' });
    await quote.click();
    await page.getByRole('status').getByText('Select text in an answer first.').waitFor();
    await page.getByText('limited', { exact: true }).selectText();
    await quote.click();
    await page.getByRole('button', { name: /^Quote limited/ }).waitFor();
  });

  it('tells the host again what stands in the box when a follow-up question went past it', async () => {
    const { page, box, host } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { text: 'So.', suggestions: ['Since when?'] })]),
    });
    await box.fill('my own question');
    await host.posts('draft', (message) => message.text === 'my own question');
    await page.getByRole('button', { name: 'Since when?', exact: true }).click();
    await expect.poll(() => host.all('draft').length).toBe(2);
    expect(host.all('draft').at(-1)?.text).toBe('my own question');
    expect(await box.inputValue()).toBe('my own question');
  });

  it('puts a follow-up question into the box with Alt, and by its edit button', async () => {
    const { page, box, host } = await open({
      conversation: conversationOf([
        turn('t1', 'Why?', { text: 'So.', suggestions: ['What is the limit?', 'Since when?'] }),
      ]),
    });
    await page.getByRole('button', { name: 'What is the limit?', exact: true }).click({ modifiers: ['Alt'] });
    await expect.poll(() => box.inputValue()).toBe('What is the limit?');
    await page.getByRole('button', { name: 'Edit before asking: Since when?' }).click();
    await expect.poll(() => box.inputValue()).toBe('Since when?');
    expect(host.all('ask')).toEqual([]);
  });

  it('brings earlier questions back with the arrow up, and what stood there with the arrow down', async () => {
    const { box } = await open({
      conversation: conversationOf([turn('t1', 'First?'), turn('t2', 'Second?')]),
    });
    await box.fill('mine');
    await box.press('Home');
    await box.press('ArrowUp');
    await expect.poll(() => box.inputValue()).toBe('Second?');
    await box.press('ArrowUp');
    await expect.poll(() => box.inputValue()).toBe('First?');
    await box.press('ArrowDown');
    await expect.poll(() => box.inputValue()).toBe('Second?');
    await box.press('ArrowDown');
    await expect.poll(() => box.inputValue()).toBe('mine');
  });

  it('does not send with the Enter that ends an IME word', async () => {
    const { page, box, host } = await open();
    await box.focus();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Input.imeSetComposition', { text: 'ぜいきん', selectionStart: 4, selectionEnd: 4 });
    await box.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    await box.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
    await cdp.send('Input.insertText', { text: '税金' });
    expect(await box.inputValue()).toBe('税金');
    expect(host.all('ask')).toEqual([]);
    await box.press('Enter');
    expect(await host.posts('ask')).toMatchObject({ text: '税金' });
  });

  it('keeps Enter for lines where the setting says Ctrl+Enter', async () => {
    const { box, host } = await open({ panelState: { sendKey: 'ctrlEnter' } });
    await box.fill('one');
    await box.press('Enter');
    await box.pressSequentially('two');
    expect(await box.inputValue()).toBe('one\ntwo');
    expect(host.all('ask')).toEqual([]);
    await box.press('Control+Enter');
    expect(await host.posts('ask')).toMatchObject({ text: 'one\ntwo' });
  });

  it('offers the modes in plain words, the unusual one on request', async () => {
    const { page, host } = await open();
    await page.getByRole('button', { name: 'Research mode: Fast research' }).click();
    expect(await page.getByRole('menuitemradio').count()).toBe(4);
    await page.getByRole('menuitem', { name: 'Show all modes' }).click();
    await page.getByRole('menuitemradio', { name: 'Normal' }).waitFor();
    await page.getByRole('menuitemradio', { name: 'Audit research' }).click();
    expect(await host.posts('setAskMode')).toMatchObject({ askMode: 'audit_research' });
    await page.getByRole('button', { name: 'Research mode: Audit research' }).waitFor();
  });

  it('turns zero retention on for what is asked, and says when it cannot be turned off', async () => {
    const { page, host, log, ask } = await open();
    await page.getByRole('button', { name: 'Zero retention: off' }).click();
    await page.getByRole('button', { name: 'Zero retention: on', pressed: true }).waitFor();
    await ask('Secret?');
    expect(await host.posts('ask')).toMatchObject({ zeroRetention: true });
    await host.text('Yes.');
    await host.end('done', null, 'stop');
    await log.getByText('Zero retention').waitFor();
    await host.surround({ zeroRetention: { on: true, locked: true } });
    const locked = page.getByRole('button', { name: 'Zero retention: on, required by a setting' });
    await locked.press('Enter');
    expect(host.all('setZeroRetention')).toHaveLength(1);
  });
});

describe('what will be sent', () => {
  it('is shown word for word before a question that the host wants confirmed, and goes on agreement', async () => {
    const { page, host, box, log } = await open({ panelState: { chips: [selection()] } });
    host.onAsk((message) =>
      host.preview(message, {
        reasons: ['mode', 'identifiers'],
        findings: [{ kind: 'Social security number', masked: '•••-••-6789' }],
        earlierTurns: 2,
      }),
    );
    await box.fill('Is this right?');
    await box.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'What will be sent' });
    await dialog.getByText('Questions in this mode are always confirmed.').waitFor();
    await dialog.getByText('•••-••-6789').waitFor();
    const text = dialog.getByRole('textbox', { name: 'Text of this question' });
    expect(await text.inputValue()).toContain('From memo.md, lines 12-18:');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    expect(await host.posts('ask', (message) => message.agreed !== undefined)).toMatchObject({ agreed: 'agreed-1' });
    await log.getByText('Is this right?').waitFor();
    expect(await box.inputValue()).toBe('');
  });

  it('keeps the question when the user does not agree', async () => {
    const { page, host, box } = await open();
    host.onAsk((message) => host.preview(message, { reasons: ['mode'] }));
    await box.fill('Is this right?');
    await box.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await box.inputValue()).toBe('Is this right?');
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(host.all('ask')).toHaveLength(1);
  });

  it.each([
    ['nothing speaks against it', 'Send', { reasons: ['asked', 'mode'] }],
    ['identifiers were found', 'Do not send', { findings: [{ kind: 'EIN', masked: '12-•••' }] }],
    ['the host found identifiers', 'Do not send', { reasons: ['asked', 'identifiers'] }],
    ['the question will not be kept', 'Do not send', { reasons: ['retentionMix'] }],
    ['the spend guard asks', 'Do not send', { reasons: ['spend'], spend: '3 of 20 today' }],
  ] satisfies [string, string, Partial<Preview>][])('when %s, Enter means "%s"', async (_, name, part) => {
    const { page, host, box } = await open();
    host.onAsk((message) => host.preview(message, part));
    await box.fill('Is this right?');
    await box.press('Enter');
    const button = page.getByRole('dialog').getByRole('button', { name, exact: true });
    await button.waitFor();
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('can be looked at before sending, and offers no way past a block', async () => {
    const { page, host, box } = await open();
    host.onAsk((message) => host.preview(message, { blocked: 'Identifiers must not leave this folder.' }));
    await box.fill('12-3456789');
    await page.getByRole('button', { name: 'Preview what will be sent' }).click();
    expect(await host.posts('ask')).toMatchObject({ previewOnly: true });
    await page.getByRole('dialog').getByText('Identifiers must not leave this folder.').waitFor();
    expect(await page.getByRole('button', { name: 'Send', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('is refused with a reason, and the question stays in the box', async () => {
    const { page, host, box } = await open();
    host.onAsk(() => 'The conversation is read-only.');
    await box.fill('Why?');
    await box.press('Enter');
    await page.getByRole('alert').getByText('The conversation is read-only.').waitFor();
    expect(await box.inputValue()).toBe('Why?');
  });
});
