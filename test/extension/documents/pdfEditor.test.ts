import { expect, it, vi } from 'vitest';
import type * as Vscode from 'vscode';
import { createPdfEditors } from '../../../src/extension/documents/pdfEditor.ts';
import type { PdfPageMessage } from '../../../src/panel/pdfMessages.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

/** A tab with a PDF, and the page in it. */
function opened() {
  const fake = fakeVscode();
  let receive: (message: unknown) => Promise<void> = async () => {};
  const none = () => ({ dispose: () => {} });
  const webview = {
    cspSource: 'https://extension.example',
    asWebviewUri: (uri: Vscode.Uri) => uri,
    postMessage: async () => true,
    onDidReceiveMessage(listener: typeof receive) {
      receive = listener;
      return none();
    },
  };
  const panel = { active: true, webview, onDidDispose: none, dispose: vi.fn() };
  const editors = createPdfEditors({
    vscode: fake.api,
    extensionUri: fake.api.Uri.file('/extension'),
    reader: () => null,
  });
  editors.resolve(fake.api.Uri.file('/matter/lease.pdf'), panel as unknown as Vscode.WebviewPanel);
  return {
    fake,
    editors,
    panel,
    webview: webview as unknown as Partial<Vscode.Webview>,
    post: (message: PdfPageMessage) => receive(message),
  };
}

const open = { type: 'openInDefaultApplication' } as const;

it('a page with a PDF opens its own file in the default application, once for several requests', async () => {
  const { fake, post } = opened();
  await Promise.all([post(open), post(open), post(open)]);
  expect(fake.opened).toEqual(['file:///matter/lease.pdf']);
});

it('the tab with a PDF stays open when the extension ends', () => {
  const { editors, panel } = opened();
  editors.dispose();
  expect(panel.dispose).not.toHaveBeenCalled();
});

it('a page with a PDF opens nothing while its tab or the window is not in use', async () => {
  const { fake, panel, post } = opened();
  panel.active = false;
  await post(open);
  panel.active = true;
  fake.focusWindow(false);
  await post(open);
  expect(fake.opened).toEqual([]);
});

it('a page with a PDF loads files of the extension only, and runs no commands', () => {
  const { webview } = opened();
  expect(webview.options).toMatchObject({ enableCommandUris: false, enableForms: false });
  expect(webview.options?.localResourceRoots?.map(String)).toEqual(['file:///extension/dist']);
  expect(webview.html).toContain("default-src 'none'");
  expect(webview.html).not.toMatch(/'unsafe-eval'|'unsafe-inline'/);
  const sources = webview.html?.match(/(?:img|font|connect|style)-src [^;]*/g)?.map((one) => one.split(' ').at(1));
  expect(new Set(sources)).toEqual(new Set([webview.cspSource]));
});

it('a page with a PDF ignores messages that are not its own', async () => {
  const { fake, post } = opened();
  await post({ type: 'openInDefaultApplication', uri: 'file:///other.exe' } as PdfPageMessage);
  await post({ type: 'open', uri: 'file:///other.exe' } as unknown as PdfPageMessage);
  expect(fake.opened).toEqual(['file:///matter/lease.pdf']);
});
