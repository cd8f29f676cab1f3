import { expect, it } from 'vitest';
import type { Webview } from 'vscode';
import { newConversation } from '../../../src/conversation/conversation.ts';
import { createPages } from '../../../src/extension/panel/webviews.ts';
import type { Chat } from '../../../src/extension/session/chat.ts';
import { createSession } from '../../../src/extension/session/session.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';
import { manualClock } from '../../support/manualClock.ts';

function open(bundle?: Record<string, string>) {
  const { api } = fakeVscode();
  Object.assign(api.l10n, { bundle });
  const pages = createPages({
    vscode: api,
    extensionUri: api.Uri.file('/extension'),
    handlers: () => ({}) as never,
    panelState: () => ({}) as never,
    onError: () => '',
    log: () => {},
  });
  const webview = {
    cspSource: 'https://webview.example',
    asWebviewUri: (uri: { path: string }) => ({ toString: () => `https://webview.example${uri.path}` }),
    onDidReceiveMessage: () => ({ dispose: () => {} }),
    postMessage: async () => true,
  } as unknown as Webview;
  const session = createSession(newConversation({ id: 'c', now: 0 }), {
    clock: manualClock(),
    newId: () => 'id',
    preflight: async () => {
      throw new Error('unexpected');
    },
  });
  const chat = { session, readOnly: null } as unknown as Chat;
  const page = pages.open(webview, chat, { isVisible: () => true, focus: () => {}, toSide: false });
  return { pages, page, chat, webview };
}

it('Fiscal lets a webview run its own script and load its own files, and nothing else', () => {
  const { webview } = open();
  expect(webview.options).toMatchObject({ enableScripts: true, enableForms: false, enableCommandUris: false });
  expect(webview.options.localResourceRoots?.map((uri) => uri.path)).toEqual(['/extension/dist']);
  expect(webview.html).toContain("default-src 'none'");
  expect(webview.html).toContain('https://webview.example/extension/dist/page.js');
});

it('Fiscal gives each webview a nonce of its own', () => {
  const nonces = [open(), open()].map(({ webview }) => /'nonce-([^']+)'/.exec(webview.html)?.[1]);
  expect(nonces[0]?.length).toBeGreaterThanOrEqual(24);
  expect(nonces[0]).not.toBe(nonces[1]);
});

it('no longer counts a closed webview as showing its conversation', () => {
  const { pages, page, chat } = open();
  expect(pages.isShown(chat)).toBe(true);
  pages.close(page);
  expect(pages.isShown(chat)).toBe(false);
});

it('Fiscal gives a webview the translations of its own strings only', () => {
  const { webview } = open({ 'Send question/page': 'Frage senden', 'Export Conversation': 'Unterhaltung exportieren' });
  expect(webview.html).toContain('data-translations="{&quot;Send question&quot;:&quot;Frage senden&quot;}"');
  expect(open().webview.html).not.toContain('data-translations');
});
