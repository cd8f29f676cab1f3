import { describe, expect, it } from 'vitest';
import { createAnswerActions } from '../../../src/extension/answers/answerActions.ts';
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
  const actions = createAnswerActions({
    vscode: fake.api,
    version: '1.2.3',
    used: (_chat, _turn, action) => used.push(action),
    redact: (text) => text.replaceAll('sk-1', '[key]'),
  });
  return { fake, used, written, inserted, actions, edit };
}

const chat = { session: { conversation: { title: 'T' } } } as never;
const turn = turnOf('a', null, { text: 'Yes.' });

describe('an answer', () => {
  it('inserts an answer after the selection and never replaces it', async () => {
    const { actions, edit, inserted, used } = desk();
    edit({ isEmpty: false, end: 7 });
    await actions.run(chat, turn, 'insert');
    edit({ isEmpty: true, end: 9 });
    await actions.run(chat, turn, 'insert');
    expect(inserted).toEqual([
      { at: 7, text: '\n\nYes.\n' },
      { at: 9, text: 'Yes.\n' },
    ]);
    expect(used).toEqual(['insert', 'insert']);
  });

  it('does not report an answer as used when it could not be inserted', async () => {
    const { actions, edit, used, fake } = desk();
    edit({ isEmpty: true, end: 0 }, false);
    await actions.run(chat, turn, 'insert');
    expect(used).toEqual([]);
    expect(fake.messages).toEqual(['The answer could not be inserted because this file is read-only.']);
  });

  it('creates a document from a zero-retention answer only after confirmation', async () => {
    const { actions, written, fake, used } = desk();
    const zero = { ...turn, zeroRetention: true };
    await actions.run(chat, zero, 'newDocument');
    await actions.run(chat, zero, 'memo');
    expect([written, used]).toEqual([[], []]);
    fake.answers.push('Create Document');
    await actions.run(chat, zero, 'newDocument');
    expect([written, used]).toEqual([['Yes.\n'], ['newDocument']]);
  });
});

it('copies error details without the API key and without the text of question or answer', async () => {
  const { actions, fake } = desk();
  await actions.copyDetails(
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
