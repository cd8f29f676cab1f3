/** The HTML of the page with the overview of a folder. The overview arrives by message. */
import { stylesAndScriptOnly, type WebviewHtmlOptions, webviewHtml } from '../common/webviewHtml.ts';

export function overviewHtml(options: WebviewHtmlOptions): string {
  return webviewHtml(options, {
    title: 'Fiscal',
    policy: stylesAndScriptOnly(options),
    styles: ['overviewPage.css'],
    script: 'overviewPage.js',
    scriptType: 'classic',
  });
}
