/** *Show Outdated Answers*: what quotes lines of a law from a publisher that have changed since. */
import type * as Vscode from 'vscode';
import type { Conversation } from '../../conversation/conversation.ts';
import { baseName, escapeHidden, oneLine, shorten } from '../../conversation/display.ts';
import type { ConversationStore } from '../../conversation/store.ts';
import {
  HTML_EXPORT_MARK,
  MARKDOWN_EXPORT_MARK,
  MARKDOWN_MEMO_MARK,
  MARKDOWN_START_MARKS,
} from '../../protocol/exportMark.ts';
import { outdatedQuotations, outdatedSources, type ReplacedLines } from '../../publishers/outdatedQuotations.ts';
import type { CommandId } from '../common/contributions.ts';
import { withoutIcons } from '../common/withoutIcons.ts';

export interface OutdatedDeps {
  readonly vscode: typeof Vscode;
  readonly store: Pick<ConversationStore, 'list' | 'read'>;
  /** The conversations that are open in this window, also those that are never stored. */
  readonly opened: () => readonly Conversation[];
  /** What laws on disk had in earlier versions only. */
  readonly replaced: () => Promise<readonly ReplacedLines[]>;
  readonly pins: () => Promise<readonly { readonly turn: string; readonly uri: string }[]>;
}

interface Item extends Vscode.QuickPickItem {
  readonly open: () => Thenable<unknown>;
}

/** Files of the open folders that are looked at, and characters of one. */
const MAX_FILES = 5000;
const MAX_TEXT = 2_000_000;
const MAX_LABEL = 100;
const MARKS = [MARKDOWN_MEMO_MARK, ...MARKDOWN_START_MARKS, MARKDOWN_EXPORT_MARK, HTML_EXPORT_MARK];

export async function showOutdatedAnswers(deps: OutdatedDeps): Promise<void> {
  const { window, l10n, ProgressLocation } = deps.vscode;
  const title = l10n.t('Looking for quotations of laws that have changed…');
  const items = await window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (_progress, token) => {
      const replaced = await deps.replaced();
      if (replaced.length === 0) return [];
      const { answers, pinned } = await outdatedAnswers(deps, replaced, token);
      const memos = await outdatedFiles(deps.vscode, replaced, token);
      return token.isCancellationRequested
        ? null
        : [
            ...group(deps.vscode, l10n.t('Answers'), answers),
            ...group(deps.vscode, l10n.t('Pinned answers'), pinned),
            ...group(deps.vscode, l10n.t('Memos and inserted answers'), memos),
          ];
    },
  );
  if (items === null) return;
  if (items.length === 0) {
    const text = l10n.t('No answer, pinned answer or memo quotes a law from a publisher that has changed since.');
    void window.showInformationMessage(text);
    return;
  }
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Outdated Answers'),
    placeHolder: l10n.t('These quote lines of a law that have changed since. Ask again, or compare the versions.'),
    matchOnDetail: true,
  });
  await chosen?.open();
}

function group({ QuickPickItemKind }: typeof Vscode, label: string, items: readonly Item[]): Item[] {
  const separator: Item = { label, kind: QuickPickItemKind.Separator, open: async () => {} };
  return items.length === 0 ? [] : [separator, ...items];
}

async function outdatedAnswers(
  { vscode, store, opened, pins }: OutdatedDeps,
  replaced: readonly ReplacedLines[],
  token: Vscode.CancellationToken,
): Promise<{ answers: Item[]; pinned: Item[] }> {
  const answers: Item[] = [];
  const pinned: Item[] = [];
  const allPins = await pins();
  const open = new Map(opened().map((conversation) => [conversation.id, conversation]));
  const ids = new Set([...open.keys(), ...(await store.list()).map(({ id }) => id)]);
  const command: CommandId = 'fiscal.openConversation';
  for (const id of ids) {
    if (token.isCancellationRequested) break;
    const conversation = open.get(id) ?? (await store.read(id));
    for (const turn of conversation?.turns ?? []) {
      const found = outdatedSources(
        turn.answer.sources.filter(({ review }) => review !== 'rejected'),
        replaced,
      );
      if (found.length === 0) continue;
      const label = line(turn.question.text);
      const detail = quotes(vscode, found);
      const description = new Date(turn.askedAt).toLocaleDateString(vscode.env.language);
      answers.push({ label, description, detail, open: () => vscode.commands.executeCommand(command, id) });
      for (const { uri } of allPins.filter((pin) => pin.turn === turn.id)) {
        const file = vscode.Uri.parse(uri);
        const where = baseName(file.path);
        pinned.push({ label, description: where, detail, open: () => show(vscode, file) });
      }
    }
  }
  return { answers, pinned };
}

/** Markdown files and web pages that Fiscal wrote, or in which it inserted an answer. */
async function outdatedFiles(
  vscode: typeof Vscode,
  replaced: readonly ReplacedLines[],
  token: Vscode.CancellationToken,
): Promise<Item[]> {
  const { workspace } = vscode;
  const open = new Map(workspace.textDocuments.map((document) => [document.uri.toString(), document]));
  const closed = (await workspace.findFiles('**/*.{md,html}', undefined, MAX_FILES, token)).filter(
    (uri) => !open.has(uri.toString()),
  );
  const found: Item[] = [];
  for (const uri of [...[...open.values()].map((document) => document.uri), ...closed]) {
    if (token.isCancellationRequested) break;
    const text = open.get(uri.toString())?.getText() ?? (await readText(vscode, uri));
    if (text.length > MAX_TEXT || !MARKS.some((mark) => text.includes(mark))) continue;
    const outdated = outdatedQuotations(text, replaced);
    if (outdated.length === 0) continue;
    found.push({
      label: line(baseName(uri.path)),
      description: workspace.asRelativePath(uri),
      detail: quotes(vscode, outdated),
      open: () => show(vscode, uri),
    });
  }
  return found;
}

async function readText({ workspace }: typeof Vscode, uri: Vscode.Uri): Promise<string> {
  try {
    return new TextDecoder().decode(await workspace.fs.readFile(uri));
  } catch {
    // The file was removed in the meantime.
    return '';
  }
}

/** "§ 179. Election to expense … (2026-06-26, Public Law 119-100)". */
function quotes({ l10n }: typeof Vscode, found: readonly ReplacedLines[]): string {
  return found.map(({ title, version }) => l10n.t('{0} ({1})', line(title), version)).join(' · ');
}

function show({ commands }: typeof Vscode, uri: Vscode.Uri): Thenable<unknown> {
  return commands.executeCommand('vscode.open', uri);
}

/** Foreign text as one line of a list. */
function line(text: string): string {
  return withoutIcons(shorten(escapeHidden(oneLine(text)), MAX_LABEL));
}
