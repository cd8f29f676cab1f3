import { expect, it } from 'vitest';
import { type OverviewPanelDeps, showOverview } from '../../../src/extension/overview/overviewPanel.ts';
import type { OverviewHostMessage, OverviewPageMessage } from '../../../src/panel/overviewMessages.ts';
import type { FolderOverview } from '../../../src/protocol/overview.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const overviewOf = (...paths: string[]): FolderOverview => ({
  documents: paths.map((path) => ({ path, name: path, title: '', kind: 'other', fields: {}, values: {} })),
  labels: [],
  total: paths.length,
  unread: [],
  waiting: 0,
});

/** A tab on a folder. Each reading ends when the test says so. */
function openTab(folder = '/engagement') {
  const fake = fakeVscode();
  const posted: OverviewHostMessage[] = [];
  const readings: PromiseWithResolvers<FolderOverview>[] = [];
  let title = '';
  let isClosed = false;
  let closed = () => {};
  let receive = (_message: OverviewPageMessage) => {};
  const webview = {
    cspSource: 'https://webview',
    asWebviewUri: (uri: unknown) => uri,
    onDidReceiveMessage: (listener: typeof receive) => (receive = listener),
    postMessage: (message: OverviewHostMessage) => {
      if (isClosed) throw new Error('Webview is disposed');
      posted.push(message);
    },
  };
  Object.assign(fake.api.window, {
    createWebviewPanel: (_type: string, name: string) => {
      title = name;
      return { webview, onDidDispose: (listener: () => void) => (closed = listener) };
    },
  });
  const deps = {
    vscode: fake.api,
    extensionUri: fake.api.Uri.file('/extension'),
    home: undefined,
    roots: () => ['/engagement'],
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
  return { fake, posted, readings, title, close, receive: (message: OverviewPageMessage) => receive(message) };
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
  receive({ type: 'ready' });
  receive({ type: 'refresh' });
  close();
  readings[0]?.resolve(overviewOf('/engagement/a.md'));
  readings[1]?.reject(new Error('The library was closed.'));
  await settled();
  process.off('unhandledRejection', onRejection);
  expect([posted, rejections]).toEqual([[], []]);
});

it('of two readings, the newer is shown, also if the older ends last', async () => {
  const { posted, readings, receive } = openTab();
  receive({ type: 'ready' });
  receive({ type: 'refresh' });
  readings[1]?.resolve(overviewOf('/engagement/new.md'));
  await settled();
  readings[0]?.resolve(overviewOf('/engagement/old.md'));
  await settled();
  expect(posted).toEqual([{ type: 'overview', folder: 'engagement', overview: overviewOf('/engagement/new.md') }]);
});

it('a document that cannot be opened says whether its file is missing or outside the opened folders', async () => {
  const { fake, readings, receive } = openTab();
  receive({ type: 'ready' });
  readings[0]?.resolve(overviewOf('/engagement/gone.md', '/elsewhere/a.md'));
  await settled();
  receive({ type: 'open', document: 0 });
  await settled();
  receive({ type: 'open', document: 1 });
  await settled();
  expect(fake.messages).toEqual([
    'This document no longer exists. Rebuild the library to update it.',
    'This document is outside the opened folders. Open its folder to view it.',
  ]);
});
