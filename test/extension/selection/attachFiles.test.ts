import { expect, it } from 'vitest';
import { toContent } from '../../../src/conversation/context.ts';
import type { Selection } from '../../../src/conversation/conversation.ts';
import {
  attachFiles,
  droppedUris,
  MAX_ATTACHED,
  mayAttach,
  mayAttachDropped,
} from '../../../src/extension/selection/attachFiles.ts';
import type { Chat } from '../../../src/extension/session/chat.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

function desk(texts: Readonly<Record<string, string>>) {
  const fake = fakeVscode();
  Object.assign(fake.api.workspace, {
    getWorkspaceFolder: () => undefined,
    fs: { stat: async ({ path }: { path: string }) => ({ type: path.endsWith('/papers') ? 2 : 1 }) },
  });
  const composer = {
    chips: [] as readonly Selection[],
    set(part: { chips: readonly Selection[] }) {
      composer.chips = part.chips;
    },
  };
  const deps = {
    vscode: fake.api,
    newId: () => `chip-${composer.chips.length + 1}`,
    reader: () => ({
      async readPlaced(path: string) {
        const text = texts[path];
        if (path.endsWith('.png')) throw new Error('It is a picture.');
        if (text === undefined) throw new Error('It is protected by a password.');
        return { text };
      },
    }),
  };
  const attach = (...paths: string[]) =>
    attachFiles(
      deps,
      { composer } as unknown as Chat,
      paths.map((path) => fake.api.Uri.file(path)),
    );
  const attachUri = (scheme: string, path: string) =>
    attachFiles(deps, { composer } as unknown as Chat, [fake.api.Uri.from({ scheme, path })]);
  return { fake, composer, attach, attachUri };
}

it('an attached PDF becomes a chip with the text that is sent, once', async () => {
  const { composer, attach } = desk({ '/matter/lease.pdf': 'Lease\n\nThe rent is due.' });
  await attach('/matter/lease.pdf', '/matter/lease.pdf');
  expect(composer.chips).toMatchObject([
    { label: 'lease.pdf', text: 'Lease\n\nThe rent is due.', fileLength: 23, startLine: 1, endLine: 3 },
  ]);
  expect(toContent({ text: 'Is this a lease?', selections: [...composer.chips] })).toBe(
    'Is this a lease?\n\nFrom lease.pdf, the whole file:\n\n```plaintext\nLease\n\nThe rent is due.\n```',
  );
});

it.each(['vscode-vfs', 'git', 'untitled'])(
  'a document of the scheme %s is not attached with the text of a file with its path',
  async (scheme) => {
    const { fake, composer, attachUri } = desk({ '/matter/lease.pdf': 'Another lease' });
    await attachUri(scheme, '/matter/lease.pdf');
    expect([composer.chips, fake.messages]).toEqual([
      [],
      [expect.stringContaining('It is not on the disk of this computer.')],
    ]);
  },
);

it('a longer file is cut at the limit, and the question says how much of it is sent', async () => {
  const { composer, attach } = desk({ '/matter/long.docx': 'word '.repeat(20_000) });
  await attach('/matter/long.docx');
  const [chip] = composer.chips;
  expect(chip?.text.length).toBeLessThanOrEqual(MAX_ATTACHED);
  expect(chip?.fileLength).toBe(100_000);
  expect(toContent({ text: 'Why?', selections: [...composer.chips] })).toContain('of 100,000 characters:');
});

it('a file that cannot be read is not attached, and a message gives the reason', async () => {
  const { fake, composer, attach } = desk({ '/matter/empty.pdf': ' \n' });
  await attach('/matter/locked.pdf', '/matter/empty.pdf');
  expect(composer.chips).toEqual([]);
  expect(fake.messages).toEqual([
    'locked.pdf could not be attached. It is protected by a password.',
    'empty.pdf contains no text to attach.',
  ]);
});

it('a folder and a picture are not attached, and the messages say what they are', async () => {
  const { fake, composer, attach } = desk({});
  await attach('/matter/papers', '/matter/scan.png');
  expect(composer.chips).toEqual([]);
  expect(fake.messages).toEqual([
    'papers could not be attached. It is a folder. Attach the files in it.',
    'scan.png could not be attached. It is a picture.',
  ]);
});

it('of many files the first twenty are attached, and a message gives the number of the others', async () => {
  const paths = Array.from({ length: 23 }, (_, at) => `/matter/${at}.pdf`);
  const { fake, composer, attach } = desk(Object.fromEntries(paths.map((path) => [path, 'The rent is due.'])));
  await attach(...paths);
  expect(composer.chips.map(({ label }) => label)).toEqual(paths.slice(0, 20).map((path) => path.slice(8)));
  expect(fake.messages).toEqual(['20 files are attached at once at most. 3 were left out.']);
});

it('only files on the disk of the workspace can be dropped', () => {
  const { api } = fakeVscode();
  const texts = [
    'file:///matter/a.pdf',
    'https://evil.example/a.pdf',
    'command:x',
    'no address',
    'vscode-remote://ssh/m/b.md',
  ];
  expect(droppedUris(api, texts).map((uri) => uri.path)).toEqual(['/matter/a.pdf', '/m/b.md']);
});

it('a page attaches no file from outside the opened folders without a dialog of VS Code', async () => {
  const { api, answers, messages } = fakeVscode();
  Object.assign(api.workspace, {
    getWorkspaceFolder: ({ path }: { path: string }) =>
      path.startsWith('/matter/') ? { uri: api.Uri.file('/matter') } : undefined,
  });
  const may = (...paths: string[]) =>
    mayAttachDropped(
      api,
      paths.map((path) => api.Uri.file(path)),
    );
  expect(await may('/matter/lease.pdf', '/matter/old/memo.md')).toBe(true);
  expect(messages).toEqual([]);
  expect(await may('/matter/lease.pdf', '/home/user/.ssh/id_rsa')).toBe(false);
  expect(await may('/matter/../home/user/.ssh/id_rsa')).toBe(false);
  answers.push('Attach');
  expect(await may('/home/user/Downloads/lease.pdf')).toBe(true);
  expect(messages).toHaveLength(3);
});

it('what a link in an opened folder leads to is not attached without a dialog of VS Code', async () => {
  const { api, answers, messages } = fakeVscode();
  const links = ['/matter/memo.md', '/matter/old'];
  Object.assign(api.workspace, {
    getWorkspaceFolder: ({ path }: { path: string }) =>
      path.startsWith('/matter/') ? { uri: api.Uri.file('/matter') } : undefined,
    fs: {
      stat: async ({ path }: { path: string }) => {
        if (path === '/matter/gone.md') throw new Error('not found');
        return { type: links.includes(path) ? 1 | 64 : 1 };
      },
    },
  });
  for (const may of [mayAttach, mayAttachDropped]) {
    messages.length = 0;
    const attach = (...paths: string[]) =>
      may(
        api,
        paths.map((path) => api.Uri.file(path)),
      );
    expect(await attach('/matter/lease.md', '/matter/gone.md')).toBe(true);
    expect(messages).toEqual([]);
    expect(await attach('/matter/lease.md', '/matter/memo.md')).toBe(false);
    expect(await attach('/matter/old/lease.md')).toBe(false);
    answers.push('Attach');
    expect(await attach('/matter/old/lease.md')).toBe(true);
    expect(messages).toHaveLength(3);
  }
});
