import type * as Vscode from 'vscode';
import type { PdfTarget } from '../../panel/pdfMessages.ts';

/** Shows documents that VS Code has no editor for. */
export interface DocumentOpener {
  /** Shows a PDF at a passage. */
  showPdf(uri: Vscode.Uri, place: Omit<PdfTarget, 'id'>, column: Vscode.ViewColumn): Promise<void>;
  /** The virtual document with the text of a file, whose lines are those of the library; null where files cannot be read. */
  textUri(uri: Vscode.Uri): Promise<Vscode.Uri | null>;
}
