/** The HTML of the page that shows a PDF. The file arrives by message. */
import { type WebviewHtmlOptions, webviewHtml } from '../common/webviewHtml.ts';

export function pdfHtml(options: WebviewHtmlOptions): string {
  const { nonce, cspSource } = options;
  return webviewHtml(options, {
    title: 'PDF',
    policy: [
      "default-src 'none'",
      `style-src ${cspSource}`,
      // WebAssembly decodes scanned pages. It allows no eval of scripts.
      `script-src 'nonce-${nonce}' 'wasm-unsafe-eval'`,
      // pdf.js works in a thread, which a webview can start from a blob only. Its files come from the extension.
      'worker-src blob:',
      `connect-src ${cspSource}`,
      // Icons of notes in a PDF.
      `img-src ${cspSource}`,
      // Fonts that a PDF names and does not contain.
      `font-src ${cspSource}`,
      "base-uri 'none'",
      "form-action 'none'",
    ],
    styles: ['pdfjs/pdf_viewer.css', 'pdfPage.css'],
    script: 'pdfPage.js',
    scriptType: 'module',
  });
}
