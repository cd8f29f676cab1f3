/** The port to kept conversations. Implementations: memoryStore.ts, and the one on files of the extension (keeping/fileStore.ts). */
import type { AnswerState, Conversation } from './conversation.ts';

/** What is known of a conversation without reading all of it. */
export interface ConversationSummary {
  readonly id: string;
  /** Untrusted, may be blank while nothing was asked. */
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly pinned: boolean;
  readonly folder: Conversation['folder'];
  /** Of the newest turn, except that a running turn goes before; null when nothing was asked. */
  readonly state: AnswerState | null;
  /** Number of turns, of every branch. */
  readonly turns: number;
  readonly revision: number;
  /**
   * Where it is: `disk`; `memory` because it must not be kept (zero retention, temporary); `unsaved` because it could not be
   * written; `newer` on disk in a schema that this version only reads.
   */
  readonly kept: 'disk' | 'memory' | 'unsaved' | 'newer';
  /** Another window runs a request of it. */
  readonly runningElsewhere: boolean;
  /** Size on disk; 0 when it is not there. */
  readonly bytes: number;
}

export type Loaded =
  /** `runningElsewhere`: another window that is alive runs a request of it; saving from here may end in a copy. */
  | { readonly type: 'ok'; readonly conversation: Conversation; readonly runningElsewhere: boolean }
  /** Written by a newer version: to be read only. `conversation` is what could be understood of it, null if nothing. */
  | { readonly type: 'readOnly'; readonly schema: number; readonly conversation: Conversation | null }
  | { readonly type: 'missing' }
  /** Unreadable: put aside under the name `file`, nothing deleted. `recovered` holds the turns that were whole; not saved yet. */
  | {
      readonly type: 'quarantined';
      readonly file: string;
      readonly reason: string;
      readonly recovered: Conversation | null;
    };

/** Why the disk does not take what should be kept. */
export type StoreWarning = 'diskFull' | 'readOnlyFolder' | 'cannotWrite';

export type SaveResult =
  /** It is on disk. When another window had changed it too, `conversation` is the union of both: adopt it. */
  | { readonly type: 'saved'; readonly revision: number; readonly conversation?: Conversation }
  /** Another window holds turns that this one lacks and the other way round: ours is on disk under a new id: adopt it. */
  | { readonly type: 'copied'; readonly conversation: Conversation }
  /** Zero retention or temporary: it is in the memory of this window only, and whatever was on disk of it is deleted. */
  | { readonly type: 'notKept' }
  /** The disk refused: it is in memory only until a later save succeeds. */
  | { readonly type: 'unsaved'; readonly warning: StoreWarning }
  /** On disk in a newer schema, which this version does not overwrite. */
  | { readonly type: 'readOnly'; readonly schema: number }
  /** It was deleted (by another window or the retention period) since it was loaded, and is not written again. */
  | { readonly type: 'deleted' };

/** A place of the conversation that holds words of the query. */
export interface Hit {
  readonly summary: ConversationSummary;
  /** null: the title. */
  readonly turnId: string | null;
  readonly where: 'title' | 'question' | 'answer' | 'source';
  /** The text around the first word found, one line, untrusted. */
  readonly excerpt: string;
}

export type StoreChange =
  /** The list is no longer what it was; `id` when it is one conversation only. */
  | { readonly type: 'list'; readonly id: string | null }
  /** Shown as long as it is not null. */
  | { readonly type: 'warning'; readonly warning: StoreWarning | null }
  /** An unreadable file was put aside. */
  | { readonly type: 'quarantined'; readonly file: string; readonly reason: string };

export interface ConversationStore {
  /** Pinned first, then newest first. Never throws for a single bad file. */
  list(): Promise<ConversationSummary[]>;
  load(id: string): Promise<Loaded>;
  /** The same, only to look: a later save is still compared with what this window loaded or saved before. */
  peek(id: string): Promise<Loaded>;
  /**
   * Resolves when it is on disk, so await it before a question is sent. Saves of one conversation are done in order, and those
   * that wait are joined into the newest. Turns with zero retention are left out of what is written.
   */
  save(conversation: Conversation): Promise<SaveResult>;
  /** Deletes every copy: older revisions, partial and temporary files, and what was set aside of it. */
  remove(id: string): Promise<void>;
  /** Conversations in which every word of the query occurs, newest first, one hit each, at most `SEARCH_LIMIT`. */
  search(query: string, signal?: AbortSignal): Promise<Hit[]>;
  readonly warning: StoreWarning | null;
  onDidChange(listener: (change: StoreChange) => void): { dispose(): void };
  /** Resolves when what is being saved is on disk. */
  flush(): Promise<void>;
  dispose(): void;
}

/** Hits that a search returns at most. */
export const SEARCH_LIMIT = 50;

/** Pinned first, then newest first; equal times by id, so that the order is the same each time. */
export function bySummaryOrder(a: ConversationSummary, b: ConversationSummary): number {
  return Number(b.pinned) - Number(a.pinned) || b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1);
}
