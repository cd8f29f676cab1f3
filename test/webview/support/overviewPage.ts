/** Opens the page of an overview in a browser. */
import { overviewHtml } from '../../../src/extension/overview/overviewHtml.ts';
import type { FolderOverview } from '../../../src/protocol/overview.ts';
import { builtPageSuite, type OpenedPage } from './builtPage.ts';
import type { ThemeName } from './themes.ts';

export function overviewSuite(): (
  overview: FolderOverview,
  options?: { readonly theme?: ThemeName; readonly width?: number },
) => Promise<OpenedPage> {
  const open = builtPageSuite({
    html: overviewHtml,
    shown: (page) => page.getByRole('heading', { name: 'Overview of Engagement 2025' }).waitFor(),
  });
  return (overview, options) => open({ type: 'overview', path: '/clients/Engagement 2025', overview }, options);
}
