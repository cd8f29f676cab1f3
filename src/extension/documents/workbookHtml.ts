/** The HTML of the page that shows a workbook. The cells arrive by message. */
import { type WebviewHtmlOptions, webviewHtml } from '../common/webviewHtml.ts';

export function workbookHtml(options: WebviewHtmlOptions): string {
  const { nonce, cspSource } = options;
  return webviewHtml(options, {
    title: 'Workbook',
    policy: [
      "default-src 'none'",
      `style-src ${cspSource}`,
      `script-src 'nonce-${nonce}'`,
      "base-uri 'none'",
      "form-action 'none'",
    ],
    styles: ['workbookPage.css'],
    script: 'workbookPage.js',
    scriptType: 'classic',
  });
}
