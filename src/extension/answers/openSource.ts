/**
 * Opens a source of an answer: a document in the user's folders at the quoted passage, or an address in the browser. Both come
 * from the service, so both are checked here, whatever the page checked.
 */
import type * as Vscode from 'vscode';
import type { StoredSource } from '../../conversation/conversation.ts';
import { baseName, hasFileLineNumbers, nameInMessage } from '../../conversation/display.ts';
import { findQuotation, LEFT_OUT, searchedText } from '../../text/findQuotation.ts';
import { lettersOf } from '../../text/letters.ts';
import { relocate } from '../../text/relocate.ts';
import { WORKBOOK } from '../common/contributions.ts';
import type { DocumentOpener } from '../common/documentOpener.ts';
import { isOfType } from '../common/fileType.ts';
import type { DocumentAtServer, ServerDocuments } from '../common/serverDocuments.ts';

export interface OpenDeps {
  readonly vscode: typeof Vscode;
  readonly documents: DocumentOpener;
  /** Absolute paths of the folders whose documents can be opened. */
  readonly roots: () => readonly string[];
  /**
   * The column for a document that opens to the side. Default: the one next to the active column, which a quick click on a page does not
   * change in time.
   */
  readonly side?: Vscode.ViewColumn | undefined;
}

export type Opened = 'opened' | 'outside' | 'missing' | 'nothing';
/** What the user is told. Empty: the user canceled. */
export interface Refused {
  readonly problem: string;
}

/** `toSide`: the chat is an editor tab, so the document opens next to it. `words`: of the passage, to be marked. */
export async function openSource(
  source: StoredSource,
  deps: OpenDeps,
  toSide: boolean,
  words?: string,
): Promise<Opened> {
  if (source.location) {
    const found = await findDocument(source.location.path, deps);
    if (typeof found === 'string') return found;
    await showDocument(found, source, source.location, deps, toSide, words);
    return 'opened';
  }
  if (source.url === null) return 'nothing';
  return (await openAddress(deps.vscode, source.url, ['https:', 'http:'])) ? 'opened' : 'nothing';
}

/** Opens a passage of a document that the service has which answered. */
export async function openServerSource(
  document: DocumentAtServer,
  passage: ShownPassage,
  { vscode, server }: { readonly vscode: typeof Vscode; readonly server: ServerDocuments },
  toSide: boolean,
): Promise<'opened' | Refused> {
  const found = await server.fetch(document);
  if ('problem' in found) return found;
  await showLines(vscode, found.uri, passage, toSide ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active);
  return 'opened';
}

async function showDocument(
  uri: Vscode.Uri,
  { snippet, section }: StoredSource,
  { line, endLine, page, items }: NonNullable<StoredSource['location']>,
  { vscode, documents, side = vscode.ViewColumn.Beside }: OpenDeps,
  toSide: boolean,
  words: string | undefined,
): Promise<void> {
  const column = toSide ? side : vscode.ViewColumn.Active;
  if (/\.pdf$/i.test(uri.path)) return documents.showPdf(uri, { page, passage: words ?? snippet, items }, column);
  const place = { line, endLine, ...(snippet !== undefined && { snippet }), ...(words !== undefined && { words }) };
  if (WORKBOOK.test(uri.path) && (await documents.showWorkbook(uri, place, column))) return;
  // The lines of the file itself, or those of the text that was read.
  const shown = hasFileLineNumbers(uri.path) ? uri : await documents.textUri(uri);
  if (shown === null) return showWhole(vscode, uri, section, column);
  return showLines(vscode, shown, { line, endLine, snippet, words }, column);
}

/** Opens an address in the browser if its scheme is allowed. VS Code asks the user before it opens a new host. */
export async function openAddress(
  vscode: Pick<typeof Vscode, 'env' | 'Uri'>,
  address: string,
  schemes: readonly string[] = ['https:', 'http:', 'mailto:'],
): Promise<boolean> {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (!schemes.includes(url.protocol) || url.username !== '' || url.password !== '') return false;
  return vscode.env.openExternal(vscode.Uri.parse(url.href, true));
}

/** Finds the file of a path in one of the roots. A relative path is tried in each root. */
export async function findDocument(
  path: string,
  { vscode, roots }: Pick<OpenDeps, 'vscode' | 'roots'>,
): Promise<Vscode.Uri | 'outside' | 'missing'> {
  if (path.includes('\0')) return 'outside';
  const absolute = /^(?:\/|[A-Za-z]:[\\/])/.test(path);
  let inside = false;
  for (const root of roots()) {
    const base = vscode.Uri.file(root);
    // Uri.file and joinPath resolve `..`. The authority of a network share (\\host) never equals that of a root.
    const candidate = absolute ? vscode.Uri.joinPath(vscode.Uri.file(path)) : vscode.Uri.joinPath(base, path);
    if (!isWithin(candidate, base)) continue;
    inside = true;
    if (await isOfType(vscode, candidate, 'File')) return candidate;
  }
  return inside ? 'missing' : 'outside';
}

function isWithin(uri: Vscode.Uri, root: Vscode.Uri): boolean {
  if (uri.authority !== root.authority) return false;
  const base = root.path.endsWith('/') ? root.path : `${root.path}/`;
  return uri.path.startsWith(base) && !uri.path.split('/').includes('..');
}

/** Opens a file in whatever editor VS Code has for it, and shows the section as a message. */
async function showWhole(
  vscode: typeof Vscode,
  uri: Vscode.Uri,
  section: string | undefined,
  column: Vscode.ViewColumn,
): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', uri, column);
  if (!section) return;
  const name = nameInMessage(baseName(uri.path));
  void vscode.window.showInformationMessage(vscode.l10n.t('The passage in {0}: {1}', name, nameInMessage(section)));
}

interface ShownPassage {
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  readonly snippet: string | undefined;
  readonly words: string | undefined;
}

/** Selects the lines, or the words in them, and highlights the lines until the selection changes. */
async function showLines(
  vscode: typeof Vscode,
  uri: Vscode.Uri,
  { line, endLine, snippet, words }: ShownPassage,
  column: Vscode.ViewColumn,
): Promise<void> {
  let document: Vscode.TextDocument;
  try {
    document = await vscode.workspace.openTextDocument(uri);
  } catch {
    return showWhole(vscode, uri, undefined, column);
  }
  const current = relocate(document, line, endLine, snippet);
  const last = Math.min(current.endLine, document.lineCount) - 1;
  const first = Math.min(current.line - 1, last);
  const range = new vscode.Range(first, 0, last, document.lineAt(last).text.length);
  const selection = rangeOfWords(vscode, document, range, words) ?? range;
  const editor = await vscode.window.showTextDocument(document, {
    selection,
    preview: true,
    viewColumn: column,
  });
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  highlight(vscode, editor, range, selection);
  if (snippet === undefined || containsLines(document.getText(), snippet)) return;
  const name = nameInMessage(baseName(uri.path));
  void vscode.window.showWarningMessage(
    vscode.l10n.t(
      '{0} does not contain the text as it was quoted. It may have changed since. Ask again to quote its present text.',
      name,
    ),
  );
}

/** Whether a text has each line of a quotation, except what the signs of omission stand for. */
function containsLines(text: string, quotation: string): boolean {
  const letters = lettersOf(text);
  return quotation
    .split('\n')
    .flatMap((line) => line.split(LEFT_OUT))
    .every((words) => letters.includes(lettersOf(words)));
}

/** From the first to the last of the words, if the lines contain them. */
function rangeOfWords(
  vscode: typeof Vscode,
  document: Vscode.TextDocument,
  lines: Vscode.Range,
  words: string | undefined,
): Vscode.Range | null {
  if (words === undefined) return null;
  const texts: string[] = [];
  for (let line = lines.start.line; line <= lines.end.line; line += 1) texts.push(document.lineAt(line).text);
  const text = texts.join('\n');
  const found = findQuotation(words, searchedText(text));
  const [first] = found ?? [];
  const last = found?.at(-1);
  if (!first || !last) return null;
  const placeOf = (offset: number): [number, number] => {
    const before = text.slice(0, offset).split('\n');
    return [lines.start.line + before.length - 1, before.at(-1)?.length ?? 0];
  };
  return new vscode.Range(...placeOf(first.start), ...placeOf(last.end));
}

let endHighlight: (() => void) | undefined;

/** Ends when the selection changes or another passage is opened. */
function highlight(
  vscode: typeof Vscode,
  editor: Vscode.TextEditor,
  range: Vscode.Range,
  selection: Vscode.Range,
): void {
  endHighlight?.();
  const lines = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
    isWholeLine: true,
  });
  editor.setDecorations(lines, [range]);
  const listener = vscode.window.onDidChangeTextEditorSelection((event) => {
    if (event.textEditor.document === editor.document && !event.selections[0]?.isEqual(selection)) endHighlight?.();
  });
  endHighlight = () => {
    endHighlight = undefined;
    listener.dispose();
    lines.dispose();
  };
}
