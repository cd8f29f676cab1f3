import type * as Vscode from 'vscode';
import type { PdfPassage } from '../../panel/pdfMessages.ts';
import type { WorkbookPassage } from '../../panel/workbookMessages.ts';

/** Shows documents that VS Code has no editor for. */
export interface DocumentOpener {
  showPdf(uri: Vscode.Uri, passage: PdfPassage, column: Vscode.ViewColumn): Promise<void>;
  /** Shows a workbook at a passage. Returns false where files cannot be read. */
  showWorkbook(uri: Vscode.Uri, passage: WorkbookPassage, column: Vscode.ViewColumn): Promise<boolean>;
  /** The virtual document with the text of a file, whose lines are those of the library; null where files cannot be read. */
  textUri(uri: Vscode.Uri): Promise<Vscode.Uri | null>;
}

/** Cells that the user selected in a workbook. */
export interface WorkbookSelection {
  readonly uri: Vscode.Uri;
  /** `Additions!A2:C9` */
  readonly place: string;
  /** Lines of the text of the workbook, from 1. */
  readonly startLine: number;
  readonly endLine: number;
  /** Tabs between columns. */
  readonly text: string;
}
