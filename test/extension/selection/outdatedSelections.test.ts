import { expect, it } from 'vitest';
import { watchOutdatedSelections } from '../../../src/extension/selection/outdatedSelections.ts';
import type { Chat } from '../../../src/extension/session/chat.ts';
import { turnOf } from '../../conversation/conversations.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';
import { manualClock } from '../../support/manualClock.ts';

const selection = (id: string, uri: string, text: string) => ({
  id,
  uri,
  label: 'a',
  languageId: 'markdown',
  startLine: 1,
  endLine: 1,
  text,
});

function open(text = 'lease') {
  const fake = fakeVscode();
  const clock = manualClock();
  let change = (_event: unknown) => {};
  const listening = { disposed: false };
  let opened = (_document: unknown) => {};
  Object.assign(fake.api.workspace, {
    onDidOpenTextDocument: (listener: typeof opened) => {
      opened = listener;
      return { dispose() {} };
    },
    onDidChangeTextDocument: (listener: typeof change) => {
      change = listener;
      return { dispose: () => (listening.disposed = true) };
    },
  });
  const applied: unknown[] = [];
  const composer = {
    chips: [selection('chip', 'file:///a', text), selection('other', 'file:///b', 'lease')] as unknown[],
    set(part: { chips: unknown[] }) {
      composer.chips = part.chips;
    },
  };
  const turn = turnOf('t', null);
  const asked = { ...turn, question: { ...turn.question, selections: [selection('asked', 'file:///a', text)] } };
  const chat = {
    composer,
    session: { conversation: { turns: [asked] }, apply: (each: unknown) => applied.push(each) },
  } as unknown as Chat;
  const watching = watchOutdatedSelections(fake.api, () => [chat], clock);
  const documentOf = (uri: string, text: string) => {
    const lines = text.split('\n');
    return {
      uri: { toString: () => uri },
      eol: 1,
      lineCount: lines.length,
      lineAt: (line: number) => ({ text: lines[line] ?? '' }),
      getText: () => text,
    };
  };
  const edit = (uri: string, text: string, contentChanges: unknown[] = [{}]) =>
    change({ document: documentOf(uri, text), contentChanges });
  const openFile = (uri: string, text: string) => opened(documentOf(uri, text));
  return { openFile, clock, edit, applied, composer, watching, listening };
}

it('Fiscal marks the selections of a file as outdated when the text is gone, a moment after the last change', () => {
  const { clock, edit, applied, composer } = open();
  edit('file:///a', 'nothing');
  clock.pass(299);
  edit('file:///a', 'still nothing');
  clock.pass(299);
  expect(applied).toEqual([]);
  clock.pass(1);
  expect(applied).toEqual([{ type: 'outdated', turnId: 't', selectionId: 'asked', outdated: true }]);
  expect(composer.chips).toMatchObject([{ id: 'chip', outdated: true }, { id: 'other' }]);
  expect((composer.chips[1] as { outdated?: boolean }).outdated).toBeUndefined();
});

it('Fiscal does not mark a selection as outdated whose text is at other lines now', () => {
  const { clock, edit, applied, composer } = open('The monthly payment is due.');
  edit('file:///a', '# New\n\nThe monthly payment is due.');
  clock.pass(300);
  expect(applied).toEqual([]);
  expect(composer.chips[0]).not.toHaveProperty('outdated');
  edit('file:///a', '# New\n\nThe monthly payment was due.');
  clock.pass(300);
  expect(applied).toHaveLength(1);
});

it('Fiscal marks the selections of a file that was changed while it was not open, when it is opened', () => {
  const { openFile, applied, composer } = open();
  openFile('file:///a', 'lease');
  expect(applied).toEqual([]);
  openFile('file:///a', 'nothing');
  expect(applied).toEqual([{ type: 'outdated', turnId: 't', selectionId: 'asked', outdated: true }]);
  expect(composer.chips).toMatchObject([{ id: 'chip', outdated: true }, { id: 'other' }]);
});

it('Fiscal marks a selection as current again when its text returns', () => {
  const { clock, edit, composer } = open();
  edit('file:///a', 'nothing');
  clock.pass(300);
  edit('file:///a', 'lease');
  clock.pass(300);
  expect(composer.chips[0]).toMatchObject({ outdated: false });
});

it('Fiscal ignores changes that leave the text as it is, and events without a change', () => {
  const { clock, edit, applied, composer } = open();
  const before = composer.chips;
  edit('file:///a', 'lease');
  edit('file:///a', 'nothing', []);
  clock.pass(300);
  expect([applied, composer.chips === before]).toEqual([[], true]);
});

it('Fiscal compares nothing after it was disposed of', () => {
  const { clock, edit, applied, watching, listening } = open();
  edit('file:///a', 'nothing');
  watching.dispose();
  clock.pass(300);
  expect([applied, listening.disposed]).toEqual([[], true]);
});
