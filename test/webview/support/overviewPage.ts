/** Opens the page of an overview in a browser. */
import type { FolderOverview } from '../../../src/protocol/overview.ts';
import { builtPageSuite, literal, type OpenedPage, type PageOptions } from './builtPage.ts';

export function overviewSuite(): (overview: FolderOverview, options?: PageOptions) => Promise<OpenedPage> {
  const open = builtPageSuite({
    page: 'overview',
    shown: (page) => page.getByRole('heading', { name: 'Overview of Engagement 2025' }).waitFor(),
  });
  return (overview, options) =>
    open({ message: literal({ type: 'overview', path: '/clients/Engagement 2025', overview }) }, options);
}
