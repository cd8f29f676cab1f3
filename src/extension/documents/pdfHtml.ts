/** The HTML of the page that shows a PDF: an empty body, one script and one style sheet. The file arrives by message. */
import { escapeHtml } from '../../conversation/escape.ts';

export interface PdfHtmlOptions {
  /** New for each load, from a cryptographic source. */
  readonly nonce: string;
  /** `webview.cspSource`: the origin of our own files. */
  readonly cspSource: string;
  /** The address of a file in dist/. */
  readonly file: (name: string) => string;
  readonly locale: string;
  /** Translations by English text, or null. */
  readonly translations: Readonly<Record<string, string>> | null;
}

export function pdfHtml({ nonce, cspSource, file, locale, translations }: PdfHtmlOptions): string {
  const policy = [
    "default-src 'none'",
    `style-src ${cspSource}`,
    // WebAssembly decodes scanned pages. It allows no eval of scripts.
    `script-src 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    // pdf.js works in a thread, which a webview can start from a blob only. Its files come from the extension.
    'worker-src blob:',
    `connect-src ${cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const attribute = translations ? ` data-translations="${escapeHtml(JSON.stringify(translations))}"` : '';
  return `<!DOCTYPE html>
<html lang="${escapeHtml(locale)}"${attribute}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.replaceAll('"', '&quot;')}">
<meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>PDF</title>
<link rel="stylesheet" href="${escapeHtml(file('pdfPage.css'))}">
<script nonce="${escapeHtml(nonce)}" src="${escapeHtml(file('pdfPage.js'))}" type="module"></script>
</head>
<body></body>
</html>
`;
}
