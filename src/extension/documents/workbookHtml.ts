/** The HTML of the page that shows a workbook. The cells arrive by message. */
import { stylesAndScriptOnly, type WebviewHtmlOptions, webviewHtml } from '../common/webviewHtml.ts';

export function workbookHtml(options: WebviewHtmlOptions): string {
  return webviewHtml(options, {
    title: 'Workbook',
    policy: stylesAndScriptOnly(options),
    styles: ['workbookPage.css'],
    script: 'workbookPage.js',
    scriptType: 'classic',
  });
}
