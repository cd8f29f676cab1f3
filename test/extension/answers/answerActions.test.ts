import { describe, expect, test } from 'vitest';
import { createUses } from '../../../src/extension/answers/answerActions.ts';
import { turnOf } from '../../conversation/conversations.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

function desk() {
  const fake = fakeVscode();
  const used: string[] = [];
  const written: string[] = [];
  const inserted: { at: number; text: string }[] = [];
  const api = fake.api as unknown as { window: Record<string, unknown>; workspace: Record<string, unknown> };
  api.workspace.openTextDocument = async ({ content }: { content: string }) => {
    written.push(content);
    return { uri: { path: 'untitled' } };
  };
  const edit = (selection: { isEmpty: boolean; end: number }, accepts = true) => {
    api.window.activeTextEditor = {
      selection,
      edit: async (change: (edit: { insert: (at: number, text: string) => void }) => void) => {
        if (accepts) change({ insert: (at, text) => inserted.push({ at, text }) });
        return accepts;
      },
    };
  };
  const uses = createUses({
    vscode: fake.api,
    version: '1.2.3',
    used: (_chat, _turn, how) => used.push(how),
    redact: (text) => text.replaceAll('sk-1', '[key]'),
  });
  return { fake, used, written, inserted, uses, edit };
}

const chat = { session: { conversation: { title: 'T' } } } as never;
const turn = turnOf('a', null, { text: 'Yes.' });

describe('an answer', () => {
  test('is inserted after what is selected and never in its place', async () => {
    const { uses, edit, inserted, used } = desk();
    edit({ isEmpty: false, end: 7 });
    await uses.use(chat, turn, 'insert');
    edit({ isEmpty: true, end: 9 });
    await uses.use(chat, turn, 'insert');
    expect(inserted).toEqual([
      { at: 7, text: '\n\nYes.\n' },
      { at: 9, text: 'Yes.\n' },
    ]);
    expect(used).toEqual(['insert', 'insert']);
  });

  test('that could not be inserted was not used', async () => {
    const { uses, edit, used, fake } = desk();
    edit({ isEmpty: true, end: 0 }, false);
    await uses.use(chat, turn, 'insert');
    expect(used).toEqual([]);
    expect(fake.messages).toEqual(['The answer could not be inserted because this file is read-only.']);
  });

  test('asked for with zero retention becomes a document only after the user agreed', async () => {
    const { uses, written, fake, used } = desk();
    const zero = { ...turn, zeroRetention: true };
    await uses.use(chat, zero, 'newDocument');
    await uses.use(chat, zero, 'memo');
    expect([written, used]).toEqual([[], []]);
    fake.answers.push('Create Document');
    await uses.use(chat, zero, 'newDocument');
    expect([written, used]).toEqual([['Yes.\n'], ['newDocument']]);
  });
});

test('the details of an error for a report hold no key and nothing of question or answer', async () => {
  const { uses, fake } = desk();
  await uses.copyDetails(
    turnOf('a', null, {
      state: 'failed',
      text: 'client content',
      error: { kind: 'auth', detail: 'bad sk-1', status: 401 },
    }),
  );
  expect(fake.clipboard.text).toContain('status: 401');
  expect(fake.clipboard.text).toContain('the service said: bad [key]');
  expect(fake.clipboard.text).not.toMatch(/sk-1|client content|Question a/);
});
