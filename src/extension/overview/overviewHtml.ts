/** The HTML of the page with the overview of a folder. The overview arrives by message. */
import { type WebviewHtmlOptions, webviewHtml } from '../common/webviewHtml.ts';

export function overviewHtml(options: WebviewHtmlOptions): string {
  const { nonce, cspSource } = options;
  return webviewHtml(options, {
    title: 'Fiscal',
    policy: [
      "default-src 'none'",
      `style-src ${cspSource}`,
      `script-src 'nonce-${nonce}'`,
      "base-uri 'none'",
      "form-action 'none'",
    ],
    styles: ['overviewPage.css'],
    script: 'overviewPage.js',
    scriptType: 'classic',
  });
}
