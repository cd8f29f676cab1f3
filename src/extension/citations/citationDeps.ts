/** What the features for citations in files need from the host. */
import type * as Vscode from 'vscode';
import type { ConversationStore } from '../../conversation/store.ts';
import type { DocumentOpener } from '../common/documentOpener.ts';
import type { SettingsHolder } from '../common/settings.ts';
import type { Library } from '../library/library.ts';
import type { Chats } from '../session/chats.ts';

export interface CitationDeps {
  readonly vscode: typeof Vscode;
  readonly settings: SettingsHolder;
  /** The library of the folders, whichever service answers questions. */
  readonly library: () => Library | null;
  /** The library has changed, or may have. */
  readonly onDidChangeLibrary: Vscode.Event<void>;
  readonly store: Pick<ConversationStore, 'list' | 'read' | 'onDidChange'>;
  readonly chats: Pick<Chats, 'all'>;
  readonly documents: DocumentOpener;
  /** Folders whose documents can be opened. */
  readonly roots: () => readonly string[];
  /** Puts a question in the question box and shows the chat. Nothing is sent. */
  readonly compose: (question: string) => Promise<void>;
}
