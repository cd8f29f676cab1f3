/** Files and selections that the user attached to a chat request, as selections of the question. */
import type * as Vscode from 'vscode';
import type { Selection } from '../../conversation/conversation.ts';
import { MAX_SELECTION } from '../common/maxSelection.ts';
import { labelOf } from '../selection/askSelection.ts';
import { selectionOf } from '../selection/selection.ts';

/** Files that one question can carry. */
const MAX_REFERENCES = 20;

export interface AttachedText {
  readonly selections: readonly Selection[];
  /** The places of the selections, in the same order. */
  readonly locations: readonly Vscode.Location[];
  /** Names of what could not be attached: folders, pictures, files that are not text. */
  readonly left: readonly string[];
  /** The attached text is longer than a question may be. */
  readonly tooLong: boolean;
}

interface ReferenceDeps {
  readonly vscode: typeof Vscode;
  readonly newId: () => string;
}

/**
 * Reads what the user attached. What VS Code attaches by itself is left out: the open file, its visible or selected part, and
 * instructions for language models.
 */
export async function readReferences(
  references: readonly Vscode.ChatPromptReference[],
  deps: ReferenceDeps,
): Promise<AttachedText> {
  const { vscode } = deps;
  const selections: Selection[] = [];
  const locations: Vscode.Location[] = [];
  const left: string[] = [];
  let length = 0;
  for (const reference of references.filter(({ id }) => !isAutomatic(id))) {
    const place = placeOf(reference.value, vscode);
    const read = place && selections.length < MAX_REFERENCES ? await readPlace(place, deps) : null;
    if (read) {
      length += read.selection.text.length;
      if (length > MAX_SELECTION) return { selections: [], locations: [], left, tooLong: true };
      selections.push(read.selection);
      locations.push(read.location);
    } else left.push(place ? labelOf(vscode, place.uri) : reference.id);
  }
  return { selections, locations, left, tooLong: false };
}

function isAutomatic(id: string): boolean {
  return /^vscode\.(?:implicit|prompt|customizations|instructions)/.test(id);
}

interface ReferencedText {
  readonly uri: Vscode.Uri;
  readonly range?: Vscode.Range;
}

function placeOf(value: unknown, vscode: typeof Vscode): ReferencedText | null {
  if (value instanceof vscode.Uri) return { uri: value };
  return value instanceof vscode.Location ? { uri: value.uri, range: value.range } : null;
}

async function readPlace(
  { uri, range }: ReferencedText,
  { vscode, newId }: ReferenceDeps,
): Promise<{ selection: Selection; location: Vscode.Location } | null> {
  let document: Vscode.TextDocument;
  try {
    document = await vscode.workspace.openTextDocument(uri);
  } catch {
    return null;
  }
  const last = document.lineAt(document.lineCount - 1).range.end;
  const whole = range ? document.validateRange(range) : new vscode.Range(0, 0, last.line, last.character);
  const selection = selectionOf(document, whole, { newId, label: (of) => labelOf(vscode, of) });
  return selection && { location: new vscode.Location(uri, whole), selection };
}

/** The prompt with the names of the attached files in place of `#file:…`. VS Code sorts references from the last to the first. */
export function promptText(
  prompt: string,
  references: readonly Vscode.ChatPromptReference[],
  vscode: typeof Vscode,
): string {
  let text = prompt;
  for (const { range, value } of references) {
    const place = placeOf(value, vscode);
    if (!range || !place || range[0] > range[1] || range[1] > text.length) continue;
    text = text.slice(0, range[0]) + labelOf(vscode, place.uri) + text.slice(range[1]);
  }
  return text.trim();
}
