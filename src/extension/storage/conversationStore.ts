/**
 * The store on files, whatever they stand on: docs/storage.md says what stands where. One instance a window; several windows share
 * the folder.
 */

import { type Conversation, isRunning } from '../../conversation/conversation.ts';
import { findInConversation, queryWords } from '../../conversation/findWords.ts';
import { keptPart, mayBeKept } from '../../conversation/keptPart.ts';
import {
  bySummaryOrder,
  type ConversationStore,
  type ConversationSummary,
  type Hit,
  type Loaded,
  type SaveResult,
  SEARCH_LIMIT,
  type StoreChange,
  type StoreWarning,
} from '../../conversation/store.ts';
import { interrupt, summarize } from '../../conversation/summary.ts';
import type { StoreFiles } from './diskFiles.ts';
import { codeOf, toWarning } from './fileErrors.ts';
import { isFileId, newestRevisions, parseName, setAsideName, wholeName } from './fileNames.ts';
import { searchFiles } from './fileSearch.ts';
import { readConversation } from './readConversation.ts';
import { createSaveQueue } from './saveQueue.ts';
import { createSaving } from './saving.ts';
import type { Scan, ScannedFile } from './scannedFile.ts';
import type { Owners } from './windowHeartbeat.ts';

export interface StoreParts {
  readonly files: StoreFiles;
  /** Reads the first lines of the newest revisions among these names. */
  readonly scan: (names: readonly string[]) => Promise<Scan>;
  readonly owners: Pick<Owners, 'id' | 'announce' | 'isAlive' | 'dispose'>;
  /** Calls when another window changed the folder; null when that cannot be noticed now. */
  readonly watch: (onChange: () => void) => { dispose(): void } | null;
  readonly copyTitle: (title: string) => string;
  readonly now: () => number;
}

/** Milliseconds until what could not be written is tried again. */
const TRY_AGAIN = 30_000;
/** Reading again after another window replaced the file in between. */
const MAX_READS = 10;

export function createKeptStore(parts: StoreParts): ConversationStore {
  const { files, owners, now } = parts;
  const listeners = new Set<(change: StoreChange) => void>();
  /** What must not be kept, and what could not be written. */
  const inMemory = new Map<string, { conversation: Conversation; kept: 'memory' | 'unsaved' }>();
  /** Conversations that go on under another id since another window changed them too. */
  const copies = new Map<string, string>();
  /** Last revision written by this window. */
  const revisions = new Map<string, number>();
  let warning: StoreWarning | null = null;
  let tryAgain: ReturnType<typeof setInterval> | null = null;
  let watching: { dispose(): void } | null = null;

  const saving = createSaving({
    files,
    owner: owners.id,
    newId: () => crypto.randomUUID(),
    copyTitle: parts.copyTitle,
    now,
    onRunning: owners.announce,
    onSetAside: (file, reason) => emit({ type: 'quarantined', file, reason }),
  });
  const queue = createSaveQueue(write);

  function emit(change: StoreChange): void {
    for (const listener of [...listeners]) listener(change);
  }

  function warn(next: StoreWarning | null): void {
    if (next && !tryAgain) {
      tryAgain = setInterval(() => void saveUnsaved(), TRY_AGAIN);
      // In a browser it is a number.
      if (typeof tryAgain === 'object') tryAgain.unref();
    } else if (!next && tryAgain) {
      clearInterval(tryAgain);
      tryAgain = null;
    }
    if (warning === next) return;
    warning = next;
    emit({ type: 'warning', warning });
  }

  async function saveUnsaved(): Promise<void> {
    const unsaved = [...inMemory.values()].filter((each) => each.kept === 'unsaved');
    for (const { conversation } of unsaved) await queue.add(conversation);
  }

  async function write(given: Conversation): Promise<SaveResult> {
    const conversation = { ...given, id: copies.get(given.id) ?? given.id };
    const { id } = conversation;
    if (!isFileId(id)) throw new RangeError('The id of a conversation must be able to be a file name.');
    if (!mayBeKept(conversation)) {
      const before = inMemory.get(id);
      inMemory.set(id, { conversation, kept: 'memory' });
      if (before?.kept !== 'memory') {
        saving.forget(id);
        await removeFiles(id);
      }
      if (!before || listLine(before.conversation) !== listLine(conversation)) emit({ type: 'list', id });
      return { type: 'notKept' };
    }
    try {
      if (conversation.turns.length > 0 && keptPart(conversation).turns.length === 0) {
        inMemory.set(id, { conversation, kept: 'memory' });
        return { type: 'notKept' };
      }
      const result = await saving.save(conversation);
      inMemory.delete(id);
      if (result.type === 'copied') copies.set(id, result.conversation.id);
      if (![...inMemory.values()].some((each) => each.kept === 'unsaved')) warn(null);
      startWatching();
      // A growing answer leaves the revision, and with it everything that a list shows, as it was.
      const isPartial = result.type === 'saved' && result.revision === revisions.get(id);
      if (result.type === 'saved') revisions.set(id, result.revision);
      if (!isPartial) emit({ type: 'list', id });
      return id !== given.id && result.type === 'saved'
        ? { type: 'copied', conversation: result.conversation ?? { ...conversation, revision: result.revision } }
        : result;
    } catch (error) {
      const reason = toWarning(error);
      if (!reason) throw error;
      inMemory.set(id, { conversation, kept: 'unsaved' });
      warn(reason);
      emit({ type: 'list', id });
      return { type: 'unsaved', warning: reason };
    }
  }

  async function removeFiles(id: string): Promise<void> {
    for (const name of await files.names()) {
      const file = parseName(name);
      if (file.kind !== 'foreign' && file.id === id) await files.remove(name);
    }
  }

  async function quarantined(name: string, reason: string): Promise<string> {
    const aside = setAsideName(name, now());
    try {
      await files.rename(name, aside);
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      return name;
    }
    emit({ type: 'quarantined', file: aside, reason });
    return aside;
  }

  function summaryOf(file: ScannedFile, isAlive: (owner: string) => boolean): ConversationSummary {
    const { header } = file;
    const runs = header.owner !== null && isAlive(header.owner);
    const state = header.state !== null && isRunning(header.state) && !runs ? 'interrupted' : header.state;
    return {
      id: file.id,
      title: header.title,
      createdAt: header.createdAt,
      updatedAt: header.updatedAt,
      pinned: header.pinned,
      folder: header.folder,
      state,
      turns: header.turns,
      revision: file.revision,
      kept: file.newer ? 'newer' : 'disk',
      runningElsewhere: runs && header.owner !== owners.id,
      bytes: file.bytes,
    };
  }

  async function scanAll() {
    const names = await files.names();
    const { files: scanned, damaged } = await parts.scan(names);
    for (const { name, reason } of damaged) await quarantined(name, reason);
    // An older revision that a crash left beside a damaged one is found by the next look.
    const again = damaged.length > 0 ? (await parts.scan(await files.names())).files : scanned;
    const known = new Map<string, boolean>();
    const isAlive = (owner: string) => {
      const alive = known.get(owner) ?? owners.isAlive(owner);
      known.set(owner, alive);
      return alive;
    };
    return again
      .filter((file) => !inMemory.has(file.id))
      .map((file) => ({ file, summary: summaryOf(file, isAlive) }))
      .sort((a, b) => bySummaryOrder(a.summary, b.summary));
  }

  function memorySummaries(): ConversationSummary[] {
    return [...inMemory.values()].map(({ conversation, kept }) =>
      summarize(conversation, { kept, runningElsewhere: false, bytes: 0 }),
    );
  }

  function startWatching(): void {
    watching ??= parts.watch(() => emit({ type: 'list', id: null }));
  }

  async function read(id: string, opened: (conversation: Conversation, owner: string | null) => void): Promise<Loaded> {
    await queue.settled(id);
    const held = inMemory.get(id);
    if (held) return { type: 'ok', conversation: held.conversation, runningElsewhere: false };
    if (!isFileId(id)) return { type: 'missing' };
    for (let tries = 0; tries < MAX_READS; tries++) {
      const own = (await files.names()).filter((name) => name.startsWith(`${id}.`));
      const revision = newestRevisions(own).get(id);
      if (revision === undefined) return { type: 'missing' };
      try {
        const found = await readConversation(files, own, id, revision);
        if (found.type === 'newer') return { type: 'readOnly', schema: found.schema, conversation: found.conversation };
        if (found.type === 'damaged') {
          const file = await quarantined(wholeName(id, revision), found.reason);
          emit({ type: 'list', id });
          return {
            type: 'quarantined',
            file,
            reason: found.reason,
            recovered: found.recovered && interrupt(found.recovered),
          };
        }
        const alive = found.owner !== null && owners.isAlive(found.owner);
        const conversation = alive ? found.conversation : interrupt(found.conversation);
        opened(conversation, alive ? found.owner : null);
        return { type: 'ok', conversation, runningElsewhere: alive && found.owner !== owners.id };
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error;
      }
    }
    return { type: 'missing' };
  }

  startWatching();

  return {
    get warning() {
      return warning;
    },

    async list() {
      try {
        const onDisk = (await scanAll()).map(({ summary }) => summary);
        return [...onDisk, ...memorySummaries()].sort(bySummaryOrder);
      } catch (error) {
        const reason = toWarning(error);
        if (!reason) throw error;
        warn(reason);
        return memorySummaries().sort(bySummaryOrder);
      }
    },

    async load(id) {
      copies.delete(id);
      return read(id, saving.opened);
    },

    peek: (id) => read(id, () => {}),

    save: (conversation) => queue.add(conversation),

    async remove(id) {
      await queue.settled(id);
      inMemory.delete(id);
      saving.forget(id);
      if (!isFileId(id)) return;
      await removeFiles(id);
      await files.syncFolder();
      emit({ type: 'list', id });
    },

    async search(query, signal) {
      const words = queryWords(query);
      if (words.length === 0) return [];
      const hits: Hit[] = [];
      for (const summary of memorySummaries()) {
        const held = inMemory.get(summary.id);
        const found = held && findInConversation(held.conversation, words);
        if (found) hits.push({ summary, ...found });
      }
      hits.push(...(await searchFiles(files, await scanAll(), words, signal)));
      return hits.sort((a, b) => bySummaryOrder(a.summary, b.summary)).slice(0, SEARCH_LIMIT);
    },

    onDidChange(listener) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },

    flush: () => queue.allSettled(),

    dispose() {
      listeners.clear();
      watching?.dispose();
      if (tryAgain) clearInterval(tryAgain);
      owners.dispose();
    },
  };
}

/** What a list shows of a conversation that is not on disk, but for the time of its last change. */
function listLine(conversation: Conversation): string {
  return JSON.stringify(
    summarize({ ...conversation, updatedAt: 0 }, { kept: 'memory', runningElsewhere: false, bytes: 0 }),
  );
}
