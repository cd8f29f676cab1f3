/** Serves the built page like VS Code: the real HTML and policy, with a fake `acquireVsCodeApi` before the script. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { root } from '../../../scripts/support/paths.ts';
import { pageTranslations } from '../../../src/extension/common/pageTranslations.ts';
import { PAGES, webviewHtml } from '../../../src/extension/common/webviewHtml.ts';
import { type ThemeName, themeClass, themeVariables } from './themes.ts';

export interface PageServer {
  readonly origin: string;
  /** Address of the page in a theme, with VS Code's bundle of translations. */
  address(theme: ThemeName, bundle?: Readonly<Record<string, string>>): string;
  close(): Promise<void>;
}

/** The styles that VS Code's webview adds before our style sheet. */
const DEFAULT_STYLES = `
html { scrollbar-color: var(--vscode-scrollbarSlider-background) transparent; }
body { overscroll-behavior-x: none; background-color: transparent; color: var(--vscode-editor-foreground);
  font-family: var(--vscode-font-family); font-weight: var(--vscode-font-weight); font-size: var(--vscode-font-size);
  margin: 0; padding: 0 20px; }
img, video { max-width: 100%; max-height: 100%; }
a, a code { color: var(--vscode-textLink-foreground); }
a:hover { color: var(--vscode-textLink-activeForeground); }
a:focus, input:focus, select:focus, textarea:focus { outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px; }
code { font-family: var(--monaco-monospace-font); color: var(--vscode-textPreformat-foreground);
  background-color: var(--vscode-textPreformat-background); padding: 1px 3px; border-radius: 4px; }
pre code { padding: 0; }
blockquote { background: var(--vscode-textBlockQuote-background); border-color: var(--vscode-textBlockQuote-border); }
kbd { background-color: var(--vscode-keybindingLabel-background); }
html { background: var(--vscode-sideBar-background); }
`;

function shim(theme: ThemeName): string {
  return `
const variables = ${JSON.stringify(themeVariables(theme))};
for (const [name, value] of Object.entries(variables)) document.documentElement.style.setProperty(name, value);
document.addEventListener('DOMContentLoaded', () => document.body.classList.add(${JSON.stringify(themeClass(theme))}));
window.__x = () => { window.__executed = (window.__executed ?? 0) + 1; };
let state = window.__savedState;
window.acquireVsCodeApi = () => {
  delete window.acquireVsCodeApi;
  return {
    postMessage: (message) => void window.__post(structuredClone(message)),
    getState: () => state,
    setState: (next) => { state = next; void window.__save(structuredClone(next) ?? null); },
  };
};`;
}

export async function startPageServer(): Promise<PageServer> {
  const files = new Map([
    ['/page.js', { type: 'text/javascript', body: await readFile(join(root, 'dist/page.js')) }],
    ['/page.css', { type: 'text/css', body: await readFile(join(root, 'dist/page.css')) }],
    ['/default.css', { type: 'text/css', body: Buffer.from(DEFAULT_STYLES) }],
  ]);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const file = files.get(url.pathname);
    if (file) return response.writeHead(200, { 'content-type': file.type }).end(file.body);
    if (url.pathname === '/favicon.ico') return response.writeHead(204).end();
    if (url.pathname !== '/') return response.writeHead(404).end();
    const bundle = url.searchParams.get('bundle');
    const nonce = randomBytes(16).toString('base64url');
    const translations = bundle === null ? null : pageTranslations(JSON.parse(bundle) as Record<string, unknown>);
    const html = webviewHtml(
      { nonce, cspSource: origin, file: (name) => `${origin}/${name}`, locale: 'en', translations },
      PAGES.chat,
    );
    const theme = url.searchParams.get('theme') as ThemeName;
    const before = `<link rel="stylesheet" href="/default.css"><script nonce="${nonce}">${shim(theme)}</script>`;
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(html.replace('<link rel="stylesheet"', `${before}<link rel="stylesheet"`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    address: (theme, bundle) =>
      `${origin}/?${new URLSearchParams({ theme, ...(bundle && { bundle: JSON.stringify(bundle) }) })}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
