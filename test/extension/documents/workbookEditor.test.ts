import { expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import { createWorkbookEditors } from '../../../src/extension/documents/workbookEditor.ts';
import { workbookOf } from '../../../src/service/documents/office/readWorkbook.ts';
import { makeWorkbook, row } from '../../service/documents/support/makeOffice.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';
import { manualClock } from '../../support/manualClock.ts';

const WORKBOOK = await workbookOf(
  makeWorkbook({ sheets: { Notes: row(1, 'None'), Additions: row(1, 'Asset', 'Cost') + row(3, 'Kiln', 41250) } }),
);

/** A tab with a workbook, and the page in it. */
function opened(readWorkbook: (path: string) => Promise<typeof WORKBOOK> = async () => WORKBOOK, scheme = 'file') {
  const fake = fakeVscode();
  const ran: unknown[] = [];
  fake.api.commands.executeCommand = (async (id: string) => void ran.push(id)) as never;
  let receive: (message: unknown) => Promise<void> = async () => {};
  const none = () => ({ dispose: () => {} });
  const posted: { type: string; message?: string; target?: { line: number } | null }[] = [];
  const webview = {
    cspSource: 'https://extension.example',
    asWebviewUri: (uri: Vscode.Uri) => uri,
    postMessage: async (message: { type: string }) => posted.push(message) > 0,
    onDidReceiveMessage(listener: typeof receive) {
      receive = listener;
      return none();
    },
  };
  const panel = { active: true, visible: true, webview, onDidDispose: none, dispose() {}, reveal() {} };
  const editors = createWorkbookEditors({
    vscode: fake.api,
    extensionUri: fake.api.Uri.file('/extension'),
    reader: () => ({ readWorkbook, readPlaced: async () => ({ text: '', places: [] }) }),
    clock: manualClock(),
  });
  const uri = fake.api.Uri.from({ scheme, path: '/matter/additions.xlsx' });
  editors.resolve(uri, panel as unknown as Vscode.WebviewPanel);
  const post = (message: unknown) => receive(message);
  return { fake, uri, ran, panel, posted, editors, webview: webview as Partial<Vscode.Webview>, post };
}

const select = (sheet: number, top: number, left: number, bottom: number, right: number) => ({
  type: 'selected',
  cells: { sheet, top, left, bottom, right },
});

it('a page with a workbook gets its cells, and the selected ones are text with their place and lines', async () => {
  const { editors, posted, post } = opened();
  await post({ type: 'ready' });
  expect(posted).toEqual([{ type: 'open', workbook: WORKBOOK, target: null }]);
  expect(editors.selection()).toBe(null);
  await post(select(1, 1, 1, 3, 2));
  const lines = WORKBOOK.sheets[1]?.rows.map(({ line }) => line);
  expect(editors.selection()).toMatchObject({
    uri: { path: '/matter/additions.xlsx' },
    place: 'Additions!A1:B3',
    startLine: lines?.[0],
    endLine: lines?.[1],
    text: 'Asset\tCost\n\nKiln\t41250',
  });
});

it('empty cells, cells of a sheet that does not exist, and those of an editor that is not active are no selection', async () => {
  const { editors, panel, post } = opened();
  await post({ type: 'ready' });
  for (const cells of [select(1, 2, 1, 2, 2), select(7, 1, 1, 1, 1)]) {
    await post(cells);
    expect(editors.selection()).toBe(null);
  }
  await post(select(0, 1, 1, 1, 1));
  expect(editors.selection()?.text).toBe('None');
  panel.active = false;
  expect(editors.selection()).toBe(null);
});

it('a page with a workbook asks about its cells while its tab is visible, and does nothing else', async () => {
  const { fake, ran, panel, post } = opened();
  await post({ type: 'ask' });
  expect(ran).toEqual(['fiscal.askSelection']);
  panel.visible = false;
  await post({ type: 'ask' });
  expect([ran.length, fake.messages]).toEqual([1, ['Allow the workbook to continue?']]);
  panel.visible = true;
  await post({ type: 'run', command: 'fiscal.deleteConversation' });
  await post(select(0, -1, 0, 1e300, 1));
  expect(ran).toHaveLength(1);
});

it('a page with a workbook loads files of the extension only, and runs no commands', () => {
  const { webview } = opened();
  expect(webview.options).toMatchObject({ enableCommandUris: false, enableForms: false });
  expect(webview.options?.localResourceRoots?.map(String)).toEqual(['file:///extension/dist']);
  expect(webview.html).toContain("default-src 'none'");
  expect(webview.html).not.toMatch(/'unsafe-eval'|'unsafe-inline'|connect-src|img-src/);
});

it('a workbook that cannot be read says why', async () => {
  const { posted, post } = opened(async () => {
    throw new Error('It is damaged and could not be read.');
  });
  await post({ type: 'ready' });
  expect(posted[0]?.type).toBe('failed');
  expect(posted[0]?.message).toContain('It is damaged and could not be read.');
});

it('a workbook that is not on the disk is not read from the path of another file', async () => {
  const read: string[] = [];
  const { posted, post } = opened(async (path) => {
    read.push(path);
    return WORKBOOK;
  }, 'git');
  await post({ type: 'ready' });
  expect(posted.map(({ type }) => type)).toEqual(['failed']);
  expect(read).toEqual([]);
});

it('the text of a workbook that could not be read is not shown, and the reason is', async () => {
  const { editors, fake, post } = opened(async () => {
    throw new Error('It is damaged.');
  });
  await post({ type: 'ready' });
  await editors.showText();
  expect(fake.messages).toEqual(['This document could not be read. It is damaged.']);
});

it('no cells are selected while the workbook cannot be read', async () => {
  const results = [Promise.resolve(WORKBOOK), Promise.reject(new Error('It is in use.'))];
  const { editors, post } = opened(() => results.shift() ?? Promise.resolve(WORKBOOK));
  await post({ type: 'ready' });
  await post(select(1, 1, 1, 1, 1));
  expect(editors.selection()?.text).toBe('Asset');
  await post({ type: 'ready' });
  expect(editors.selection()).toBe(null);
});

it('a passage that is asked for while the file is read is the one that is shown, and loads that wait are one', async () => {
  const first = Promise.withResolvers<typeof WORKBOOK>();
  let reads = 0;
  const { fake, uri, editors, posted, post } = opened(() => {
    reads += 1;
    return first.promise;
  });
  await editors.show(uri, { line: 1, endLine: 1 }, fake.api.ViewColumn.Active);
  const loads = [post({ type: 'ready' })];
  await expect.poll(() => reads).toBe(1);
  await editors.show(uri, { line: 4, endLine: 4 }, fake.api.ViewColumn.Active);
  for (let at = 0; at < 3; at += 1) loads.push(post({ type: 'ready' }));
  first.resolve(WORKBOOK);
  await Promise.all(loads);
  expect(posted.filter(({ type }) => type === 'open').map(({ target }) => target?.line)).toEqual([4, 4]);
  expect(reads).toBe(2);
});
