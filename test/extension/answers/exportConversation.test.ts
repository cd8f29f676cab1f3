import { expect, it, vi } from 'vitest';
import { exportConversation } from '../../../src/extension/answers/exportConversation.ts';
import { conversationOf, turnOf } from '../../conversation/conversations.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

function open(options: { writes?: boolean; target?: string | null } = {}) {
  const fake = fakeVscode();
  fake.folders = ['/matter'];
  const written: { path: string; text: string }[] = [];
  const dialogs: { title?: string; defaultUri?: { path: string }; filters?: object }[] = [];
  const { target = '/home/jane/out' } = options;
  Object.assign(fake.api.window, {
    showSaveDialog: async (dialog: (typeof dialogs)[number]) => {
      dialogs.push(dialog);
      return target === null ? undefined : { path: target };
    },
  });
  Object.assign(fake.api.workspace.fs, {
    writeFile: async ({ path }: { path: string }, bytes: Uint8Array) => {
      if (options.writes === false) throw new Error('disk full');
      written.push({ path, text: Buffer.from(bytes).toString() });
    },
  });
  return { fake, written, dialogs };
}

const AT_HOME = { home: '/home/jane', clientNames: ['Harbor'], isTemplateQuestion: () => false };
const conversation = { ...conversationOf(turnOf('a', null)), title: '../Müller & Sons: *lease*', hasCustomTitle: true };

it.each([
  ['Markdown', 'md', /^\[\/\/\]: # \(Exported by Fiscal[^\n]*\n\n# /],
  ['Word document', 'docx', /^PK/],
  ['HTML', 'html', /<html/],
  ['JSON', 'json', /^\{/],
  ['Sources (CSV)', 'csv', /^\uFEFF/],
])('exports a conversation as %s, with a name that stays in the folder', async (label, extension, start) => {
  const { fake, written, dialogs } = open();
  fake.answers.push(label);
  expect(await exportConversation(fake.api, conversation, AT_HOME)).toBe(true);
  expect(dialogs[0]?.defaultUri?.path).toMatch(/\/(?:matter|home\/jane)\/Müller Sons lease\.\w+$/);
  expect(dialogs[0]?.defaultUri?.path.endsWith(`.${extension}`)).toBe(true);
  expect(dialogs[0]?.filters).toEqual({ [label]: [extension] });
  expect(dialogs[0]?.title).toBe('Export Conversation');
  expect(written[0]?.text).toMatch(start);
  expect(fake.messages).toEqual(['The conversation was exported.']);
});

it('the dialog suggests the last folder, else that of the active file in the opened folder, the opened folder, or the home folder', async () => {
  const suggested = async (active: string | null, { folders = ['/matter'], target = null as string | null } = {}) => {
    const { fake, dialogs } = open({ target });
    fake.folders = folders;
    fake.answers.push('JSON');
    const uri = active === null ? undefined : fake.api.Uri.file(active);
    Object.assign(fake.api.window, { activeTextEditor: uri && { document: { uri } } });
    Object.assign(fake.api.workspace, {
      getWorkspaceFolder: ({ path }: { path: string }) => folders.find((folder) => path.startsWith(`${folder}/`)),
    });
    vi.resetModules();
    const fresh = await import('../../../src/extension/answers/exportConversation.ts');
    await fresh.exportConversation(fake.api, conversation, AT_HOME);
    fake.answers.push('JSON');
    await fresh.exportConversation(fake.api, conversation, AT_HOME);
    return dialogs.map(({ defaultUri }) => defaultUri?.path.split('/').slice(0, -1).join('/'));
  };
  expect(await suggested('/matter/leases/a.md')).toEqual(['/matter/leases', '/matter/leases']);
  expect(await suggested('/shelf/irc.md')).toEqual(['/matter', '/matter']);
  expect(await suggested(null)).toEqual(['/matter', '/matter']);
  expect(await suggested('/shelf/irc.md', { folders: [] })).toEqual(['/home/jane', '/home/jane']);
  expect(await suggested('/matter/a.md', { target: '/desk/out' })).toEqual(['/matter', '/desk']);
});

it('Fiscal names an export by the question, and by Fiscal if nothing else is usable', async () => {
  const names = [];
  for (const [text, title] of [
    ['May it be expensed? Yes/no', 'May it be…'],
    ['', '***'],
    ['con', ''],
  ]) {
    const { fake, dialogs } = open();
    fake.answers.push('JSON');
    const turn = { ...turnOf('a', null), question: { text: text ?? '', selections: [] } };
    await exportConversation(fake.api, { ...conversationOf(turn), title: title ?? '' }, AT_HOME);
    names.push(dialogs[0]?.defaultUri?.path.split('/').at(-1));
  }
  expect(names).toEqual(['May it be expensed Yes no.json', 'Fiscal.json', 'Fiscal con.json']);
});

it('Fiscal names an export that begins with a question of the list by the selected lines', async () => {
  const { fake, dialogs } = open();
  fake.answers.push('JSON');
  const selections = [
    {
      ...{ id: 's', uri: 'file:///a/memo.md', label: 'a/memo.md', languageId: 'markdown', outdated: false },
      ...{ startLine: 3, endLine: 4, text: 'The rent.' },
    },
  ];
  const turn = { ...turnOf('a', null), question: { text: 'Check this text.', selections } };
  await exportConversation(fake.api, conversationOf(turn), { ...AT_HOME, isTemplateQuestion: () => true });
  expect(dialogs[0]?.defaultUri?.path.split('/').at(-1)).toBe('memo md lines 3 4.json');
});

it.each([
  ['replace' as const, 'What may SSN SSN-1 of NAME-1 deduct.json'],
  ['warn' as const, 'What may SSN 123-45-6789 of Harbor deduct.json'],
])('the file name of an export has the identifiers that were sent (guard: %s)', async (guard, name) => {
  const { fake, dialogs } = open();
  fake.answers.push('JSON');
  const question = { text: 'What may SSN 123-45-6789 of Harbor deduct?', selections: [] };
  await exportConversation(fake.api, conversationOf({ ...turnOf('a', null), question, guard }), AT_HOME);
  expect(dialogs[0]?.defaultUri?.path.split('/').at(-1)).toBe(name);
});

it('Fiscal reports nothing as exported when the user cancels, the disk is full, or there is nothing to export', async () => {
  const canceled = open();
  expect(await exportConversation(canceled.fake.api, conversation, AT_HOME)).toBe(false);
  const noFile = open({ target: null });
  noFile.fake.answers.push('JSON');
  expect(await exportConversation(noFile.fake.api, conversation, AT_HOME)).toBe(false);
  const full = open({ writes: false });
  full.fake.answers.push('JSON');
  expect(await exportConversation(full.fake.api, conversation, AT_HOME)).toBe(false);
  const empty = open();
  expect(await exportConversation(empty.fake.api, conversationOf(), AT_HOME)).toBe(false);
  expect([canceled, noFile, full, empty].map(({ fake }) => fake.messages)).toEqual([
    [],
    [],
    ['The file could not be written: disk full'],
    ['There is nothing to export yet. Ask a question first.'],
  ]);
});

it('each format of an export says what it is for', async () => {
  const { fake } = open();
  const items: { label: string; description?: string }[] = [];
  Object.assign(fake.api.window, {
    showQuickPick: async (offered: typeof items) => void items.push(...offered),
  });
  await exportConversation(fake.api, conversation, AT_HOME);
  expect(items.map(({ label }) => label)).toEqual(['Markdown', 'Word document', 'HTML', 'JSON', 'Sources (CSV)']);
  expect(items.filter(({ description = '' }) => description === '')).toEqual([]);
});
