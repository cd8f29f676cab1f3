/** Inserts an answer, or a part of it, into the document that the user works on. One undo removes it. */
import type * as Vscode from 'vscode';
import type { Turn } from '../../conversation/conversation.ts';
import { baseName } from '../../conversation/display.ts';
import { hasComments, languageOf } from '../../conversation/insert/commentStyle.ts';
import { type InsertPart, insertContent } from '../../conversation/insert/insertContent.ts';
import { type Insertion, insertionsFor } from '../../conversation/insert/insertion.ts';
import { documentLanguage } from '../common/documentLanguage.ts';

/** Languages of text that nothing runs. */
const PROSE: ReadonlySet<string> = new Set([
  'markdown',
  'mdx',
  'plaintext',
  'latex',
  'restructuredtext',
  'quarto',
  'rmd',
]);

/** The names of plain texts: without an ending, or with one of these. */
const TEXT_FILE = /^[^.]*$|\.(?:txt|text|log|adoc|asciidoc|org|eml|note|notes)$/i;

/** Returns whether something was inserted. */
export async function insertAnswer(vscode: typeof Vscode, turn: Turn, part: InsertPart): Promise<boolean> {
  const { l10n, window } = vscode;
  const blocks = insertContent(turn, part, documentLanguage(vscode));
  const editor = window.activeTextEditor ?? window.visibleTextEditors.find(({ document }) => isFile(document));
  if (blocks.length === 0) {
    void window.showInformationMessage(l10n.t('There is nothing to insert.'));
    return false;
  }
  if (!editor || !isFile(editor.document)) {
    void window.showInformationMessage(l10n.t('Open a file and place the cursor where you want to insert the answer.'));
    return false;
  }
  const { document } = editor;
  const languageId = languageOf(document.languageId, document.uri.path);
  const insertionsNow = () => {
    const { start, end } = editor.selection;
    const target = { languageId, text: document.getText(), startLine: start.line, endLine: end.line };
    return insertionsFor(target, blocks, turn.answer.sources, documentLanguage(vscode));
  };
  const line = lineOfSame(document.getText(), insertionsNow());
  const risk =
    line === null ? riskOf(vscode, turn, document) : l10n.t('It is in the file already, from line {0} on.', line);
  if (risk !== null && !(await confirmInsert(vscode, document, risk))) return false;
  // The user may have changed the file in the meantime.
  const insertions = insertionsNow();
  if (!(await edit(editor, insertions))) {
    void window.showWarningMessage(
      l10n.t(
        'The answer could not be inserted in {0}. The file is read-only or was closed. Open a file that you can edit, and insert again.',
        baseName(document.uri.path),
      ),
    );
    return false;
  }
  const [first] = insertions;
  if (first) {
    const start = new vscode.Position(Math.min(first.line, document.lineCount - 1), 0);
    editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
  void window.setStatusBarMessage(l10n.t('Inserted in {0}', baseName(document.uri.path)), 5000);
  return true;

  async function edit(into: Vscode.TextEditor, parts: readonly { line: number; text: string }[]): Promise<boolean> {
    try {
      const { version } = into.document;
      // All parts in one edit are one step of undo.
      const applied = await into.edit((builder) => {
        for (const { line, text } of parts) builder.insert(positionOf(into.document, line), text);
      });
      // VS Code reports an edit of a read-only file as applied.
      return applied && into.document.version !== version;
    } catch {
      // VS Code rejects edits of an editor that was closed.
      return false;
    }
  }

  function positionOf(into: Vscode.TextDocument, line: number): Vscode.Position {
    const last = into.lineCount - 1;
    return line <= last ? new vscode.Position(line, 0) : new vscode.Position(last, into.lineAt(last).text.length);
  }
}

/** The line, from 1, from which on the file has all lines of the insertions, with whatever numbers of footnotes and levels of headings. */
function lineOfSame(text: string, insertions: readonly Insertion[]): number | null {
  const wordsOf = (lines: string) =>
    lines.split(/\r\n|\r|\n/).map((line) =>
      line
        .replace(/\[\^\d+\]/g, ' ')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    );
  const lines = wordsOf(text);
  // The first line is the mark.
  const [, first = '', ...others] = insertions.flatMap((each) => wordsOf(each.text)).filter((line) => line !== '');
  const known = new Set(lines);
  return others.every((line) => known.has(line)) ? lines.indexOf(first) + 1 || null : null;
}

/** Not an output channel, a debug console, a comment box or a document that is shown as text. */
function isFile({ uri }: Vscode.TextDocument): boolean {
  return !/^(?:output|debug|comment|vscode|fiscal-events|fiscal-document|fiscal-server)$/.test(uri.scheme);
}

/** Why the user must confirm an insertion in the document. Null if nothing speaks against it. */
function riskOf(vscode: typeof Vscode, turn: Turn, document: Vscode.TextDocument): string | null {
  const languageId = languageOf(document.languageId, document.uri.path);
  // VS Code shows a file with an ending that it does not know as plain text.
  if (languageId === 'plaintext' && !TEXT_FILE.test(baseName(document.uri.path))) {
    return vscode.l10n.t(
      'VS Code does not know the language of this file. Text between the lines could make the file invalid.',
    );
  }
  // An answer in a configuration file or in a script of a language that is not known could be run.
  if (!PROSE.has(languageId) && !hasComments(languageId)) {
    return vscode.l10n.t(
      'Text between the lines could make the file invalid, because Fiscal knows no comments of the language {0}.',
      languageId,
    );
  }
  return isOpenedSource(vscode, turn, document) ? vscode.l10n.t('The file is a source of the answer.') : null;
}

/** Whether the document is a source of the answer that was opened to be read: its tab is a preview. */
function isOpenedSource({ window, TabInputText }: typeof Vscode, turn: Turn, { uri }: Vscode.TextDocument): boolean {
  const isSource = turn.answer.sources.some(
    ({ location }) => location && `/${uri.path}`.endsWith(`/${location.path.replaceAll('\\', '/')}`),
  );
  if (!isSource) return false;
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some(
    ({ input, isPreview }) => isPreview && input instanceof TabInputText && input.uri.toString() === uri.toString(),
  );
}

async function confirmInsert(vscode: typeof Vscode, { uri }: Vscode.TextDocument, detail: string): Promise<boolean> {
  const { l10n, window } = vscode;
  const insertText = l10n.t('Insert');
  const title = l10n.t('Insert the answer in {0}?', baseName(uri.path));
  return (await window.showWarningMessage(title, { modal: true, detail }, insertText)) === insertText;
}
