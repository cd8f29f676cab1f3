import { expect, it } from 'vitest';
import { type Conversation, newConversation } from '../../../src/conversation/conversation.ts';
import { conversationJson } from '../../../src/conversation/transcript.ts';
import { importConversation } from '../../../src/extension/views/importConversation.ts';
import { conversationOf, turnOf } from '../../conversation/conversations.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

/** A folder that is opened in a remote window. */
const remoteFolder = {
  uri: {
    scheme: 'vscode-remote',
    path: '/matter',
    with: ({ path }: { path: string }) => ({ scheme: 'vscode-remote', path }),
  },
};

/** Imports the picked file; null: the dialog was left without one. */
async function imported(picked: { text: string; size?: number } | null) {
  const fake = fakeVscode();
  const uri = fake.api.Uri.file('/matter/a.json');
  const adopted: Conversation[] = [];
  let read = false;
  const vscode = {
    ...fake.api,
    window: { ...fake.api.window, showOpenDialog: async () => (picked ? [uri] : undefined) },
    workspace: {
      ...fake.api.workspace,
      workspaceFolders: [remoteFolder],
      getWorkspaceFolder: ({ scheme, path }: { scheme: string; path: string }) =>
        scheme === 'vscode-remote' && path.startsWith('/matter/') ? remoteFolder : undefined,
      fs: {
        stat: async () => ({ size: picked?.size ?? 0 }),
        readFile: async () => {
          read = true;
          return new TextEncoder().encode(picked?.text);
        },
      },
    },
  } as unknown as typeof fake.api;
  await importConversation({
    vscode,
    chats: {
      adopt(conversation) {
        adopted.push(conversation);
        return {} as never;
      },
    },
    view: { show: () => {}, reveal: async () => {} },
    newId: () => 'new',
  });
  return { adopted, read, messages: fake.messages };
}

it('Fiscal imports an exported conversation under a new id', async () => {
  const exported = { ...newConversation({ id: 'old', now: 1_700_000_000_000 }), title: 'Section 179' };
  const { adopted } = await imported({ text: conversationJson(exported) });
  expect(adopted).toMatchObject([{ id: 'new', title: 'Section 179' }]);
});

it('Fiscal refuses a file that is not a conversation, and does not read one that is too large', async () => {
  const other = await imported({ text: '{"schema":1}' });
  expect(other.messages.join()).toMatch(/not a conversation/);
  const large = await imported({ text: '', size: 1e9 });
  expect(large.messages.join()).toMatch(/too large to import/);
  expect(large.read).toBe(false);
  const none = await imported(null);
  expect(none.messages).toEqual([]);
  expect([...other.adopted, ...large.adopted, ...none.adopted]).toEqual([]);
});

it('in a remote window, the sources of an imported conversation keep their places in the opened folder only', async () => {
  const places = ['/matter/a.md', '/matter/../etc/passwd', '/other/a.md', '//host/matter/a.md', 'file:///matter/a.md'];
  const sources = places.map((path) => ({
    ...{ title: 'Memo', url: null, section: '', date: '', review: 'unread' as const },
    location: { path, line: 1, endLine: 1 },
  }));
  const { adopted } = await imported({ text: conversationJson(conversationOf(turnOf('a', null, { sources }))) });
  const read = adopted[0]?.turns[0]?.answer.sources.map(({ location }) => location?.path);
  expect(read).toEqual(['/matter/a.md', undefined, undefined, undefined, undefined]);
});
