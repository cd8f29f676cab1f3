import { expect, it } from 'vitest';
import { type OverviewPanelDeps, showOverview } from '../../../src/extension/overview/overviewPanel.ts';
import type { OverviewHostMessage, OverviewPageMessage } from '../../../src/panel/overviewMessages.ts';
import type { FolderOverview } from '../../../src/protocol/overview.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';
import { manualClock } from '../../support/manualClock.ts';

const overviewOf = (...paths: string[]): FolderOverview => ({
  documents: paths.map((path) => ({ path, name: path, title: '', kind: 'other', fields: {}, values: {} })),
  labels: [],
  total: paths.length,
  unread: [],
  waiting: 0,
});

/** A tab on a folder. Each reading ends when the test says so. */
function openTab(folder = '/engagement', showPdf: OverviewPanelDeps['documents']['showPdf'] = async () => {}) {
  const fake = fakeVscode();
  const posted: OverviewHostMessage[] = [];
  let kept: string | null = null;
  const readings: PromiseWithResolvers<FolderOverview>[] = [];
  let title = '';
  let isClosed = false;
  const place = { visible: true };
  const clock = manualClock();
  let closed = () => {};
  let receive = (_message: OverviewPageMessage) => {};
  const webview = {
    cspSource: 'https://webview',
    asWebviewUri: (uri: unknown) => uri,
    onDidReceiveMessage: (listener: typeof receive) => (receive = listener),
    postMessage: (message: OverviewHostMessage) => {
      if (isClosed) throw new Error('Webview is disposed');
      if (message.type === 'reading') kept = message.path;
      else posted.push(message);
    },
  };
  Object.assign(fake.api.window, {
    createWebviewPanel: (_type: string, name: string) => {
      title = name;
      const onDidDispose = (listener: () => void) => (closed = listener);
      return {
        webview,
        onDidDispose,
        reveal: () => {},
        viewColumn: 2,
        get visible() {
          return place.visible;
        },
      };
    },
  });
  const deps = {
    vscode: fake.api,
    extensionUri: fake.api.Uri.file('/extension'),
    home: undefined,
    clock,
    roots: () => ['/engagement'],
    documents: { showPdf },
    read: () => {
      const reading = Promise.withResolvers<FolderOverview>();
      readings.push(reading);
      return reading.promise;
    },
  } as unknown as OverviewPanelDeps;
  showOverview(deps, folder);
  const close = () => {
    isClosed = true;
    closed();
  };
  /** As the page sends it. Resolves when the host has taken or refused it. */
  const send = async (message: OverviewPageMessage) => {
    receive(message);
    await settled();
  };
  return { fake, posted, readings, kept: () => kept, title, close, place, clock, receive: send };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('the title of the tab shows hidden characters of the name of the folder', () => {
  expect(openTab('/engagement/a\u202eb').title).toBe('Overview of a[U+202E]b');
});

it('a tab that is closed while its folder is read gets no message', async () => {
  const { posted, readings, receive, close } = openTab();
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown) => void rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  await receive({ type: 'ready' });
  await receive({ type: 'refresh' });
  close();
  readings[0]?.resolve(overviewOf('/engagement/a.md'));
  readings[1]?.reject(new Error('The library was closed.'));
  await settled();
  process.off('unhandledRejection', onRejection);
  expect([posted, rejections]).toEqual([[], []]);
});

it('of two readings, the newer is shown, also if the older ends last', async () => {
  const { posted, readings, receive } = openTab();
  await receive({ type: 'ready' });
  await receive({ type: 'refresh' });
  readings[1]?.resolve(overviewOf('/engagement/new.md'));
  await settled();
  readings[0]?.resolve(overviewOf('/engagement/old.md'));
  await settled();
  expect(posted).toEqual([{ type: 'overview', path: '/engagement', overview: overviewOf('/engagement/new.md') }]);
});

it('a document that cannot be opened says whether its file is missing or outside the opened folders', async () => {
  const { fake, readings, receive } = openTab();
  await receive({ type: 'ready' });
  readings[0]?.resolve(overviewOf('/engagement/gone.md', '/elsewhere/a.md'));
  await settled();
  await receive({ type: 'open', document: 0 });
  await settled();
  await receive({ type: 'open', document: 1 });
  await settled();
  expect(fake.messages).toEqual([
    'This document no longer exists. Rebuild the library to update it.',
    'This document is outside the opened folders. Open its folder to view it.',
  ]);
});

it('a document opens in the column next to the overview, also if another column is active', async () => {
  const { fake, readings, receive } = openTab();
  const columns: unknown[] = [];
  Object.assign(fake.api.workspace.fs, { stat: async () => ({ type: fake.api.FileType.File }) });
  Object.assign(fake.api.workspace, { openTextDocument: () => Promise.reject(new Error('binary')) });
  Object.assign(fake.api.commands, {
    executeCommand: async (_command: string, _uri: unknown, column: unknown) => void columns.push(column),
  });
  await receive({ type: 'ready' });
  readings[0]?.resolve(overviewOf('/engagement/a.md'));
  await settled();
  await receive({ type: 'open', document: 0 });
  await settled();
  expect(columns).toEqual([3]);
});

it('a value opens its place, and a number that only the name of a file states opens the file without a passage to look for', async () => {
  const shown: unknown[] = [];
  const { fake, readings, receive } = openTab('/engagement', async (_uri, { passage }) => void shown.push(passage));
  Object.assign(fake.api.workspace.fs, { stat: async () => ({ type: fake.api.FileType.File }) });
  const number = (line: number) => ({
    label: '',
    text: '4711',
    amount: null,
    currency: '',
    date: '',
    line,
    page: null,
    place: '',
    items: null,
  });
  const [a, b] = overviewOf('/engagement/invoice.pdf', '/engagement/Invoice 4711.pdf').documents;
  if (!a || !b) throw new Error('no documents');
  await receive({ type: 'ready' });
  readings[0]?.resolve({
    ...overviewOf(),
    documents: [
      { ...a, fields: { number: number(3) } },
      { ...b, fields: { number: number(0) } },
    ],
  });
  await settled();
  for (const document of [0, 1]) {
    await receive({ type: 'open', document, column: { field: 'number' } });
    await settled();
  }
  expect(shown).toEqual(['4711', undefined]);
});

it('an exported table is named by the folder, and by the kind if all documents are of one', async () => {
  const { fake, readings, receive } = openTab();
  const names: (string | undefined)[] = [];
  Object.assign(fake.api.window, {
    showQuickPick: async ([first]: unknown[]) => first,
    showSaveDialog: async ({ defaultUri, title }: { defaultUri?: { path: string }; title: string }) => {
      names.push(title, defaultUri?.path.split('/').at(-1));
    },
  });
  fake.folders = ['/engagement'];
  await receive({ type: 'ready' });
  const [a, b] = overviewOf('/engagement/a.md', '/engagement/b.md').documents;
  if (!a || !b) throw new Error('no documents');
  readings[0]?.resolve({ ...overviewOf(), documents: [{ ...a, kind: 'invoice' }, b] });
  await settled();
  for (const documents of [[0], [0, 1]]) {
    await receive({ type: 'export', documents, columns: [] });
    await settled();
  }
  expect(names).toEqual([
    'Export CSV',
    'Overview of engagement Invoice.csv',
    'Export CSV',
    'Overview of engagement.csv',
  ]);
});

it('a page that is hidden or whose window has no focus reads, opens and exports nothing without the user', async () => {
  const { fake, readings, receive, place, clock } = openTab();
  await receive({ type: 'ready' });
  readings[0]?.resolve(overviewOf('/engagement/gone.md'));
  await settled();
  const picked: unknown[] = [];
  Object.assign(fake.api.window, { showQuickPick: async (items: unknown) => void picked.push(items) });
  const actions: OverviewPageMessage[] = [
    { type: 'open', document: 0 },
    { type: 'openUnread', file: 0 },
    { type: 'export', documents: [0], columns: [] },
    { type: 'refresh' },
  ];
  place.visible = false;
  for (const action of actions) await receive(action);
  place.visible = true;
  fake.focusWindow(false);
  for (const action of actions) {
    await receive(action);
    // Both waits for the focus pass.
    clock.pass(2000);
    await settled();
    clock.pass(2000);
    await settled();
  }
  expect([picked, readings.length]).toEqual([[], 1]);
  expect(fake.messages).toEqual(Array(8).fill('Allow the overview to continue?'));
  fake.focusWindow(true);
  await receive({ type: 'export', documents: [0], columns: [] });
  expect(picked).toHaveLength(1);
});

it.each(['ready', 'refresh'] as const)(
  'a page that asks for more readings with "%s" than a person does needs the permission of the user',
  async (type) => {
    const { fake, readings, receive } = openTab();
    await receive({ type: 'ready' });
    for (let count = 0; count < 41; count++) await receive({ type });
    expect([readings.length, fake.messages]).toEqual([41, ['Allow the overview to continue?']]);
  },
);

it('the page knows its folder before the first reading has ended, so that a reload restores the tab', async () => {
  const { kept, receive } = openTab();
  await receive({ type: 'ready' });
  expect(kept()).toBe('/engagement');
});

it('a page that was loaded again shows the earlier overview if the user does not allow another reading', async () => {
  const { posted, readings, receive, place } = openTab();
  await receive({ type: 'ready' });
  const shown = { type: 'overview', path: '/engagement', overview: overviewOf('/engagement/a.md') } as const;
  readings[0]?.resolve(shown.overview);
  await settled();
  place.visible = false;
  await receive({ type: 'ready' });
  expect([posted, readings.length]).toEqual([[shown, shown], 1]);
});

it('a page that was loaded again before the first reading offers to read if the user does not allow it', async () => {
  const { posted, receive, place } = openTab();
  await receive({ type: 'ready' });
  place.visible = false;
  await receive({ type: 'ready' });
  expect(posted).toEqual([{ type: 'failed', message: 'The folder was not read.' }]);
});
