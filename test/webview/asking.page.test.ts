import { describe, expect, it } from 'vitest';
import { emptyAnswer } from '../../src/conversation/conversation.ts';
import type { Preview } from '../../src/panel/messages.ts';
import { conversationOf, selection, source, turn } from './support/fakeHost.ts';
import { panelSuite } from './support/panelSuite.ts';

const open = panelSuite();

describe('Asking', () => {
  it('Enter sends the question, and the steps, the text, the sources and the follow-up questions are shown as they arrive', async () => {
    const { page, host, box, log, ask } = await open();
    await ask('Can a laptop be expensed?');
    await log.getByText('Can a laptop be expensed?').waitFor();
    await expect.poll(() => box.inputValue()).toBe('');
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

  it('selections are attached as chips and shown with the question after it was sent', async () => {
    const { page, host, log, ask } = await open({ panelState: { chips: [selection({ outdated: true })] } });
    const chips = page.getByRole('form').getByRole('list', { name: 'Attached to this question' });
    await chips.getByText('memo.md:12-18').waitFor();
    await chips.getByText('File changed').waitFor();
    await ask('Is this right?');
    await log.getByText('memo.md:12-18').waitFor();
    await chips.waitFor({ state: 'detached' });
    expect(host.conversation().turns[0]?.question.selections).toHaveLength(1);
  });

  it('files that are dropped on the question box are attached, however many they are, and the box gets the focus', async () => {
    const { page, host, box } = await open();
    const form = page.getByRole('form', { name: 'Question' });
    const drop = async (data: Readonly<Record<string, string>>) => {
      const dataTransfer = await page.evaluateHandle((entries) => {
        const transfer = new DataTransfer();
        for (const [type, text] of Object.entries(entries)) transfer.setData(type, text);
        return transfer;
      }, data);
      // Without `preventDefault` on a drag, a browser does not let the user drop.
      const taken = await form.evaluate(
        (element, transfer) =>
          !element.dispatchEvent(
            new DragEvent('dragover', { dataTransfer: transfer, bubbles: true, cancelable: true }),
          ),
        dataTransfer,
      );
      await form.dispatchEvent('drop', { dataTransfer });
      return taken;
    };
    const uris = Array.from({ length: 30 }, (_, at) => `file:///matter/papers/${at}.pdf`);
    expect(await drop({ 'text/uri-list': `# two files\r\n${uris[0]}\r\n${uris[1]}\r\n` })).toBe(true);
    expect((await host.posts('attachFiles')).uris).toEqual(uris.slice(0, 2));
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
    await host.updatePanelState({
      chips: uris
        .slice(0, 2)
        .map((uri, at) =>
          selection({ id: `chip-${at}`, uri, label: `${at}.pdf`, endLine: 1, startLine: 1, fileLength: 50_000 }),
        ),
    });
    const chips = page.getByRole('list', { name: 'Attached to this question' });
    await chips.getByText('0.pdf').waitFor();
    await chips.getByText('1.pdf').waitFor();
    // VS Code's own list comes first: it also has the files of a remote window.
    expect(await drop({ 'application/vnd.code.uri-list': uris.join('\n'), 'text/uri-list': 'https://x.example' })).toBe(
      true,
    );
    expect((await host.posts('attachFiles', ({ uris: sent }) => sent.length === 30)).uris).toEqual(uris);
    // Text is no file.
    expect(await drop({ 'text/plain': 'Is this a lease?' })).toBe(false);
    expect(host.all('attachFiles')).toHaveLength(2);
  });

  it('# at the beginning of a word asks for a file, whose name takes the place of the #', async () => {
    const { page, host, box } = await open();
    await box.pressSequentially('Is C#');
    expect(host.all('pickAttachment')).toHaveLength(0);
    await box.pressSequentially(' right in #');
    await host.posts('pickAttachment');
    await host.updatePanelState({ chips: [selection()] });
    await page.getByRole('button', { name: /^memo\.md/ }).waitFor();
    await expect.poll(() => box.inputValue()).toBe('Is C# right in memo.md ');
    await box.pressSequentially('now?');
    expect(await box.inputValue()).toBe('Is C# right in memo.md now?');
    expect(host.all('pickAttachment')).toHaveLength(1);
    // A chip from elsewhere leaves a # of the user alone.
    await box.fill('Note #');
    await box.press('End');
    await box.pressSequentially('4');
    await host.updatePanelState({ chips: [selection(), selection({ id: 'chip-2', label: 'other.md' })] });
    await page.getByRole('button', { name: /^other\.md/ }).waitFor();
    expect(await box.inputValue()).toBe('Note #4');
  });

  it('what was written into the list of files before it was closed follows the #', async () => {
    const { host, box } = await open();
    await box.fill('Is item  current?');
    for (let at = 0; at < ' current?'.length; at += 1) await box.press('ArrowLeft');
    await box.pressSequentially('#');
    await host.posts('pickAttachment');
    await host.deliver({ type: 'typed', text: '4' });
    await expect.poll(() => box.inputValue()).toBe('Is item #4 current?');
    await box.pressSequentially('b');
    expect(await box.inputValue()).toBe('Is item #4b current?');
  });

  it('a chip in a narrow panel shows the lines of a file with a long name, also if the file has changed', async () => {
    const label = 'clients/Section 179 and bonus depreciation memo 2025.md';
    const { page } = await open({
      panelState: { chips: [selection({ label }), selection({ id: 'c2', label, outdated: true })] },
    });
    await page.setViewportSize({ width: 300, height: 700 });
    const chips = page.getByRole('list', { name: 'Attached to this question' });
    for (const chip of await chips.getByRole('listitem').all()) {
      const [border, lines, name] = await Promise.all([
        chip.boundingBox(),
        chip.getByText(':12-18', { exact: true }).boundingBox(),
        chip.getByText('Section 179', { exact: false }).last().boundingBox(),
      ]);
      if (!border || !lines || !name) throw new Error('A part of the chip is not shown.');
      expect(lines.width).toBeGreaterThan(20);
      expect(lines.x + lines.width).toBeLessThan(border.x + border.width);
      expect(name.x + name.width).toBeLessThanOrEqual(lines.x + 1);
    }
  });

  it('the chip of a file with front matter shows its first line of text', async () => {
    const text = '---\ntitle: Lease\ndate: 2025-01-01\n---\n\n# Lease memo\n';
    const { page } = await open({ panelState: { chips: [selection({ text })] } });
    expect(await page.locator('.chip-first').innerText()).toBe('Lease memo');
  });

  it('a chip shows its text, opens its file and can be removed', async () => {
    const { page, host } = await open({ panelState: { chips: [selection()] } });
    await page.getByRole('button', { name: /^memo\.md ?:12-18/ }).click();
    await page.getByRole('group', { name: 'memo.md:12-18' }).getByText('bought a laptop').waitFor();
    await page.getByRole('button', { name: 'Open memo.md:12-18' }).click();
    expect(await host.posts('openSelection')).toMatchObject({ turnId: null, selectionId: 'chip-1' });
    await page.getByRole('button', { name: 'Remove memo.md:12-18' }).click();
    expect(await host.posts('removeChip')).toMatchObject({ selectionId: 'chip-1' });
    await page.getByRole('button', { name: /^memo\.md/ }).waitFor({ state: 'detached' });
  });

  it('stopping keeps the text, shows a note and moves the focus to the question box', async () => {
    const { page, host, log, box, ask } = await open();
    await ask('Why?');
    await host.text('Because the statute');
    await page.getByRole('button', { name: 'Stop answering' }).click();
    expect(await host.posts('stop')).toMatchObject({ turnId: 't1' });
    await log.getByText('You stopped this answer').waitFor();
    await log.getByText('Because the statute').waitFor();
    await log.getByText('Follow-up questions include neither this question nor its answer').waitFor();
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Include', exact: true }).click();
    expect(await host.posts('includeInContext')).toMatchObject({ turnId: 't1', includeInContext: true });
    await log.getByText('Included in follow-up questions').waitFor();
  });

  it('an answer that was stopped before it had text says that follow-up questions do not include its question', async () => {
    const { page, log, ask } = await open();
    await ask('Why?');
    await page.getByRole('button', { name: 'Stop answering' }).click();
    await log.getByText('You stopped this answer before it had text. Ask the whole question again.').waitFor();
    await log.getByText('Follow-up questions include neither this question nor its answer').waitFor();
    expect(await page.getByRole('button', { name: 'Include', exact: true }).count()).toBe(0);
  });

  it('a question asked during an answer is queued and can be removed from the queue', async () => {
    const { page, host, log, ask } = await open();
    await ask('First?');
    await host.text('An answer');
    await ask('Second?');
    expect((await host.posts('ask', (message) => message.text === 'Second?')).parent).toBe('t1');
    await log.getByText('Queued').waitFor();
    await page.getByRole('button', { name: 'Remove from queue' }).click();
    expect(await host.posts('cancelQueued')).toMatchObject({ turnId: 't2' });
    await log.getByText('Second?').waitFor({ state: 'detached' });
    await ask('Third?');
    await host.end('done', null, 'stop');
    await log.getByText('Waiting for a response').waitFor();
  });

  it('stopping an answer holds the questions that wait until they are sent or removed', async () => {
    const { page, host, log, ask } = await open();
    await ask('First?');
    await ask('Second?');
    await ask('Third?');
    await page.getByRole('button', { name: 'Stop answering' }).click();
    await page.getByText('Questions waiting: 2').waitFor();
    await expect.poll(() => log.getByText('Not sent. The previous question has no complete answer.').count()).toBe(2);
    await log.getByRole('button', { name: 'Remove', exact: true }).last().click();
    expect(await host.posts('cancelQueued')).toMatchObject({ turnId: 't3' });
    await page.getByText('Questions waiting: 1').waitFor();
    await log.getByRole('button', { name: 'Send', exact: true }).click();
    expect(await host.posts('sendHeld')).toMatchObject({ turnId: 't2' });
    await log.getByText('Waiting for a response').waitFor();
    await page.getByText('Questions waiting').waitFor({ state: 'detached' });
  });

  it('a queued question is shown again when what would be sent has changed', async () => {
    const answer = { ...emptyAnswer('queued'), held: 'changed' } as const;
    const { page, host, log } = await open({
      conversation: conversationOf([turn('t1', 'First?', { text: 'Yes.' }), turn('t2', 'Second?', answer)]),
    });
    host.onAsk((message) => host.preview(message, { reasons: ['asked', 'changed'] }));
    await log.getByText('Not sent. What will be sent has changed').waitFor();
    await log.getByRole('button', { name: 'Review and send' }).click();
    const dialog = page.getByRole('dialog', { name: 'What will be sent' });
    await dialog.getByText('What will be sent has changed since you confirmed it.').waitFor();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    const sent = await host.posts('sendHeld', (message) => message.approvedToken !== undefined);
    expect(sent).toMatchObject({ turnId: 't2' });
    await log.getByText('Waiting for a response').waitFor();
  });

  it('asking again adds a version, and the versions can be selected', async () => {
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
    await log.getByText('The first answer.').waitFor({ state: 'detached' });
  });

  it('an answer given while the library was read offers to be asked again when reading has ended, and sends nothing itself', async () => {
    const answer = { text: 'The closest is § 179.', unreadDocuments: 12 };
    const { log, host } = await open({
      conversation: conversationOf([turn('t1', 'What is the limit?', answer)]),
      panelState: { indexing: { done: 3, total: 15 } },
    });
    await log.getByText('The closest is § 179.').waitFor();
    const note = log.getByText('12 documents were not searched, because they had not been read yet.');
    expect(await note.count()).toBe(0);
    await host.updatePanelState({ indexing: null });
    await note.waitFor();
    expect(host.all('retry')).toEqual([]);
    await host.updatePanelState({ service: 'research.example' });
    await note.waitFor({ state: 'detached' });
    await host.updatePanelState({ service: 'library' });
    await note.getByRole('button', { name: 'Ask again' }).click();
    expect(await host.posts('retry')).toMatchObject({ turnId: 't1' });
    await host.text('The closest is § 168.');
    await host.end('done');
    await log.getByText('The closest is § 168.').waitFor();
    await note.waitFor({ state: 'detached' });
  });

  it('an answer of the library to a question about all documents of a kind leads to the overview of the folder', async () => {
    const asked = (service: string, question: string) => ({
      ...turn('t1', question, { text: 'The closest is R-17.' }),
      service,
    });
    const { log, host } = await open({
      conversation: conversationOf([asked('library', 'list all invoices with their amounts')]),
    });
    await log.getByRole('button', { name: 'Show folder overview' }).click();
    expect(await host.posts('runAction')).toMatchObject({ action: 'showFolderOverview' });
    for (const other of [asked('library', 'What is the limit?'), asked('research.example', 'list all invoices')]) {
      const opened = await open({ conversation: conversationOf([other]) });
      await opened.log.getByText('The closest is R-17.').waitFor();
      expect(await opened.log.getByRole('button', { name: 'Show folder overview' }).count()).toBe(0);
    }
  });

  it('an edited question is asked as another version of the original', async () => {
    const { page, host, log } = await open({
      conversation: conversationOf([turn('t1', 'Is it deductable?', { text: 'Yes.' })]),
    });
    await page.getByRole('button', { name: 'Edit and ask again' }).click();
    const editor = page.getByRole('textbox', { name: 'Edited question' });
    await editor.fill('Is it deductible?');
    await editor.press('Enter');
    expect(await host.posts('ask')).toMatchObject({ text: 'Is it deductible?', parent: null, editedTurnId: 't1' });
    await log.getByRole('img', { name: 'Version 2 of 2' }).waitFor();
    await editor.waitFor({ state: 'detached' });
  });

  it('selected text of an answer can be quoted in the next question', async () => {
    const { page, host, box } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { text: 'The amount is **limited** by section 179(b).' })]),
    });
    await page.getByText('limited', { exact: true }).selectText();
    await page.getByRole('button', { name: 'Quote in next question' }).click();
    await page.getByRole('button', { name: /^Quote limited/ }).waitFor();
    await box.fill('How?');
    await box.press('Enter');
    expect(await host.posts('ask')).toMatchObject({ text: 'How?', quote: 'limited' });
    await page.getByRole('button', { name: 'Remove Quote' }).waitFor({ state: 'detached' });
  });

  it('the quote button of an answer quotes the selected text, or asks the user to select text', async () => {
    const { page } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { text: 'The amount is **limited** by section 179(b).' })]),
    });
    const quote = page.getByRole('button', { name: 'Quote selected text' });
    await quote.click();
    await page.getByRole('status').getByText('Select text in an answer first.').waitFor();
    await page.getByText('limited', { exact: true }).selectText();
    await quote.click();
    await page.getByRole('button', { name: /^Quote limited/ }).waitFor();
  });

  it('the draft is posted to the host again after a follow-up question was sent', async () => {
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

  it('follow-up questions are at most four and never a question that was asked', async () => {
    const suggestions = ['why?', 'And  when?', ...Array.from({ length: 20_000 }, (_, index) => `Question ${index}?`)];
    const { page } = await open({
      conversation: conversationOf([
        turn('t1', 'And when?', { text: 'Then.' }),
        turn('t2', 'Why?', { text: 'So.', suggestions }),
      ]),
    });
    const list = page.getByRole('list', { name: 'Follow-up questions' });
    await list.waitFor();
    expect(await list.getByRole('listitem').allTextContents()).toEqual(
      [0, 1, 2, 3].map((index) => `Question ${index}?`),
    );
  });

  it('Alt+click and the edit button copy a follow-up question to the question box', async () => {
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

  it('the Up arrow key recalls earlier questions and the Down arrow key restores the draft', async () => {
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

  it('Enter that ends an IME composition does not send the question', async () => {
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

  it('Enter inserts a line if the setting requires Ctrl+Enter to send', async () => {
    const { box, host } = await open({ panelState: { sendKey: 'ctrlEnter' } });
    await box.fill('one');
    await box.press('Enter');
    await box.pressSequentially('two');
    expect(await box.inputValue()).toBe('one\ntwo');
    expect(host.all('ask')).toEqual([]);
    await box.press('Control+Enter');
    expect(await host.posts('ask')).toMatchObject({ text: 'one\ntwo' });
  });

  it('the menu of research modes hides the unusual mode until all modes are requested', async () => {
    const { page, host } = await open();
    await page.getByRole('button', { name: 'Research mode: Fast research' }).click();
    await expect.poll(() => page.getByRole('menuitemradio').count()).toBe(4);
    await page.getByRole('menuitem', { name: 'Show all research modes' }).click();
    await page.getByRole('menuitemradio', { name: 'Normal' }).waitFor();
    await page.getByRole('menuitemradio', { name: 'Audit research' }).click();
    expect(await host.posts('setAskMode')).toMatchObject({ askMode: 'audit_research' });
    await page.getByRole('button', { name: 'Research mode: Audit research' }).waitFor();
  });

  it('a question that is sent before the host has the chosen research mode is sent in this mode', async () => {
    const { page, host, ask } = await open();
    await page.getByRole('button', { name: 'Research mode: Fast research' }).click();
    host.loseModes();
    await page.getByRole('menuitemradio', { name: 'Audit research' }).click();
    await page.getByRole('button', { name: 'Research mode: Audit research' }).waitFor();
    await host.updatePanelState({ fontSize: 15 });
    await ask('Which evidence is needed?');
    expect(await host.posts('ask')).toMatchObject({ askMode: 'audit_research' });
  });

  it('each research mode says how many requests an answer of a language model may take', async () => {
    const modelRequests = { tax_research_fast_research: 3, tax_research_deep_research: 13 };
    const { page } = await open({ panelState: { modelRequests } });
    const button = page.getByRole('button', { name: 'Research mode: Fast research' });
    expect(await button.getAttribute('title')).toContain('at most 3 requests to the language model');
    await button.click();
    await page.getByText('at most 13 requests to the language model').waitFor();
    expect(await page.getByRole('menuitemradio', { name: 'Auto' }).textContent()).not.toContain('requests');
  });

  it('a menu with one entry is a button that does what the entry does', async () => {
    const { page, host } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { text: 'So.' })]),
      panelState: { askModes: ['tax_research_fast_research'] },
    });
    const retry = page.getByRole('button', { name: 'Ask again in the same research mode' });
    expect(await retry.getAttribute('aria-haspopup')).toBeNull();
    await retry.click();
    expect(await host.posts('retry')).toMatchObject({ turnId: 't1' });
    const mode = page.getByRole('button', { name: 'Research mode: Fast research' });
    expect(await mode.getAttribute('aria-haspopup')).toBeNull();
    await mode.click();
    expect(await host.posts('setAskMode')).toMatchObject({ askMode: 'tax_research_fast_research' });
    expect(await page.getByRole('menu').count()).toBe(0);
  });

  it('zero data retention can be turned on for a question, but not turned off if a setting requires it', async () => {
    const { page, host, log, ask } = await open();
    await page.getByRole('button', { name: 'Zero data retention: off' }).click();
    await page.getByRole('button', { name: 'Zero data retention: on', pressed: true }).waitFor();
    await ask('Secret?');
    expect(await host.posts('ask')).toMatchObject({ zeroRetention: true });
    await host.text('Yes.');
    await host.end('done', null, 'stop');
    await log.getByText('Zero data retention').waitFor();
    await host.updatePanelState({ zeroRetention: { on: true, locked: true } });
    const locked = page.getByRole('button', {
      name: 'Zero data retention: on, required by a setting or by this conversation',
    });
    await locked.press('Enter');
    expect(host.all('setZeroRetention')).toHaveLength(1);
  });
});

describe('Preview', () => {
  it('a preview begins at the beginning of a long text', async () => {
    const { page, host, box } = await open();
    const content = ['First line', ...Array.from({ length: 200 }, (_, at) => `Line ${at}`)].join('\n');
    host.onAsk((message) => host.preview(message, { content }));
    await box.fill('Is this right?');
    await box.press('Enter');
    const text = page.getByRole('textbox', { name: 'Text of this question' });
    await text.waitFor();
    expect(await text.inputValue()).toBe(content);
    expect(await text.evaluate((element) => element.scrollTop)).toBe(0);
  });

  it('a preview shows the exact text before a question is sent, and confirming it sends the question', async () => {
    const { page, host, box, log } = await open({ panelState: { chips: [selection()] } });
    host.onAsk((message) =>
      host.preview(message, {
        reasons: ['mode', 'identifiers'],
        findings: [{ kind: 'Social security number', masked: '•••-••-6789' }],
      }),
    );
    await box.fill('Is this right?');
    await box.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'What will be sent' });
    await dialog.getByText('Questions in this research mode always require confirmation.').waitFor();
    await dialog.getByText('•••-••-6789').waitFor();
    expect(await dialog.getByText(/identifiers/).count()).toBe(1);
    const text = dialog.getByRole('textbox', { name: 'Text of this question' });
    expect(await text.inputValue()).toContain('From memo.md, lines 12-18:');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    expect(await host.posts('ask', (message) => message.approvedToken !== undefined)).toMatchObject({
      approvedToken: 'token-1',
    });
    await log.getByText('Is this right?').waitFor();
    await expect.poll(() => box.inputValue()).toBe('');
  });

  it('a preview names the matter that the server of the firm is given, or that there is none', async () => {
    for (const [matterName, text] of [
      ['Har\u202ebor', 'Har[U+202E]bor'],
      [null, 'None: the answer is from everything that you may see'],
    ] as const) {
      const { page, host, box } = await open({});
      host.onAsk((message) => host.preview(message, { reasons: ['otherMatter'], matterName }));
      await box.fill('Is this right?');
      await box.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'What will be sent' });
      await dialog.getByText('Earlier questions of this conversation were asked in another matter.').waitFor();
      await dialog.locator('dd').getByText(text, { exact: true }).waitFor();
      await expect
        .poll(() => dialog.getByRole('button', { name: 'Cancel' }).evaluate((each) => each === document.activeElement))
        .toBe(true);
    }
  });

  it('a preview says that answers of another service are sent, and Enter does not send them by habit', async () => {
    const { page, host, box } = await open({});
    host.onAsk((message) => host.preview(message, { reasons: ['otherService'] }));
    await box.fill('Is this right?');
    await box.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'What will be sent' });
    await dialog.getByText('Earlier answers of this conversation are not from this service.').waitFor();
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Cancel' }).evaluate((each) => each === document.activeElement))
      .toBe(true);
  });

  it('the switch and the preview of zero data retention name the duties that come with it, except for the library', async () => {
    const duties =
      'With zero data retention, you are responsible for monitoring abuse, and some models may be unavailable.';
    for (const service of ['research.example', 'library']) {
      const { page, host, box, close } = await open({
        panelState: { service, zeroRetention: { on: true, locked: false } },
      });
      host.onAsk((message) => host.preview(message));
      const expected = service === 'library' ? 0 : 1;
      await expect.poll(() => page.getByTitle(duties).count()).toBe(expected);
      await box.fill('Is this right?');
      await box.press('Enter');
      await page.getByRole('dialog').waitFor();
      expect(await page.getByRole('dialog').getByText(duties).count()).toBe(expected);
      await close();
    }
  });

  it('a preview with identifiers offers placeholders first, the unchanged text and Cancel', async () => {
    const { page, host, box } = await open();
    host.onAsk((message) =>
      message.type === 'ask' && message.approvedToken !== undefined
        ? null
        : host.preview(message, {
            reasons: ['identifiers'],
            findings: [{ kind: 'EIN', masked: '12-•••' }],
            placeholders: { token: 'replaced', content: 'Is [EIN 1] exempt?' },
          }),
    );
    const dialog = page.getByRole('dialog', { name: 'What will be sent' });
    const names = ['Send with placeholders', 'Send unchanged', 'Cancel'];
    await box.fill('Is 12-3456789 exempt?');
    await box.press('Enter');
    await dialog.waitFor();
    expect(await dialog.getByRole('button').allTextContents()).toEqual(names);
    const first = dialog.getByRole('button', { name: 'Send with placeholders' });
    await expect.poll(() => first.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await dialog.getByRole('textbox', { name: 'Text with placeholders' }).inputValue()).toBe(
      'Is [EIN 1] exempt?',
    );
    await dialog.getByText('Unchanged text').click();
    expect(await dialog.getByRole('textbox', { name: 'Unchanged text' }).inputValue()).toBe('Is 12-3456789 exempt?');
    await first.click();
    await host.posts('ask', (message) => message.identifiers === 'replace' && message.approvedToken === 'replaced');
    // When the host accepts the question, the page empties a box that still has its text.
    await expect.poll(() => box.inputValue()).toBe('');

    await box.fill('Is 12-3456789 exempt?');
    await box.press('Enter');
    await dialog.getByRole('button', { name: 'Send unchanged' }).click();
    await host.posts('ask', (message) => message.identifiers === undefined && message.approvedToken === 'token-3');
  });

  it('a preview opens at its top, also in a small window, and shows the earlier questions and answers', async () => {
    const { page, host, box } = await open({
      width: 300,
      height: 420,
      conversation: conversationOf([turn('t1', 'What is placed in service?', { text: 'It is put to use.' })]),
    });
    host.onAsk((message) => host.preview(message, { content: `The first line\n${'More text. '.repeat(2000)}` }));
    await box.fill('Is this right?');
    await box.press('Enter');
    const dialog = page.getByRole('dialog');
    const heading = dialog.getByRole('heading', { name: 'What will be sent' });
    await heading.waitFor();
    const [top, frame] = [await heading.boundingBox(), await dialog.boundingBox()];
    expect((top?.y ?? 0) - (frame?.y ?? 0)).toBeGreaterThanOrEqual(0);
    const text = dialog.getByRole('textbox', { name: 'Text of this question' });
    expect(await text.evaluate((element) => element.scrollTop)).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Send', exact: true }).isVisible()).toBe(true);
    await dialog.getByText('What is placed in service?').click();
    const earlier = dialog.getByRole('textbox', { name: 'What is placed in service?' });
    expect(await earlier.inputValue()).toBe('What is placed in service?\n\nIt is put to use.');
  });

  it('a preview for the built-in library says that nothing leaves this machine', async () => {
    for (const [service, text] of [
      ['library', 'Nothing leaves this machine'],
      ['research.example', 'Service default'],
    ] as const) {
      const { page, host, box, close } = await open({ panelState: { service } });
      host.onAsk((message) => host.preview(message));
      await box.fill('Is this right?');
      await box.press('Enter');
      await page.getByRole('dialog').getByText(text, { exact: true }).waitFor();
      await close();
    }
  });

  it('a preview for a language model lists the passages that it will probably receive, and says when they can differ', async () => {
    const model = { name: 'Acme One', provider: 'acme', onThisMachine: false };
    const passage = {
      title: '§ 179',
      section: '(b) Limitations',
      path: '/library/179.md',
      line: 3,
      endLine: 9,
      length: 400,
    };
    for (const [passages, text] of [
      [[passage], '§ 179 · (b) Limitations 179.md:3-9'],
      [[passage], 'The library adds what it finds with them, so the passages can differ.'],
      [[], 'The library finds no passage for the words of the question.'],
      [null, 'The library cannot list the passages yet.'],
    ] as const) {
      const { page, host, box, close } = await open({ panelState: { service: 'library', model } });
      host.onAsk((message) => host.preview(message, { service: 'library', model, passages }));
      await box.fill('Is this right?');
      await box.press('Enter');
      await page.getByRole('dialog').getByText(text).waitFor();
      await close();
    }
  });

  it('canceling a preview keeps the question in the question box', async () => {
    const { page, host, box } = await open();
    host.onAsk((message) => host.preview(message, { reasons: ['mode'] }));
    await box.fill('Is this right?');
    await box.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await box.inputValue()).toBe('Is this right?');
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(host.all('ask')).toHaveLength(1);
  });

  it.each([
    ['there is no risk', 'Send', { reasons: ['asked', 'mode'] }],
    ['identifiers are listed', 'Cancel', { findings: [{ kind: 'EIN', masked: '12-•••' }] }],
    ['the text may contain identifiers', 'Cancel', { reasons: ['asked', 'identifiers'] }],
    ['the question will not be saved', 'Cancel', { reasons: ['retentionMix'] }],
    ['a usage limit requires it', 'Cancel', { reasons: ['usageLimit'], usageLimit: '3 of 20 today' }],
  ] satisfies [string, string, Partial<Preview>][])(
    'if %s, the button "%s" has the focus in the preview',
    async (_, name, part) => {
      const { page, host, box } = await open();
      host.onAsk((message) => host.preview(message, part));
      await box.fill('Is this right?');
      await box.press('Enter');
      const button = page.getByRole('dialog').getByRole('button', { name, exact: true });
      await button.waitFor();
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    },
  );

  it('a preview can be requested, and a blocked one cannot be sent', async () => {
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

  it('a refused question shows the reason and stays in the question box', async () => {
    const { page, host, box } = await open();
    host.onAsk(() => 'The conversation is read-only.');
    await box.fill('Why?');
    await box.press('Enter');
    await page.getByRole('alert').getByText('The conversation is read-only.').waitFor();
    expect(await box.inputValue()).toBe('Why?');
  });
});
