/** The port to stored conversations. extension/storage implements it on files. */
import type { Change } from './change.ts';
import type { AnswerState, Conversation } from './conversation.ts';

/** What is known of a conversation without reading all of it. */
export interface ConversationSummary {
  readonly id: string;
  /** Untrusted, may be blank while nothing was asked. */
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly pinned: boolean;
  readonly archived?: boolean | undefined;
  readonly byAgent?: boolean | undefined;
  readonly folder: Conversation['folder'];
  /** Of the newest turn, except that a running turn goes before; null when nothing was asked. */
  readonly state: AnswerState | null;
  /** Number of turns, of every branch. */
  readonly turns: number;
  /** `newer`: on disk in a schema that this version only reads. */
  readonly kept: 'disk' | 'memory' | 'unsaved' | 'newer';
  /** Another window runs a request of it. */
  readonly runningElsewhere: boolean;
}

/**
 * Where an open conversation is: on disk; only in `memory`, because it must not be written (zero retention, temporary);
 * `unsaved`, because the disk refused; `deleted` by another window or the retention period, and not written again; on disk in a
 * `newer` schema, and not written.
 */
export type StorageStatus = 'disk' | 'memory' | 'unsaved' | 'deleted' | 'newer';

export type Loaded =
  /** `damage`: lines that could not be read were skipped; the file was first copied under this name. */
  | { readonly type: 'ok'; readonly conversation: Conversation; readonly damage: string | null }
  /** Written by a newer version: read only. `conversation` is null when not all of it could be understood. */
  | { readonly type: 'readOnly'; readonly conversation: Conversation | null }
  | { readonly type: 'missing' }
  /** Nothing could be read. The file was renamed to `file`, nothing was deleted. */
  | { readonly type: 'quarantined'; readonly file: string };

/** Why the disk does not take what should be stored. */
export type StoreWarning = 'diskFull' | 'readOnlyFolder' | 'cannotWrite';

/** A place of the conversation that contains words of the query. */
export interface Hit {
  readonly summary: ConversationSummary;
  /** null: the title. */
  readonly turnId: string | null;
  readonly where: 'title' | 'question' | 'answer' | 'source';
  /** The text around the first word found, one line, untrusted. */
  readonly excerpt: string;
}

export interface ConversationSearch {
  /** URIs of folders. Conversations of other folders are not searched. Without them, all are. */
  readonly folders?: readonly string[];
  readonly signal?: AbortSignal;
}

export type StoreChange =
  /** The list has changed. */
  | { readonly type: 'list' }
  /** Shown as long as it is not null. */
  | { readonly type: 'warning'; readonly warning: StoreWarning | null }
  | { readonly type: 'status'; readonly id: string }
  /** A file could not be read, or not all of it. `file` is the name to which it was moved or copied. */
  | { readonly type: 'quarantined'; readonly file: string };

/** An open conversation takes what other windows write into its file. */
export interface StoreFollower {
  /** `conversation` is the whole of it. */
  replaced(conversation: Conversation): void;
}

export interface ConversationStore {
  /** Pinned first, then newest first. Never throws for a single bad file. */
  list(): Promise<ConversationSummary[]>;
  load(id: string): Promise<Loaded>;
  /** Reads a conversation without opening it: nothing is followed, repaired or quarantined. null if it cannot be read. */
  read(id: string): Promise<Conversation | null>;
  /**
   * Appends changes that were applied to an open conversation; `conversation` is the one after them. Nothing of a zero-retention
   * turn is written. What a user did is written at once, an arriving answer once a second. A conversation that has no file yet is
   * written whole.
   */
  record(conversation: Conversation, changes: readonly Change[]): void;
  /** Resolves when what was recorded is on disk, or is known not to go there. Without an id: of all conversations. */
  flush(id?: string): Promise<void>;
  /** Tells an open conversation what other windows write into its file, until it is disposed of. */
  follow(id: string, follower: StoreFollower): { dispose(): void };
  status(id: string): StorageStatus;
  /** Deletes the file and its quarantined copies. */
  remove(id: string): Promise<void>;
  /** Conversations in which every word of the query occurs, newest first, one hit each, at most `SEARCH_LIMIT`. */
  search(query: string, options?: ConversationSearch): Promise<Hit[]>;
  readonly warning: StoreWarning | null;
  onDidChange(listener: (change: StoreChange) => void): { dispose(): void };
  dispose(): void;
}

/** Whether a conversation is about a folder that is not among the opened ones. If none is open, every conversation is shown. */
export function isElsewhere(
  { folder }: Pick<ConversationSummary, 'folder'>,
  openedFolders: readonly string[],
): boolean {
  return folder !== null && openedFolders.length > 0 && !openedFolders.includes(folder.uri);
}

/** Hits that a search returns at most. */
export const SEARCH_LIMIT = 50;

/** Pinned first, then newest first; equal times by id, so that the order is the same each time. */
export function bySummaryOrder(a: ConversationSummary, b: ConversationSummary): number {
  return Number(b.pinned) - Number(a.pinned) || b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1);
}
