/** The HTML of a webview: an empty body, one script and style sheets. What the page shows arrives by message. */
import type * as Vscode from 'vscode';
import { escapeHtml } from '../../conversation/escape.ts';
import { pageTranslations } from './pageTranslations.ts';

export interface WebviewHtmlOptions {
  /** New for each load, from a cryptographic source. */
  readonly nonce: string;
  /** `webview.cspSource`: the origin of our own files. */
  readonly cspSource: string;
  /** The address of a file in dist/. */
  readonly file: (name: string) => string;
  /** BCP 47 tag of VS Code's display language. */
  readonly locale: string;
  /** Translations by English text, or null. A text without a translation stays English. */
  readonly translations: Readonly<Record<string, string>> | null;
}

/** The options for a webview that VS Code created. `dist` is the folder of the built files. */
export function webviewHtmlOptions(
  vscode: Pick<typeof Vscode, 'Uri' | 'env' | 'l10n'>,
  webview: Vscode.Webview,
  dist: Vscode.Uri,
): WebviewHtmlOptions {
  return {
    nonce: Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(36)).join(''),
    cspSource: webview.cspSource,
    file: (name) => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString(),
    locale: vscode.env.language,
    translations: pageTranslations(vscode.l10n.bundle),
  };
}

/** A content security policy for a page that loads only its own style sheets and script: no images, fonts or connections. */
export function stylesAndScriptOnly({ nonce, cspSource }: WebviewHtmlOptions): readonly string[] {
  return [
    "default-src 'none'",
    `style-src ${cspSource}`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
}

interface WebviewPage {
  readonly title: string;
  /** The content security policy, one directive an entry. */
  readonly policy: readonly string[];
  /** Paths of files in dist/. A style sheet can change what an earlier one says. */
  readonly styles: readonly string[];
  readonly script: string;
  readonly scriptType: 'classic' | 'module';
}

export function webviewHtml({ nonce, file, locale, translations }: WebviewHtmlOptions, page: WebviewPage): string {
  const attribute = translations ? ` data-translations="${escapeHtml(JSON.stringify(translations))}"` : '';
  const styles = page.styles.map((style) => `<link rel="stylesheet" href="${escapeHtml(file(style))}">`).join('\n');
  const load = page.scriptType === 'module' ? 'type="module"' : 'defer';
  return `<!DOCTYPE html>
<html lang="${escapeHtml(locale)}"${attribute}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${page.policy.join('; ').replaceAll('"', '&quot;')}">
<meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
${styles}
<script nonce="${escapeHtml(nonce)}" src="${escapeHtml(file(page.script))}" ${load}></script>
</head>
<body></body>
</html>
`;
}
