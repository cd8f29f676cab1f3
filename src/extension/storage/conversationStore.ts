/** The conversations in one folder. One instance per window; several windows share the folder. */
import type { Clock } from '../../client/clock.ts';
import { isPending } from '../../conversation/conversation.ts';
import { findInConversation, queryWords } from '../../conversation/findWords.ts';
import {
  bySummaryOrder,
  type ConversationStore,
  type ConversationSummary,
  type Hit,
  isElsewhere,
  SEARCH_LIMIT,
  type StoreChange,
  type StoreWarning,
} from '../../conversation/store.ts';
import { listed } from '../../conversation/summary.ts';
import { codeOf } from '../../files/fileErrors.ts';
import { createConversationList, type ListedFile } from './conversationList.ts';
import { type ConversationLog, createConversationLog } from './conversationLog.ts';
import { readConversation, searchFiles } from './searchFiles.ts';
import { type SearchedWord, searchedWord } from './searchText.ts';
import { corruptName, idOf, isFileId, type StorageFiles } from './storageFiles.ts';
import { toWarning } from './storeWarning.ts';
import type { WindowHeartbeat } from './windowHeartbeat.ts';

export interface StoreParts {
  readonly files: StorageFiles;
  readonly heartbeat: WindowHeartbeat;
  /** Reports which files of the folder have changed; null when the system does not tell. Returns null when it cannot be watched. */
  readonly watch: (onChange: (names: ReadonlySet<string> | null) => void) => { dispose(): void } | null;
  readonly clock: Clock;
}

/** Milliseconds until what could not be written is tried again. */
const RETRY_AFTER = 30_000;
/** Milliseconds between two looks at the files of open conversations, for folders that cannot be watched. */
const POLL_INTERVAL = 5_000;

export function createConversationStore({ files, heartbeat, watch, clock }: StoreParts): ConversationStore {
  const listeners = new Set<(change: StoreChange) => void>();
  const logs = new Map<string, ConversationLog>();
  const conversations = createConversationList(files);
  let lastNumber = 0;
  let warning: StoreWarning | null = null;
  let cancelRetry: (() => void) | null = null;
  let cancelPoll: (() => void) | null = null;
  let watching: { dispose(): void } | null = null;
  let isDisposed = false;

  function emit(change: StoreChange): void {
    for (const listener of [...listeners]) listener(change);
  }

  function warn(next: StoreWarning | null): void {
    if (next) cancelRetry ??= clock.after(RETRY_AFTER, retryUnsaved);
    if (warning === next) return;
    warning = next;
    emit({ type: 'warning', warning });
  }

  function retryUnsaved(): void {
    cancelRetry = null;
    const unsaved = [...logs.values()].filter(({ status }) => status === 'unsaved');
    for (const log of unsaved) void log.flush();
  }

  function handleFileError(error: unknown): void {
    const reason = toWarning(error);
    if (!reason) throw error;
    warn(reason);
  }

  function logOf(id: string): ConversationLog {
    const known = logs.get(id);
    if (known) return known;
    if (!isFileId(id)) throw new RangeError('The id of a conversation must be able to be a file name.');
    const log = createConversationLog(id, {
      files,
      heartbeat,
      clock,
      nextNumber: () => ++lastNumber,
      onWritten(isListed) {
        if (![...logs.values()].some(({ status }) => status === 'unsaved')) warn(null);
        startWatching();
        if (isListed) emit({ type: 'list' });
      },
      onListed: () => emit({ type: 'list' }),
      onFileError: handleFileError,
      onStatus() {
        emit({ type: 'status', id });
        emit({ type: 'list' });
      },
      onQuarantined: (file) => emit({ type: 'quarantined', file }),
    });
    logs.set(id, log);
    return log;
  }

  function startWatching(): void {
    if (!isDisposed) watching ??= watch((names) => void lookAt(names));
  }

  async function lookAt(names: ReadonlySet<string> | null): Promise<void> {
    const ids = names ? [...names].flatMap((name) => idOf(name) ?? []) : [...logs.keys()];
    const isForeign = await Promise.all(
      ids.map(
        (id) =>
          logs
            .get(id)
            ?.poll()
            .catch(() => true) ?? true,
      ),
    );
    if (names === null || isForeign.includes(true)) emit({ type: 'list' });
  }

  function pollSoon(): void {
    cancelPoll ??= clock.after(POLL_INTERVAL, async () => {
      cancelPoll = null;
      const followed = [...logs.values()].filter((log) => log.isFollowed);
      for (const log of followed) {
        await log.poll().catch(() => true);
        log.endAbandoned();
      }
      if (followed.length > 0 && !isDisposed) pollSoon();
    });
  }

  function toSummary(
    { id, summary, isNewer }: ListedFile,
    others: ReturnType<WindowHeartbeat['others']>,
  ): ConversationSummary {
    const { schema: _, ...shown } = summary;
    const runs = summary.state !== null && isPending(summary.state);
    const runningElsewhere = runs && others.has(id);
    return {
      ...shown,
      id,
      state: runs && !runningElsewhere && !heartbeat.runsIn(id) ? 'interrupted' : summary.state,
      kept: isNewer ? 'newer' : 'disk',
      runningElsewhere,
    };
  }

  /** Only conversations whose files contain all words. */
  async function onDisk(words?: readonly SearchedWord[]): Promise<ConversationSummary[]> {
    const { listed, unreadable } = await conversations.scan(words);
    for (const name of unreadable) await quarantine(name);
    const others = heartbeat.others();
    return listed
      .filter(({ id }) => !logs.get(id)?.inMemory)
      .map((file) => toSummary(file, others))
      .sort(bySummaryOrder);
  }

  async function quarantine(name: string): Promise<void> {
    const file = corruptName(name, clock.now());
    try {
      await files.rename(name, file);
      emit({ type: 'quarantined', file });
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
    }
  }

  function inMemory() {
    return [...logs.values()].flatMap((log) => {
      const conversation = log.inMemory;
      if (!conversation || conversation.turns.length === 0) return [];
      const kept: ConversationSummary['kept'] = log.status === 'memory' ? 'memory' : 'unsaved';
      const summary = { ...listed(conversation), id: conversation.id, kept, runningElsewhere: false };
      return [{ conversation, summary }];
    });
  }

  startWatching();

  return {
    get warning() {
      return warning;
    },

    async list() {
      const ours = inMemory().map(({ summary }) => summary);
      try {
        return [...(await onDisk()), ...ours].sort(bySummaryOrder);
      } catch (error) {
        handleFileError(error);
        return ours.sort(bySummaryOrder);
      }
    },

    async load(id) {
      return isFileId(id) ? logOf(id).load() : { type: 'missing' };
    },

    async read(id) {
      if (!isFileId(id)) return null;
      return logs.get(id)?.inMemory ?? readConversation(files, id);
    },

    record: (conversation, changes) => logOf(conversation.id).record(conversation, changes),

    async flush(id) {
      await Promise.all(id === undefined ? [...logs.values()].map((log) => log.flush()) : [logs.get(id)?.flush()]);
    },

    follow(id, follower) {
      const log = logOf(id);
      log.follow(follower);
      pollSoon();
      return {
        dispose() {
          log.unfollow();
          void log.flush().then(() => {
            if (!log.isFollowed && !log.inMemory && logs.get(id) === log) logs.delete(id);
          });
        },
      };
    },

    status: (id) => logs.get(id)?.status ?? 'disk',

    async remove(id) {
      if (!isFileId(id)) return;
      // The log stays, so that a window part that has the conversation open does not write it again.
      await logOf(id).remove();
      emit({ type: 'list' });
    },

    async search(query, { folders = [], signal } = {}) {
      const words = queryWords(query);
      if (words.length === 0) return [];
      const isSearched = (summary: ConversationSummary) => !isElsewhere(summary, folders);
      const hits: Hit[] = inMemory().flatMap(({ conversation, summary }) => {
        const found = isSearched(summary) ? findInConversation(conversation, words) : null;
        return found ? [{ summary, ...found }] : [];
      });
      const candidates = (await onDisk(words.map(searchedWord))).filter(isSearched);
      hits.push(...(await searchFiles(files, candidates, words, signal)));
      return hits.sort((a, b) => bySummaryOrder(a.summary, b.summary)).slice(0, SEARCH_LIMIT);
    },

    onDidChange(listener) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },

    dispose() {
      isDisposed = true;
      listeners.clear();
      watching?.dispose();
      cancelRetry?.();
      cancelPoll?.();
      heartbeat.dispose();
    },
  };
}
