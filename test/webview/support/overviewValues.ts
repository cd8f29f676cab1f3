/** Values, documents and overviews for tests. */
import type { FolderOverview, OverviewDocument, OverviewValue } from '../../../src/protocol/overview.ts';

export const overviewValue = (text: string, change: Partial<OverviewValue> = {}): OverviewValue => ({
  ...{ label: 'Label', text, amount: null, currency: '', date: '', line: 3, page: null, place: '', items: null },
  ...change,
});

export const amountValue = (amount: number, currency = 'EUR', label = 'Total'): OverviewValue =>
  overviewValue(`${amount} ${currency}`, { label, amount, currency, page: 3, place: 'page 3', line: 139 });

export const overviewDocument = (name: string, change: Partial<OverviewDocument> = {}): OverviewDocument => ({
  ...{ path: `/clients/${name}`, name, title: name, kind: 'invoice', fields: {}, values: {} },
  ...change,
});

export const folderOverview = (change: Partial<FolderOverview> = {}): FolderOverview => ({
  ...{ documents: [], labels: [], total: change.documents?.length ?? 0, unread: [], waiting: 0 },
  ...change,
});
