/** Shows the overview of a folder in a tab: its page, the places that the user opens, and the export. */
import type * as Vscode from 'vscode';
import type { Clock } from '../../client/clock.ts';
import { baseName, escapeHidden, oneLine } from '../../conversation/display.ts';
import { formatNumber } from '../../conversation/documentLanguage.ts';
import {
  type OverviewColumn,
  type OverviewHostMessage,
  type OverviewPageMessage,
  overviewPageMessageSchema,
} from '../../panel/overviewMessages.ts';
import type { FolderOverview } from '../../protocol/overview.ts';
import { overviewCell, valuesOf } from '../../protocol/overviewCell.ts';
import { type OpenDeps, openSource } from '../answers/openSource.ts';
import { saveFile } from '../answers/saveFile.ts';
import { OVERVIEW_PANEL } from '../common/contributions.ts';
import { failureReason } from '../common/failureReason.ts';
import { createPageGate } from '../common/pageGate.ts';
import { PAGES, showPage } from '../common/webviewHtml.ts';
import { overviewCsv } from './overviewCsv.ts';
import { overviewTexts } from './overviewTexts.ts';

export interface OverviewPanelDeps extends OpenDeps {
  readonly extensionUri: Vscode.Uri;
  readonly home: string | undefined;
  readonly clock: Clock;
  /** Reads the overview of a folder (absolute path). Rejects with a sentence for the user. */
  readonly read: (folder: string) => Promise<FolderOverview>;
}

/** The tab with the overview of a folder. */
export interface OverviewTab {
  readonly folder: string;
  readonly panel: Vscode.WebviewPanel;
  /** Reads the folder again. */
  refresh(): Promise<void>;
}

/** `restored` is the tab that VS Code restored after a reload. Without it, a new tab opens. */
export function showOverview(deps: OverviewPanelDeps, folder: string, restored?: Vscode.WebviewPanel): OverviewTab {
  const { vscode } = deps;
  const { l10n, window } = vscode;
  const name = baseName(folder);
  const panel =
    restored ??
    window.createWebviewPanel(
      OVERVIEW_PANEL,
      l10n.t('Overview of {0}', escapeHidden(oneLine(name))),
      vscode.ViewColumn.Active,
      { retainContextWhenHidden: true },
    );
  let overview: FolderOverview | null = null;
  let isClosed = false;
  let isLoaded = false;
  let readings = 0;

  async function load(): Promise<void> {
    readings += 1;
    const reading = readings;
    void panel.webview.postMessage({ type: 'reading', path: folder } satisfies OverviewHostMessage);
    const message = await readFolder();
    // A closed panel throws. Of several readings, the newest is shown.
    if (isClosed || reading !== readings) return;
    overview = message.type === 'overview' ? message.overview : null;
    void panel.webview.postMessage(message);
  }

  async function readFolder(): Promise<OverviewHostMessage> {
    try {
      return { type: 'overview', path: folder, overview: await deps.read(folder) };
    } catch (error) {
      const message = l10n.t('The library could not be read: {0}', failureReason(error));
      return { type: 'failed', message };
    }
  }

  function known(): OverviewHostMessage {
    if (overview !== null) return { type: 'overview', path: folder, overview };
    return { type: 'failed', message: l10n.t('The folder was not read.') };
  }

  async function open(index: number, column: OverviewColumn | undefined): Promise<void> {
    const document = overview?.documents[index];
    if (!document) return;
    const cell = column && overviewCell(document, column);
    const [first] = cell ? valuesOf(cell) : [];
    // A value that only the name of the file states has no line, and no place in the document.
    const value = first?.line ? first : undefined;
    const opened = await openSource(
      {
        title: document.title,
        url: null,
        ...(value && { snippet: value.text }),
        location: {
          path: document.path,
          line: value?.line ?? 1,
          endLine: value?.line ?? 1,
          ...(value?.page != null && { page: value.page }),
          ...(value?.items && { items: value.items }),
        },
        review: 'unread',
      },
      { ...deps, side: panel.viewColumn && panel.viewColumn + 1 },
      true,
      value?.text,
    );
    if (opened === 'outside')
      void window.showWarningMessage(
        l10n.t('This document is outside the opened folders. Open its folder to view it.'),
      );
    else if (opened !== 'opened')
      void window.showWarningMessage(l10n.t('This document no longer exists. Rebuild the library to update it.'));
  }

  async function save({ documents, columns }: Extract<OverviewPageMessage, { type: 'export' }>): Promise<void> {
    const rows = documents.flatMap((index) => overview?.documents[index] ?? []);
    const point = { label: l10n.t('Decimal points, fields separated by commas'), decimalSign: '.' as const };
    const comma = { label: l10n.t('Decimal commas, fields separated by semicolons'), decimalSign: ',' as const };
    const isComma = formatNumber(0.5, vscode.env).includes(',');
    const chosen = await window.showQuickPick(isComma ? [comma, point] : [point, comma], {
      title: l10n.t('Export CSV'),
      placeHolder: l10n.t('How does your spreadsheet program write numbers?'),
    });
    if (!chosen) return;
    const texts = overviewTexts(l10n);
    const kinds = [...new Set(rows.map(({ kind }) => kind))];
    const title = l10n.t('Overview of {0}', name);
    await saveFile(vscode, {
      title: l10n.t('Export CSV'),
      name: kinds.length === 1 && kinds[0] ? `${title} ${texts.kindOf(kinds[0])}` : title,
      extension: 'csv',
      filter: 'CSV',
      content: overviewCsv(rows, { columns, decimalSign: chosen.decimalSign, texts }),
      home: deps.home,
      done: l10n.t('The table was exported.'),
    });
  }

  async function receive(message: OverviewPageMessage): Promise<void> {
    if (message.type === 'open') await open(message.document, message.column);
    else if (message.type === 'export') await save(message);
    else if (message.type === 'openUnread') {
      const path = overview?.unread[message.file]?.path;
      if (path !== undefined) await vscode.commands.executeCommand('revealInExplorer', vscode.Uri.file(path));
    } else await load();
  }

  const gate = createPageGate<OverviewPageMessage>({
    vscode,
    isVisible: () => panel.visible,
    focus: () => panel.reveal(),
    clock: deps.clock,
    harmless: new Set(),
    title: l10n.t('Allow the overview to continue?'),
  });

  panel.onDidDispose(() => {
    isClosed = true;
  });
  panel.webview.onDidReceiveMessage(async (raw: unknown) => {
    const message = overviewPageMessageSchema.safeParse(raw);
    if (!message.success) return;
    // The first message of a page needs no user.
    const isFirst = !isLoaded && message.data.type === 'ready';
    isLoaded ||= isFirst;
    const isAllowed = isFirst || (await gate(message.data));
    if (isClosed) return;
    if (isAllowed) await receive(message.data);
    // A page that was loaded again waits for an answer.
    else if (message.data.type === 'ready') void panel.webview.postMessage(known());
  });
  showPage(vscode, panel.webview, deps.extensionUri, PAGES.overview);
  return { folder, panel, refresh: load };
}
