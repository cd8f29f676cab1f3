/** The read-only editor for Excel workbooks: a grid in a webview, with the cells as the library reads them. */
import type * as Vscode from 'vscode';
import type { Clock } from '../../client/clock.ts';
import {
  type SelectedCells,
  type WorkbookHostMessage,
  type WorkbookPageMessage,
  type WorkbookPassage,
  type WorkbookTarget,
  workbookPageMessageSchema,
} from '../../panel/workbookMessages.ts';
import { firstRowFrom, rangeText, type Workbook, type WorkbookSheet } from '../../protocol/workbook.ts';
import { rangeName } from '../../text/cellNames.ts';
import { type CommandId, WORKBOOK_EDITOR } from '../common/contributions.ts';
import type { WorkbookSelection } from '../common/documentOpener.ts';
import { failureReason } from '../common/failureReason.ts';
import { MAX_SELECTION } from '../common/maxSelection.ts';
import { createPageGate } from '../common/pageGate.ts';
import { textUriOf } from '../common/textUri.ts';
import { type DocumentDeps, notOnDisk } from './documentText.ts';
import { createFileEditors, type FileEditors, type OpenEditor } from './fileEditors.ts';

export interface WorkbookEditors extends FileEditors<WorkbookPassage> {
  /** Of the active editor, or null if it has no selected cells with text. */
  selection(): WorkbookSelection | null;
  /** Shows the text of the workbook of the active editor, at the selected cells. */
  showText(): Promise<void>;
}

interface Shown {
  workbook: Workbook | null;
  /** Why there is no workbook, as a sentence for the user. Null while it is read. */
  problem: string | null;
  selected: SelectedCells | null;
}

export function createWorkbookEditors(deps: DocumentDeps & { readonly clock: Clock }): WorkbookEditors {
  const { vscode } = deps;
  const { l10n } = vscode;
  const shown = new Map<OpenEditor<WorkbookHostMessage>, Shown>();

  async function read(
    editor: OpenEditor<WorkbookHostMessage>,
    target: () => WorkbookTarget | null,
  ): Promise<WorkbookHostMessage> {
    const state = shown.get(editor);
    const failed = (message: string): WorkbookHostMessage => {
      if (state) Object.assign(state, { workbook: null, problem: message });
      return { type: 'failed', message };
    };
    try {
      if (editor.uri.scheme !== 'file') throw new Error(notOnDisk(vscode));
      const reader = deps.reader();
      if (!reader) {
        return failed(l10n.t('This document cannot be read in a browser. Open it in the default application.'));
      }
      const workbook = await reader.readWorkbook(editor.uri.fsPath);
      if (state) Object.assign(state, { workbook, problem: null });
      return { type: 'open', workbook, target: target() };
    } catch (error) {
      return failed(l10n.t('This document could not be read. {0}', failureReason(error)));
    }
  }

  const editors = createFileEditors<WorkbookPassage, WorkbookHostMessage>(deps, {
    viewType: WORKBOOK_EDITOR,
    page: 'workbook',
    read,
    showMessage: (target) => ({ type: 'show', target }),
    connect(editor, load) {
      const state: Shown = { workbook: null, problem: null, selected: null };
      shown.set(editor, state);
      const gate = createPageGate<WorkbookPageMessage>({
        vscode,
        isVisible: () => editor.panel.visible,
        focus: () => editor.panel.reveal(),
        clock: deps.clock,
        harmless: new Set(['ready', 'selected']),
        title: l10n.t('Allow the workbook to continue?'),
      });
      return {
        async receive(raw) {
          const message = workbookPageMessageSchema.safeParse(raw);
          if (!message.success || !(await gate(message.data))) return;
          const { data } = message;
          if (data.type === 'ready') await load();
          else if (data.type === 'selected') state.selected = data.cells;
          else await vscode.commands.executeCommand('fiscal.askSelection' satisfies CommandId);
        },
        dispose: () => void shown.delete(editor),
      };
    },
  });

  const active = () => [...shown].find(([{ panel }]) => panel.active);

  async function showText(uri: Vscode.Uri, state: Shown): Promise<void> {
    const document = await vscode.workspace.openTextDocument(textUriOf(vscode, uri));
    const lines = selectedRows(state);
    const first = Math.min(lines.line, document.lineCount) - 1;
    const last = Math.min(lines.endLine, document.lineCount) - 1;
    await vscode.window.showTextDocument(document, {
      preview: true,
      selection: new vscode.Range(first, 0, last, document.lineAt(last).text.length),
    });
  }

  return {
    ...editors,
    selection() {
      const [editor, state] = active() ?? [];
      const sheet = state && sheetOf(state);
      if (!editor || !state?.selected || !sheet) return null;
      const text = rangeText(sheet, state.selected, MAX_SELECTION);
      if (text.trim() === '') return null;
      const { line, endLine } = selectedRows(state);
      const place = `${sheet.name}!${rangeName(state.selected)}`;
      return { uri: editor.uri, place, startLine: line, endLine, text };
    },
    async showText() {
      const [editor, state] = active() ?? [];
      if (editor && state?.workbook) await showText(editor.uri, state);
      else void vscode.window.showInformationMessage(state?.problem ?? l10n.t('Open a workbook first.'));
    },
  };
}

function sheetOf({ workbook, selected }: Shown): WorkbookSheet | undefined {
  return workbook?.sheets[selected?.sheet ?? 0];
}

/** The lines of the selected rows that have text. */
function selectedRows(state: Shown): { line: number; endLine: number } {
  const rows = sheetOf(state)?.rows ?? [];
  const { top, bottom } = state.selected ?? { top: 1, bottom: 1 };
  const first = rows[Math.min(firstRowFrom(rows, top), rows.length - 1)];
  const last = rows[firstRowFrom(rows, bottom + 1) - 1];
  const line = first?.line ?? 1;
  return { line, endLine: Math.max(line, last?.line ?? line) };
}
