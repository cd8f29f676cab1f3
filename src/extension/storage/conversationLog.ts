/** Reads and writes the file of one conversation for this window. docs/storage.md describes the format. */
import type { Clock } from '../../client/clock.ts';
import type { Change } from '../../conversation/change.ts';
import { reduce } from '../../conversation/changes.ts';
import { CONVERSATION_SCHEMA, type Conversation, isPending } from '../../conversation/conversation.ts';
import { type ChangeLine, changeLine, changesOf, headerLine, summaryLine } from '../../conversation/fileFormat.ts';
import type { Loaded, StorageStatus, StoreFollower } from '../../conversation/store.ts';
import { mayBeStored, storedPart } from '../../conversation/stored.ts';
import { interruptions } from '../../conversation/summary.ts';
import { codeOf } from '../../files/fileErrors.ts';
import { createPendingLines } from './pendingLines.ts';
import { type ReadLog, readLog } from './readLog.ts';
import { corruptName, fileName, type StorageFiles } from './storageFiles.ts';
import type { WindowHeartbeat } from './windowHeartbeat.ts';

export interface ConversationLogDeps {
  readonly files: StorageFiles;
  readonly heartbeat: Pick<WindowHeartbeat, 'id' | 'runs' | 'set' | 'others'>;
  readonly clock: Clock;
  /** Numbers the lines of this window. */
  readonly nextNumber: () => number;
  /** `isListed`: data that lists of conversations show may have changed. */
  readonly onWritten: (isListed: boolean) => void;
  /** The same for a conversation that is not written. */
  readonly onListed: () => void;
  /** A read or write failed. Throws the error again if it is not a file system error. */
  readonly onFileError: (error: unknown) => void;
  readonly onStatus: () => void;
  readonly onQuarantined: (file: string) => void;
}

/** Milliseconds between two writes of a streaming answer. A crash loses at most the text of this interval. */
const WRITE_INTERVAL = 1000;

const isListed = ({ type }: Change) => type !== 'text';

export type ConversationLog = ReturnType<typeof createConversationLog>;

export function createConversationLog(id: string, deps: ConversationLogDeps) {
  const { files, heartbeat, clock } = deps;
  const name = fileName(id);
  const pending = createPendingLines(deps);
  let conversation: Conversation | null = null;
  let status: StorageStatus = 'disk';
  let file: 'unknown' | 'present' | 'absent' = 'unknown';
  /** Size in bytes of the file when this window last read or wrote it. A file of another size has lines of other windows. */
  let knownSize = 0;
  let follower: StoreFollower | null = null;
  let cancelWrite: (() => void) | null = null;
  let lastTask: Promise<unknown> = Promise.resolve();

  /** Runs file operations one after the other, so that none reads while another one writes. */
  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = lastTask.then(work);
    lastTask = result.catch(() => undefined);
    return result;
  }

  function setStatus(next: StorageStatus): void {
    if (next === status) return;
    status = next;
    if (next === 'deleted' || next === 'memory') pending.clear();
    deps.onStatus();
  }

  const isClosed = () => status === 'deleted' || status === 'newer';
  const isAlive = () => {
    const others = heartbeat.others().get(id);
    return (turnId: string) => heartbeat.runs(turnId) || (others?.has(turnId) ?? false);
  };

  /** Marks running turns of closed windows as interrupted. */
  function withoutAbandoned(read: Conversation): Conversation {
    return interruptions(read, isAlive()).reduce(reduce, read);
  }

  function record(next: Conversation, changes: readonly Change[]): void {
    conversation = next;
    // The heartbeat is set before the file is written. Otherwise another window could treat the new question as interrupted.
    for (const change of changes) {
      if (change.type === 'turnAdded') heartbeat.set(id, change.turn.id, isPending(change.turn.answer.state));
      else if (change.type === 'ended' || change.type === 'turnRemoved') heartbeat.set(id, change.turnId, false);
    }
    if (isClosed()) return;
    if (!mayBeStored(next)) {
      const wasStored = status !== 'memory';
      setStatus('memory');
      if (wasStored) void enqueue(removeFile).catch(deps.onFileError);
      else if (changes.some(isListed)) deps.onListed();
      return;
    }
    if (status === 'memory') setStatus('disk');
    const isUrgent = pending.add(next, changes);
    if (isUrgent || file === 'unknown') void flush();
    else if (!pending.isEmpty()) cancelWrite ??= clock.after(WRITE_INTERVAL, () => void enqueue(() => write(false)));
  }

  async function removeFile(): Promise<void> {
    for (const other of await files.names()) {
      if (other === name || other.startsWith(`${name}.`)) await files.remove(other);
    }
    file = 'absent';
  }

  function flush(): Promise<void> {
    return enqueue(() => write(true));
  }

  async function write(isLast: boolean): Promise<void> {
    cancelWrite?.();
    cancelWrite = null;
    if (!conversation || isClosed() || status === 'memory') return;
    if (pending.isEmpty() && file === 'present') return;
    const batch = pending.take(isLast);
    try {
      const isAlone = await put(batch);
      if (isAlone === null) return;
      file = 'present';
      setStatus('disk');
      // The summary must include the changes that other windows have written.
      if (!isAlone && (await replaceAll())) await append(`\n${summaryLine(storedPart(conversation))}`);
      deps.onWritten(batch.length === 0 || batch.some(({ change }) => isListed(change)));
    } catch (error) {
      pending.putBack(batch);
      setStatus('unsaved');
      deps.onFileError(error);
    }
  }

  /** Returns false if another window has written since the file was last read, and null if there is no file. */
  async function append(text: string): Promise<boolean | null> {
    const stat = await files.append(name, text);
    if (!stat) return null;
    const isAlone = stat.size === knownSize + new TextEncoder().encode(text).length;
    if (isAlone) knownSize = stat.size;
    return isAlone;
  }

  /** Appends the lines or creates the file. Returns what `append` returns; null also if there is nothing to write. */
  async function put(batch: readonly ChangeLine[]): Promise<boolean | null> {
    if (!conversation) return null;
    const stored = storedPart(conversation);
    const isText = batch.every(({ change }) => change.type === 'text');
    // The leading line feed separates the lines from a line that a crash may have left incomplete.
    const text = batch.length === 0 ? '' : `\n${batch.map(changeLine).join('')}${isText ? '' : summaryLine(stored)}`;
    // Its lines are numbered before those of changes that arrive while the file is written.
    const whole = file === 'present' ? '' : wholeText(stored);
    if (file !== 'absent') {
      const isAlone = await append(text);
      if (isAlone !== null) return isAlone;
      if (file === 'present') {
        setStatus('deleted');
        return null;
      }
      file = 'absent';
    }
    if (stored.turns.length === 0 && !stored.hasCustomTitle && !stored.pinned) return null;
    const created = await files.create(name, whole);
    // Another window has created the file at the same time.
    if (!created) return append(text);
    knownSize = created.size;
    return true;
  }

  function wholeText(stored: Conversation): string {
    const lines = changesOf(stored).map((change) =>
      changeLine({ by: heartbeat.id, n: deps.nextNumber(), at: stored.updatedAt, change }),
    );
    return `${headerLine(stored)}${lines.join('')}${summaryLine(stored)}`;
  }

  async function load(): Promise<Loaded> {
    if (status === 'deleted') {
      conversation = null;
      setStatus('disk');
    }
    await write(true);
    if (conversation && (status === 'memory' || status === 'unsaved'))
      return { type: 'ok', conversation, damage: null };
    const found = await readLog(files, clock, id);
    if (!found) {
      file = 'absent';
      return { type: 'missing' };
    }
    knownSize = found.size;
    const { replay } = found;
    if (replay.isUnreadable) {
      file = 'absent';
      return { type: 'quarantined', file: await quarantine(files.rename) };
    }
    file = 'present';
    const loaded = withoutAbandoned(replay.conversation);
    if (replay.schema !== null && replay.schema > CONVERSATION_SCHEMA) {
      setStatus('newer');
      return { type: 'readOnly', conversation: replay.damaged > 0 ? null : loaded };
    }
    conversation = loaded;
    const damage = replay.damaged > 0 ? await quarantine(files.copy) : null;
    if (damage !== null && !loaded.turns.some((turn) => isPending(turn.answer.state))) await repair(loaded, found);
    return { type: 'ok', conversation: loaded, damage };
  }

  /** Moves or copies the damaged file. Returns the new name, or the old one if this fails. */
  async function quarantine(act: (from: string, to: string) => Promise<void>): Promise<string> {
    const to = corruptName(name, clock.now());
    const quarantinedName = await orFallback(name, () => act(name, to).then(() => to));
    deps.onQuarantined(quarantinedName);
    return quarantinedName;
  }

  /** Writes the file again without its damaged lines. */
  async function repair(loaded: Conversation, { size }: ReadLog): Promise<void> {
    const stat = await orFallback(null, () => files.replace(name, wholeText(loaded), size));
    if (stat) knownSize = stat.size;
  }

  /** Returns the fallback if a file operation fails. */
  async function orFallback<T>(fallback: T, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      return fallback;
    }
  }

  /** Passes the conversation to the follower if other windows have changed the file. Returns whether they have. */
  async function readChanges(): Promise<boolean> {
    if (file !== 'present') return true;
    const stat = await files.stat(name);
    if (stat?.size === knownSize) return false;
    if (!stat && follower) setStatus('deleted');
    if (stat && !pending.isEmpty()) await write(true);
    else if (stat) await replaceAll();
    return true;
  }

  /** Passes the file to the follower. Returns false if this window has changes that are not in the file: the next write reads it. */
  async function replaceAll(): Promise<boolean> {
    const found = follower && (await readLog(files, clock, id));
    if (!found || found.replay.isUnreadable || !pending.isEmpty()) return false;
    knownSize = found.size;
    follower?.replaced(withoutAbandoned(found.replay.conversation));
    return true;
  }

  return {
    get status(): StorageStatus {
      return status;
    },
    /** The conversation if it is not on disk; otherwise null. */
    get inMemory(): Conversation | null {
      return status === 'memory' || status === 'unsaved' ? conversation : null;
    },
    get isFollowed(): boolean {
      return follower !== null;
    },
    record,
    flush,
    load: () => enqueue(load),
    poll: () => enqueue(readChanges),
    /** Ends running turns of closed windows. */
    endAbandoned(): void {
      if (!conversation?.turns.some(({ id, answer }) => isPending(answer.state) && !heartbeat.runs(id))) return;
      const ended = withoutAbandoned(conversation);
      if (ended !== conversation) follower?.replaced(ended);
    },
    follow(next: StoreFollower): void {
      follower = next;
    },
    unfollow(): void {
      follower = null;
    },
    /** Deletes the conversation. */
    remove(): Promise<void> {
      setStatus('deleted');
      cancelWrite?.();
      for (const turn of conversation?.turns ?? []) heartbeat.set(id, turn.id, false);
      return enqueue(removeFile);
    },
  };
}
