import { describe, expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import type { Conversation, Selection, Turn } from '../../../src/conversation/conversation.ts';
import { createPinnedAnswers, type PinDeps } from '../../../src/extension/pins/pinnedAnswers.ts';
import { createPinRecords } from '../../../src/extension/pins/pinRecords.ts';
import { registerPins } from '../../../src/extension/pins/registerPins.ts';
import type { Chat } from '../../../src/extension/session/chat.ts';
import { conversationOf, turnOf } from '../../conversation/conversations.ts';
import { eventually } from '../../support/eventually.ts';
import { fakeMemento, fakeVscode } from '../../support/fakeVscode.ts';
import { manualClock } from '../../support/manualClock.ts';

const URI = 'file:///memo.md';
/** Milliseconds after which a change of a file is over. */
const SETTLED = 1000;

interface Thread {
  readonly uri: string;
  range: { start: { line: number }; end: { line: number } };
  label?: string;
  comments: { body: { value: string } }[];
  disposed: boolean;
}

/** The selection of a line of the file. */
function selected(line: number, text: string, uri = URI): Selection {
  return { id: `s${line}`, uri, label: 'memo.md', startLine: line, endLine: line, text } as Selection;
}

function asked(id: string, ...selections: Selection[]): Turn {
  const turn = turnOf(id, null, { text: `The answer of ${id}.` });
  return { ...turn, question: { ...turn.question, text: `What about ${id}?`, selections } };
}

/** A window with the file open, in which answers are pinned. */
function open({ lines = ['one', 'two', 'three'], memento = fakeMemento() } = {}) {
  const fake = fakeVscode();
  const clock = manualClock();
  const threads: Thread[] = [];
  const commands: unknown[][] = [];
  const listeners = new Map<string, (event: never) => void>();
  const on = (name: string) => (listener: (event: never) => void) => {
    listeners.set(name, listener);
    return { dispose: () => void listeners.delete(name) };
  };
  const fire = (name: string, event: unknown) => listeners.get(name)?.(event as never);
  const document = {
    uri: fake.api.Uri.parse(URI),
    isClosed: false,
    eol: 1,
    get lineCount() {
      return lines.length;
    },
    lineAt: (line: number) => ({ text: lines[line] ?? '' }),
  };
  const documents: unknown[] = [document];
  const editor = { document, selection: { active: { line: 0 } } };
  Object.assign(fake.api, {
    EndOfLine: { LF: 1, CRLF: 2 },
    CommentThreadCollapsibleState: { Collapsed: 0 },
    CommentMode: { Preview: 1 },
    MarkdownString: class {
      readonly value: string;
      constructor(value: string) {
        this.value = value;
      }
    },
    commands: { executeCommand: async (...args: unknown[]) => void commands.push(args) },
    comments: {
      createCommentController: () => ({
        dispose: () => {},
        createCommentThread(uri: Vscode.Uri, range: Thread['range']) {
          const thread = {
            ...{ uri: uri.toString(), range, comments: [], disposed: false },
            dispose() {
              this.disposed = true;
            },
          };
          threads.push(thread);
          return thread;
        },
      }),
    },
  });
  Object.assign(fake.api.window, { activeTextEditor: editor });
  Object.assign(fake.api.workspace, {
    textDocuments: documents,
    onDidOpenTextDocument: on('open'),
    onDidCloseTextDocument: on('close'),
    onDidChangeTextDocument: on('change'),
    onDidRenameFiles: on('rename'),
  });
  const stored = new Map<string, Conversation>();
  const opened: Conversation[] = [];
  const store = {
    warning: null as string | null,
    list: async () => [...stored.keys()].map((id) => ({ id })),
    read: async (id: string) => stored.get(id) ?? null,
    onDidChange: on('store'),
  };
  const chats = { all: () => opened.map((conversation) => ({ session: { conversation } })), onDidForget: on('forget') };
  const records = createPinRecords(memento);
  const deps = { vscode: fake.api, records, store, chats, clock } as unknown as PinDeps;
  const pins = createPinnedAnswers(deps);
  return {
    ...{
      deps,
      memento,
      fake,
      pins,
      records,
      threads,
      commands,
      stored,
      opened,
      store,
      document,
      documents,
      editor,
      clock,
      fire,
      lines,
    },
    shown: () => threads.filter(({ disposed }) => !disposed),
    /** Replaces lines of the file, as an edit does. */
    edit(from: number, count: number, ...inserted: string[]) {
      lines.splice(from, count, ...inserted);
      const range = { start: { line: from, character: 0 }, end: { line: from + count, character: 0 } };
      const text = inserted.map((line) => `${line}\n`).join('');
      fire('change', { document, contentChanges: [{ range, text }] });
      clock.pass(SETTLED);
    },
  };
}

/** The same window, in which an answer is pinned to the second line. */
async function openWithPin() {
  const window = open();
  const turn = asked('t1', selected(2, 'two'));
  window.stored.set('c1', conversationOf(turn));
  await window.pins.pin(conversationOf(turn), turn, true);
  await eventually(() => expect(window.shown()).toHaveLength(1));
  return window;
}

describe('pinned answers', () => {
  it('an answer is shown at each line of its question, with the question and the answer', async () => {
    const window = open();
    const turn = asked('t1', selected(1, 'one'), selected(3, 'three'));
    const conversation = conversationOf(turn);
    window.stored.set('c1', conversation);
    await window.pins.pin(conversation, turn, true);
    await eventually(() => expect(window.shown()).toHaveLength(2));
    expect(window.shown().map(({ range }) => [range.start.line, range.end.line])).toEqual([
      [0, 0],
      [2, 2],
    ]);
    expect(window.shown()[0]).toMatchObject({ uri: URI, label: 'What about t1?' });
    expect(window.shown()[0]?.comments[0]?.body.value).toBe('The answer of t1.');
    expect(window.fake.messages).toEqual(['The answer is pinned to memo.md:1, memo.md:3.']);
    await window.pins.pin(conversation, turn, true);
    expect(window.fake.messages.at(-1)).toBe('The answer is already pinned to memo.md:1, memo.md:3.');
    expect(window.records.all()).toHaveLength(2);
  });

  it('a pin moves with its lines, is outdated while their text is another, and ends with the file', async () => {
    const window = await openWithPin();
    window.edit(0, 0, 'zero', 'half');
    expect(window.shown()[0]?.range).toMatchObject({ start: { line: 3 }, end: { line: 3 } });
    expect(window.shown()[0]?.label).toBe('What about t1?');
    window.edit(3, 1, 'another text');
    expect(window.shown()[0]?.label).toBe('Outdated: What about t1?');
    expect(window.shown()[0]?.comments[0]?.body.value).toContain('has changed since this question was asked');
    window.edit(3, 1, 'two');
    expect(window.shown()[0]?.label).toBe('What about t1?');
    expect(window.shown()[0]?.comments[0]?.body.value).toBe('The answer of t1.');
    window.fire('close', window.document);
    expect(window.shown()).toEqual([]);
    expect(window.records.all()).toHaveLength(1);
    window.fire('open', window.document);
    await eventually(() => expect(window.shown()).toHaveLength(1));
  });

  it.each([
    ['file:///memo.md', 'file:///notes.md', 'file:///notes.md'],

    ['file:///memo', 'file:///notes', URI],
  ])('after %s was renamed to %s, the pin is in %s, also in the next window', async (from, to, now) => {
    const window = await openWithPin();
    const [oldUri, newUri] = [from, to].map((uri) => window.fake.api.Uri.parse(uri));
    const uri = window.fake.api.Uri.parse(now);
    window.documents.splice(0, 1, { ...window.document, uri, lineCount: 3 });
    window.fire('rename', { files: [{ oldUri, newUri }] });
    await eventually(() => expect(window.shown()).toMatchObject([{ uri: now, label: 'What about t1?' }]));
    expect(createPinRecords(window.memento).all()).toMatchObject([{ uri: now, turn: 't1' }]);
  });

  it('the pins of a folder that is renamed go with it', () => {
    const window = open();
    for (const uri of ['file:///tax/memo.md', 'file:///taxes/memo.md'])
      window.records.add({ uri, conversation: 'c1', turn: uri, selection: 's1' }, true);
    const [oldUri, newUri] = ['file:///tax', 'file:///2025'].map((uri) => window.fake.api.Uri.parse(uri));
    window.fire('rename', { files: [{ oldUri, newUri }] });
    const uris = createPinRecords(window.memento)
      .all()
      .map(({ uri }) => uri);
    expect(uris).toEqual(['file:///2025/memo.md', 'file:///taxes/memo.md']);
  });

  it('an edit of another file, and one that changes nothing, moves no pin', async () => {
    const window = await openWithPin();
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const other = { ...window.document, uri: window.fake.api.Uri.parse('file:///other.md') };
    window.fire('change', { document: other, contentChanges: [{ range, text: 'a\nb\n' }] });
    window.fire('change', { document: window.document, contentChanges: [] });
    window.clock.pass(SETTLED);
    expect(window.shown()[0]).toMatchObject({ range: { start: { line: 1 } }, label: 'What about t1?' });
  });

  it('a pin of an earlier window is shown when its file is opened, and only there', async () => {
    const memento = fakeMemento();
    const turn = asked('t1', selected(2, 'two'), selected(1, 'text', 'file:///other.md'));
    for (const { uri, id } of turn.question.selections)
      createPinRecords(memento).add({ uri, conversation: 'c1', turn: 't1', selection: id }, true);
    const window = open({ memento });
    expect(window.shown()).toEqual([]);
    window.stored.set('c1', conversationOf(turn));
    window.fire('open', window.document);
    await eventually(() => expect(window.shown()).toHaveLength(1));
    expect(window.shown()[0]?.uri).toBe(URI);
  });

  it('a pin whose turn or selection is not in its conversation is removed', async () => {
    const memento = fakeMemento();
    const pin = { uri: URI, conversation: 'c1' };
    const window = open({ memento });
    window.stored.set('c1', conversationOf(asked('t1', selected(2, 'two'))));
    window.records.add({ ...pin, turn: 'gone', selection: 's2' }, true);
    window.records.add({ ...pin, turn: 't1', selection: 'gone' }, true);
    window.records.add({ ...pin, turn: 't1', selection: 's2' }, true);
    window.fire('open', window.document);
    await eventually(() => expect(window.shown()).toHaveLength(1));
    expect(window.records.all()).toEqual([{ ...pin, turn: 't1', selection: 's2' }]);
  });

  it('the pins of a deleted conversation are removed, unless the list of conversations is not whole or it is still open', async () => {
    const window = open();
    const turn = asked('t1', selected(2, 'two'));
    const conversation = conversationOf(turn);
    window.stored.set('c1', conversation);
    await window.pins.pin(conversation, turn, true);
    await eventually(() => expect(window.shown()).toHaveLength(1));
    window.stored.clear();
    window.store.warning = 'The folder cannot be read.';
    window.fire('store', { type: 'list' });
    await window.store.list();
    window.store.warning = null;
    window.opened.push(conversation);
    window.fire('store', { type: 'list' });
    await window.store.list();
    window.opened.splice(0);
    window.fire('store', { type: 'other' });
    await window.store.list();
    expect(window.shown()).toHaveLength(1);
    window.fire('store', { type: 'list' });
    await eventually(() => expect(window.shown()).toEqual([]));
    expect(window.records.all()).toEqual([]);
  });

  it('a temporary conversation says that its pin ends with the window, and its pin ends when it is forgotten', async () => {
    const window = open();
    const turn = asked('t1', selected(2, 'two'));
    const conversation = conversationOf(turn);
    window.opened.push(conversation);
    await window.pins.pin(conversation, turn, false);
    await eventually(() => expect(window.shown()).toHaveLength(1));
    expect(window.fake.messages[0]).toContain('until the window closes');
    window.fire('forget', { session: { conversation: { ...conversation, id: 'c2' } } });
    expect(window.shown()).toHaveLength(1);
    window.fire('forget', { session: { conversation } });
    expect(window.shown()).toEqual([]);
  });

  it('Remove Pinned Answer and Open Conversation take the thread, else the pin at the cursor', async () => {
    const window = open();
    const turn = asked('t1', selected(1, 'one'), selected(3, 'three'));
    window.stored.set('c1', conversationOf(turn));
    await window.pins.pin(conversationOf(turn), turn, true);
    await eventually(() => expect(window.shown()).toHaveLength(2));
    window.fake.messages.length = 0;
    window.editor.selection.active.line = 1;
    window.pins.unpin(undefined);
    await window.pins.open(undefined);
    expect(window.fake.messages).toEqual(Array(2).fill('Place the cursor on a line with a pinned answer first.'));
    expect([window.shown().length, window.commands]).toEqual([2, []]);
    window.editor.selection.active.line = 2;
    await window.pins.open(undefined);
    expect(window.commands).toEqual([['fiscal.openConversation', 'c1']]);
    window.pins.unpin(undefined);
    expect(window.shown().map(({ range }) => range.start.line)).toEqual([0]);
    window.pins.unpin(window.shown()[0]);
    expect(window.shown()).toEqual([]);
    expect(window.pins.all()).toEqual([]);
  });

  it('an answer to cells of a workbook is pinned to the lines of its text', async () => {
    const window = open();
    const turn = asked('t1', selected(2, 'two', 'file:///rates.xlsx'));
    await window.pins.pin(conversationOf(turn), turn, true);
    expect(window.records.all()[0]?.uri).not.toBe('file:///rates.xlsx');
    expect(window.records.all()[0]?.uri).toContain('rates.xlsx');
  });

  it('no answer is pinned when there are 200', async () => {
    const window = open();
    for (let number = 0; number < 200; number += 1)
      window.records.add({ uri: 'file:///a.md', conversation: 'c1', turn: `t${number}`, selection: 's1' }, true);
    const turn = asked('t1', selected(2, 'two'));
    await window.pins.pin(conversationOf(turn), turn, true);
    expect(window.records.all()).toHaveLength(200);
    expect(window.fake.messages).toEqual(['There are too many pinned answers. Remove one first.']);
  });

  it('a long answer is cut, and says that the conversation has all of it', async () => {
    const window = open();
    const turn = asked('t1', selected(2, 'two'));
    const long = { ...turn, answer: { ...turn.answer, text: 'word '.repeat(5000) } };
    window.stored.set('c1', conversationOf(long));
    await window.pins.pin(conversationOf(long), long, true);
    await eventually(() => expect(window.shown()).toHaveLength(1));
    expect(window.shown()[0]?.comments[0]?.body.value).toContain('*The answer is longer.');
  });

  it('nothing is shown in a file that was closed while its conversation was read', async () => {
    const window = open();
    const turn = asked('t1', selected(2, 'two'));
    let read = (_: Conversation) => {};
    window.store.read = () => new Promise((resolve) => (read = resolve));
    window.records.add({ uri: URI, conversation: 'c1', turn: 't1', selection: 's2' }, true);
    window.fire('open', window.document);
    window.document.isClosed = true;
    read(conversationOf(turn));
    await new Promise((resolve) => setImmediate(resolve));
    expect(window.threads).toEqual([]);
    window.document.isClosed = false;
    window.stored.set('c1', conversationOf(turn));
    window.store.read = async (id) => window.stored.get(id) ?? null;
    window.fire('open', window.document);
    await eventually(() => expect(window.shown()).toHaveLength(1));
  });

  it('nothing is placed after the window closed', async () => {
    const window = await openWithPin();
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    window.lines.unshift('zero');
    window.fire('change', { document: window.document, contentChanges: [{ range, text: 'zero\n' }] });
    window.pins.dispose();
    window.clock.pass(SETTLED);
    expect(window.shown()[0]?.range.start.line).toBe(1);
  });
});

it('an answer is pinned if its question is about selected text, and it has text and has ended', async () => {
  const { deps, memento } = open();
  const pinned = asked('t1', selected(2, 'two'));
  const chatOf = (turn: Turn) => ({ session: { conversation: conversationOf(turn) } }) as unknown as Chat;
  const feature = registerPins({ ...deps, memento, currentChat: async () => chatOf(pinned) });
  const others: Turn[] = [
    asked('t2'),
    { ...pinned, answer: { ...pinned.answer, text: ' ' } },
    { ...pinned, answer: { ...pinned.answer, state: 'streaming' } },
  ];
  for (const turn of others) await feature.pin(chatOf(turn), turn);
  expect(await feature.all()).toEqual([]);
  await feature.pin(chatOf(pinned), pinned);
  expect((await feature.all()).length).toBe(1);
});

it('Pin Answer says that it takes an earlier answer, if the last question is about no selected text', async () => {
  const { deps, memento, fake } = open();
  const [first, last] = [asked('t1', selected(2, 'two')), { ...asked('t2'), parent: 't1' }];
  const conversation = conversationOf(first, last);
  const currentChat = async () => ({ session: { conversation } }) as unknown as Chat;
  await registerPins({ ...deps, memento, currentChat }).commands['fiscal.pinAnswer']();
  expect(fake.messages).toEqual([
    expect.stringContaining('The answer to “What about t1?” was taken instead. The answer is pinned'),
  ]);
  const alone = async () => ({ session: { conversation: conversationOf(first) } }) as unknown as Chat;
  await registerPins({ ...deps, memento, currentChat: alone }).commands['fiscal.pinAnswer']();
  expect(fake.messages.at(-1)).toBe('The answer is pinned to memo.md:2.');
});
