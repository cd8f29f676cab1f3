/** The HTML of the chat page. The state arrives by message. */
import { type WebviewHtmlOptions, webviewHtml } from '../common/webviewHtml.ts';

export function panelHtml(options: WebviewHtmlOptions): string {
  const { nonce, cspSource } = options;
  return webviewHtml(options, {
    title: 'Fiscal',
    policy: [
      "default-src 'none'",
      `img-src ${cspSource}`,
      `font-src ${cspSource}`,
      `style-src ${cspSource}`,
      `script-src 'nonce-${nonce}'`,
      "connect-src 'none'",
      "frame-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ],
    styles: ['page.css'],
    script: 'page.js',
    scriptType: 'classic',
  });
}
