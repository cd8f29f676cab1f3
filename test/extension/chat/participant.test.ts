import { describe, expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import { createParticipant } from '../../../src/extension/chat/participant.ts';
import { CHAT_PARTICIPANT } from '../../../src/extension/common/contributions.ts';
import { checkMessages } from '../../../src/extension/compliance/guard.ts';
import { eventually } from '../../support/eventually.ts';
import { chatDesk, type DeskOptions, fakeStream, fakeToken } from './chatDesk.ts';

function open(options: DeskOptions = {}) {
  const desk = chatDesk(options);
  const participant = createParticipant(desk.deps);
  const history: (Vscode.ChatRequestTurn | Vscode.ChatResponseTurn)[] = [];

  /** Sends a request; its result goes to the history of the chat. */
  function ask(prompt: string, part: { command?: string; references?: Vscode.ChatPromptReference[] } = {}) {
    const { token, cancel } = fakeToken();
    const shown = fakeStream();
    const request = { prompt, command: part.command, references: part.references ?? [] };
    const ended = Promise.resolve(
      participant.answer(request as unknown as Vscode.ChatRequest, { history: [...history] }, shown.stream, token),
    ).then((result) => {
      const kept: unknown = JSON.parse(JSON.stringify(result ?? {}));
      const turn = { participant: CHAT_PARTICIPANT, prompt };
      history.push(turn as never, { participant: CHAT_PARTICIPANT, response: [], result: kept } as never);
      return kept as Vscode.ChatResult;
    });
    return { shown, cancel, ended };
  }
  const sent = (count: number) =>
    eventually(() => {
      const request = desk.target.requests[count - 1];
      if (!request) throw new Error(`Request ${count} was not sent.`);
      return request;
    });
  const contents = (index: number) => desk.target.requests[index]?.request.messages.map(({ content }) => content);
  return { ...desk, participant, history, ask, sent, contents };
}

const FOREIGN = Array.from({ length: 100 }, (_, index) =>
  index % 2 === 0
    ? { participant: 'other', prompt: `foreign question ${index}`, references: [] }
    : {
        participant: 'other',
        response: [{ value: { value: `foreign answer ${index}` } }],
        result: { metadata: { conversation: 'x' } },
      },
);

describe('@fiscal', () => {
  it.each([
    [100, undefined],
    [102, '2 more'],
  ])('of %i sources at most 100 are listed, and the number of the others is stated', async (count, stated) => {
    const { ask, sent } = open();
    const { shown, ended } = ask('What is the limit?');
    const request = await sent(1);
    await request.send({ type: 'text', text: 'The limit is $1,000 [1].' });
    await request.send({
      type: 'sources',
      sources: Array.from({ length: count }, (_, at) => ({ title: `Source ${at + 1}`, url: null })),
    });
    await request.done();
    await ended;
    expect(shown.markdown).toContain('Source 100');
    expect(shown.markdown).not.toContain('Source 101');
    expect(/\d+ more/.exec(shown.markdown)?.[0]).toBe(stated);
  });

  it('sources in Word and mail files are links to their text, and those in PDFs and workbooks to their viewers', async () => {
    const { ask, sent, fake } = open();
    const paths = ['notice.eml', 'lease.docx', 'bank.pdf', 'count.xlsx'];
    for (const path of paths) fake.files.set(`/w/${path}`, '');
    const { shown, ended } = ask('What does the notice say?');
    const request = await sent(1);
    await request.send({ type: 'text', text: 'All four.' });
    await request.send({
      type: 'sources',
      sources: paths.map((path) => ({ title: path, url: null, location: { path, line: 2, endLine: 3 } })),
    });
    await request.done();
    await ended;
    expect(shown.parts.filter((part) => part.startsWith('anchor'))).toEqual([
      'anchor fiscal-document:/w/notice.eml:2-3',
      'anchor fiscal-document:/w/lease.docx:2-3',
      'anchor file:///w/bank.pdf',
      'anchor file:///w/count.xlsx',
    ]);
  });

  it('@fiscal shows steps as progress, the text with escaped dollars, and the sources as links to their lines', async () => {
    const { ask, sent, fake, participant } = open();
    fake.files.set('/w/reference/irc-179.md', 'a\nb\nc\nd\n');
    const { shown, ended } = ask('What is the limit?');
    const request = await sent(1);
    await request.send({ type: 'step', title: 'Reading $(gear) *all*' });
    await request.send({ type: 'text', text: 'From $1,000 to $5,000 [1].\n![x](https://evil.example/a.png)<b>' });
    await request.send({
      type: 'sources',
      sources: [
        {
          title: '§ 179',
          url: null,
          section: '(b)(1)',
          location: { path: 'reference/irc-179.md', line: 2, endLine: 3 },
        },
        { title: 'A [web] page', url: 'https://example.org/x' },
        { title: 'Outside', url: null, location: { path: '/etc/passwd', line: 1, endLine: 1 } },
      ],
    });
    await request.send({ type: 'suggestions', suggestions: ['And *$2*?'] });
    await request.done();
    const result = await ended;
    expect(shown.parts).toEqual([
      'progress Reading \\$(gear) \\*all\\*',
      'anchor /w/reference/irc-179.md:2-3',
      'reference /w/reference/irc-179.md:2-3',
      'anchor https://example.org/x',
      'reference https://example.org/x',
      'button fiscal.openConversation Open in Fiscal',
    ]);
    expect(shown.markdown).toContain('From \\$1,000 to \\$5,000 [1].');
    expect(shown.markdown).not.toContain('![');
    expect(shown.markdown).not.toContain('<b>');
    expect(shown.markdown).toContain('3. Outside');
    expect(shown.markdown).toContain('Answered by service.example · Fast research');
    expect(participant.followUps(result)).toEqual([{ prompt: 'And *$2*?', label: 'And \\*\\$2\\*?' }]);
  });

  it('@fiscal writes an answer while it arrives', async () => {
    const { ask, sent } = open();
    const { shown, ended } = ask('What is the limit?');
    const request = await sent(1);
    await request.send({ type: 'text', text: 'The limit is set.\n\nIt is ' });
    await eventually(() => expect(shown.markdown).toContain('The limit is set.'));
    await request.done();
    await ended;
  });

  it('@fiscal writes an answer that replaces its drafts once, at the end', async () => {
    const { ask, sent } = open();
    const { shown, ended } = ask('What is the limit?');
    const request = await sent(1);
    await request.send({ type: 'parts', text: '', parts: [] }, { type: 'text', text: 'The draft.' });
    await request.send({ type: 'parts', text: 'The limit is set.', parts: [] });
    await request.done();
    await ended;
    expect(shown.markdown).toContain('The limit is set.');
    expect(shown.markdown).not.toContain('draft');
  });

  it('@fiscal continues its own conversation and leaves out 100 turns of other participants', async () => {
    const { ask, sent, contents, history } = open();
    history.push(...(FOREIGN as never[]));
    const first = ask('First?');
    const request = await sent(1);
    await request.send({ type: 'text', text: 'Yes.' });
    await request.done();
    await first.ended;
    history.push(...(FOREIGN as never[]));
    ask('Second?', { command: 'deep' });
    const next = await sent(2);
    expect(contents(1)).toEqual(['First?', 'Yes.', 'Second?']);
    expect(next.request.askMode).toBe('tax_research_deep_research');
  });

  it('@fiscal makes a deleted conversation again from what the chat carries', async () => {
    const { ask, sent, contents, chats, store } = open();
    const first = ask('First?');
    const request = await sent(1);
    await request.send({ type: 'text', text: 'Yes.' });
    await request.done();
    const { metadata } = await first.ended;
    chats.forget(String(metadata?.conversation));
    await store.remove(String(metadata?.conversation));
    ask('Second?');
    await sent(2);
    expect(contents(1)).toEqual(['First?', 'Yes.', 'Second?']);
  });

  it('@fiscal stops the request when the user cancels, and keeps the answer out of the next history', async () => {
    const { ask, sent, contents } = open();
    const { cancel, ended } = ask('First?');
    const request = await sent(1);
    await request.send({ type: 'text', text: 'Half an ' });
    cancel();
    expect(await ended).not.toHaveProperty('errorDetails');
    expect(request.signal.aborted).toBe(true);
    const { shown } = ask('Second?');
    await sent(2);
    expect(contents(1)).toEqual(['Second?']);
    expect(shown.parts[0]).toMatch(/^progress The question before is not included, because its answer is not complete/);
  });

  it('@fiscal says why no question can be asked and offers what to do', async () => {
    const { shown, ended } = open({ readiness: 'noKey' }).ask('First?');
    expect((await ended).errorDetails?.message).toContain('No API key is set for service.example');
    expect(shown.parts).toEqual(['button fiscal.setApiKey Set API Key…']);
  });

  it('@fiscal asks the built-in library for /quote also without a key', async () => {
    const { ask, sent, kinds } = open({ readiness: 'noKey' });
    ask('First?', { command: 'quote' });
    await sent(1);
    expect(kinds).toEqual([expect.objectContaining({ quoteOnly: true })]);
  });

  it('@fiscal sends attached files as selections under their names, and says what is not text', async () => {
    const { ask, sent, fake, vscode, contents } = open();
    fake.files.set('/w/memo.md', 'one\ntwo');
    const references = [
      { id: 'file', value: vscode.Uri.file('/w/memo.md'), range: [9, 19] },
      { id: 'picture', value: vscode.Uri.file('/w/missing.png') },
      { id: 'vscode.implicit.file', value: vscode.Uri.file('/w/memo.md') },
      { id: 'vscode.implicit.selection', value: vscode.Uri.file('/w/memo.md') },
      { id: 'vscode.implicit.viewport', value: vscode.Uri.file('/w/memo.md') },
    ] as unknown as Vscode.ChatPromptReference[];
    const { shown } = ask('Is this  #file:memo right?', { references });
    await sent(1);
    expect(contents(0)?.[0]).toMatch(
      /^Is this {2}\S*memo\.md right\?\n\nFrom \S*memo\.md, lines 1-2:\n\n```\S*\none\ntwo\n```$/,
    );
    expect(shown.parts[0]).toMatch(/^progress Not attached, because it is not text: \S*missing\.png$/);
    expect(shown.parts[1]).toMatch(/^reference \/w\/memo\.md/);
  });
});

describe('the checks before @fiscal sends a question', () => {
  const guard: DeskOptions['guard'] = async (messages) =>
    checkMessages(messages, { mode: 'warn', names: [], alreadySent: 0, blockedText: 'blocked' });

  it('@fiscal shows client identifiers in a modal dialog and sends placeholders when the user chooses them', async () => {
    const { ask, sent, contents, fake } = open({ guard, answers: ['Send with Placeholders'] });
    const { shown, ended } = ask('The SSN is 123-45-6789.');
    const request = await sent(1);
    expect(contents(0)).toEqual(['The SSN is [SSN-1].']);
    expect(fake.messages).toEqual(['Send this question to service.example?']);
    await request.send({ type: 'text', text: 'About [SSN-1].' });
    await request.done();
    await ended;
    expect(shown.markdown).toContain('About 123-45-6789.');
  });

  it('@fiscal sends nothing when the dialog is closed', async () => {
    const { ask, target } = open({ guard });
    expect(await ask('The SSN is 123-45-6789.').ended).toEqual({});
    expect(target.requests).toHaveLength(0);
  });

  it('@fiscal asks once in a conversation with zero data retention, because VS Code saves the chat', async () => {
    const settings = { zeroRetention: { on: true, byFolder: false } };
    const { ask, sent, fake, chats } = open({ settings, answers: ['Ask Here'] });
    const first = ask('First?');
    const request = await sent(1);
    expect(request.request.ZeroDataRetention).toBe(true);
    await request.send({ type: 'text', text: 'Yes.' });
    await request.done();
    await first.ended;
    expect(first.shown.parts).toEqual([]);
    ask('Second?');
    await sent(2);
    expect(fake.messages).toEqual(['VS Code saves this chat on this machine.']);
    expect(chats.all()[0]?.session.conversation.zeroRetention).toBe(true);
  });

  it('@fiscal moves a question with zero data retention to the side bar when the user prefers it', async () => {
    const settings = { zeroRetention: { on: true, byFolder: false } };
    const { ask, target, composed } = open({ settings, answers: ['Ask in Fiscal'] });
    await ask('First?').ended;
    expect(composed).toEqual(['First?']);
    expect(target.requests).toHaveLength(0);
  });
});
