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

interface WebviewPage {
  readonly title: string;
  /** Name of the script and the style sheet in dist/. */
  readonly name: string;
  /** Style sheets in dist/ before its own. */
  readonly styles?: readonly string[];
  readonly isModule?: boolean;
  /** What the content security policy allows besides the style sheets and the script. */
  readonly allows?: {
    readonly scripts?: readonly string[];
    readonly directives: (cspSource: string) => readonly string[];
  };
}

export const PAGES = {
  chat: { title: 'Fiscal', name: 'page' },
  overview: { title: 'Fiscal', name: 'overviewPage' },
  workbook: { title: 'Workbook', name: 'workbookPage' },
  pdf: {
    title: 'PDF',
    name: 'pdfPage',
    styles: ['pdfjs/pdf_viewer.css'],
    isModule: true,
    allows: {
      // WebAssembly decodes scanned pages. It allows no eval of scripts.
      scripts: ["'wasm-unsafe-eval'"],
      directives: (cspSource) => [
        // pdf.js works in a thread, which a webview can start from a blob only. Its files come from the extension.
        'worker-src blob:',
        `connect-src ${cspSource}`,
        // Icons of notes in a PDF.
        `img-src ${cspSource}`,
        // Fonts that a PDF names and does not contain.
        `font-src ${cspSource}`,
      ],
    },
  },
} as const satisfies Readonly<Record<string, WebviewPage>>;

/** Shows a page in a webview that VS Code created. The webview can load nothing but built files of the extension. */
export function showPage(
  vscode: Pick<typeof Vscode, 'Uri' | 'env' | 'l10n'>,
  webview: Vscode.Webview,
  extensionUri: Vscode.Uri,
  page: WebviewPage,
): void {
  const dist = vscode.Uri.joinPath(extensionUri, 'dist');
  webview.options = { enableScripts: true, enableForms: false, enableCommandUris: false, localResourceRoots: [dist] };
  webview.html = webviewHtml(optionsOf(vscode, webview, dist), page);
}

function optionsOf(
  vscode: Pick<typeof Vscode, 'Uri' | 'env' | 'l10n'>,
  webview: Vscode.Webview,
  dist: Vscode.Uri,
): WebviewHtmlOptions {
  return {
    nonce: crypto.randomUUID(),
    cspSource: webview.cspSource,
    file: (name) => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString(),
    locale: vscode.env.language,
    translations: pageTranslations(vscode.l10n.bundle),
  };
}

export function webviewHtml(
  { nonce, cspSource, file, locale, translations }: WebviewHtmlOptions,
  page: WebviewPage,
): string {
  const attribute = translations ? ` data-translations="${escapeHtml(JSON.stringify(translations))}"` : '';
  const styles = [...(page.styles ?? []), `${page.name}.css`]
    .map((style) => `<link rel="stylesheet" href="${escapeHtml(file(style))}">`)
    .join('\n');
  const policy = [
    "default-src 'none'",
    `style-src ${cspSource}`,
    [`script-src 'nonce-${nonce}'`, ...(page.allows?.scripts ?? [])].join(' '),
    ...(page.allows?.directives(cspSource) ?? []),
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<!DOCTYPE html>
<html lang="${escapeHtml(locale)}"${attribute}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ').replaceAll('"', '&quot;')}">
<meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
${styles}
<script nonce="${escapeHtml(nonce)}" src="${escapeHtml(file(`${page.name}.js`))}" ${page.isModule ? 'type="module"' : 'defer'}></script>
</head>
<body></body>
</html>
`;
}
