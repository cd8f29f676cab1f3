/** The file of one conversation as this window reads and writes it. docs/storage.md describes it. */
import type { Clock } from '../../client/clock.ts';
import { type Change, GapError, reduce } from '../../conversation/changes.ts';
import { CONVERSATION_SCHEMA, type Conversation, isRunning } from '../../conversation/conversation.ts';
import {
  type ChangeLine,
  changeLine,
  changesOf,
  headerLine,
  readChange,
  splitLines,
  summaryLine,
} from '../../conversation/fileFormat.ts';
import type { Loaded, StorageStatus, StoreFollower } from '../../conversation/store.ts';
import { mayBeStored, storedPart } from '../../conversation/stored.ts';
import { interruptions } from '../../conversation/summary.ts';
import { codeOf } from './fileErrors.ts';
import { createPendingLines } from './pendingLines.ts';
import { type ReadLog, readLog } from './readLog.ts';
import { corruptName, type FileStat, fileName, type StorageFiles } from './storageFiles.ts';
import type { WindowHeartbeat } from './windowHeartbeat.ts';

export interface LogParts {
  readonly files: StorageFiles;
  readonly heartbeat: Pick<WindowHeartbeat, 'id' | 'runs' | 'set' | 'others'>;
  readonly clock: Clock;
  /** Numbers the lines of this window. */
  readonly nextNumber: () => number;
  /** `isListed`: something that a list shows may have changed. */
  readonly onWritten: (isListed: boolean) => void;
  /** The disk refused. Throws what is not an error of the file system. */
  readonly onRefused: (error: unknown) => void;
  readonly onStatus: () => void;
  readonly onQuarantined: (file: string) => void;
}

/** Milliseconds between two writes of an arriving answer: what a crash may lose at most. */
const WRITE_INTERVAL = 1000;
/** A file is rewritten when it has more than twice the lines that it needs, and at least this many more. */
const COMPACT_ABOVE = 32;

export type ConversationLog = ReturnType<typeof createConversationLog>;

export function createConversationLog(id: string, parts: LogParts) {
  const { files, heartbeat, clock } = parts;
  const name = fileName(id);
  const pending = createPendingLines(parts);
  let conversation: Conversation | null = null;
  let status: StorageStatus = 'disk';
  let file: 'unknown' | 'there' | 'absent' = 'unknown';
  /** What of the file is known: up to this byte, of the file with this identity, up to these lines of each window. */
  let position = 0;
  let identity = '';
  let seen = new Map<string, number>();
  let follower: StoreFollower | null = null;
  let cancelWrite: (() => void) | null = null;
  let tail: Promise<unknown> = Promise.resolve();

  /** One after the other: what reads the file must not meet what this window is writing. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = tail.then(work);
    tail = result.catch(() => undefined);
    return result;
  }

  function setStatus(next: StorageStatus): void {
    if (next === status) return;
    status = next;
    if (next === 'deleted' || next === 'memory') pending.clear();
    parts.onStatus();
  }

  const isClosed = () => status === 'deleted' || status === 'newer';
  const isAlive = () => {
    const others = heartbeat.others().get(id);
    return (turnId: string) => heartbeat.runs(turnId) || (others?.has(turnId) ?? false);
  };

  /** With the turns of windows that are gone interrupted. */
  function withoutAbandoned(read: Conversation): Conversation {
    return interruptions(read, isAlive()).reduce(reduce, read);
  }

  function record(next: Conversation, changes: readonly Change[]): void {
    conversation = next;
    // First of all, so that no other window takes a question for interrupted that this one has just written.
    for (const change of changes) {
      if (change.type === 'turnAdded') heartbeat.set(id, change.turn.id, isRunning(change.turn.answer.state));
      else if (change.type === 'ended' || change.type === 'turnRemoved') heartbeat.set(id, change.turnId, false);
    }
    if (isClosed()) return;
    if (!mayBeStored(next)) {
      const wasStored = status !== 'memory';
      setStatus('memory');
      if (wasStored) void inTurn(removeFile).catch(parts.onRefused);
      return;
    }
    if (status === 'memory') setStatus('disk');
    const isUrgent = pending.add(next, changes);
    if (isUrgent || file === 'unknown') void flush();
    else if (!pending.isEmpty()) cancelWrite ??= clock.after(WRITE_INTERVAL, () => void inTurn(() => write(false)));
  }

  async function removeFile(): Promise<void> {
    for (const other of await files.names()) {
      if (other === name || other.startsWith(`${name}.`)) await files.remove(other);
    }
    file = 'absent';
  }

  function flush(): Promise<void> {
    return inTurn(() => write(true));
  }

  async function write(isLast: boolean): Promise<void> {
    cancelWrite?.();
    cancelWrite = null;
    if (!conversation || isClosed() || status === 'memory') return;
    if (pending.isEmpty() && file === 'there') return;
    // The summary is to know what other windows have written.
    if (follower && file === 'there') await quietly(true, readTail);
    const batch = pending.take(isLast);
    try {
      const stat = await put(batch);
      if (!stat) return;
      if (stat.size === position + lastLength) position = stat.size;
      else if (follower && (await readTail())) {
        // Another window wrote at the same moment: its summary and this one's lack each other's changes.
        await files.append(name, `\n${summaryLine(storedPart(conversation))}`);
      }
      file = 'there';
      setStatus('disk');
      parts.onWritten(batch.length === 0 || batch.some(({ change }) => change.type !== 'text'));
    } catch (error) {
      pending.putBack(batch);
      setStatus('unsaved');
      parts.onRefused(error);
    }
  }

  /** Length in bytes of what was last appended. */
  let lastLength = 0;

  /** Appends the lines, or creates the file; null when there is nothing to write or the file was deleted. */
  async function put(batch: readonly ChangeLine[]): Promise<FileStat | null> {
    if (!conversation) return null;
    const stored = storedPart(conversation);
    const isText = batch.every(({ change }) => change.type === 'text');
    // Begins with a line feed: whatever a crash left of another line does not spoil these.
    const text = `\n${batch.map(changeLine).join('')}${isText ? '' : summaryLine(stored)}`;
    lastLength = batch.length === 0 ? 0 : new TextEncoder().encode(text).length;
    const append = () => (batch.length === 0 ? files.stat(name) : files.append(name, text));
    if (file !== 'absent') {
      const stat = await append();
      if (stat) return stat;
      if (file === 'there') {
        setStatus('deleted');
        return null;
      }
      file = 'absent';
    }
    if (stored.turns.length === 0 && !stored.hasCustomTitle && !stored.pinned) return null;
    const created = await files.create(name, wholeText(stored));
    if (created) {
      position = created.size;
      identity = created.identity;
      lastLength = 0;
      return created;
    }
    // Another window has created it at the same moment.
    file = 'there';
    return append();
  }

  function wholeText(stored: Conversation): string {
    const lines = changesOf(stored).map((change) =>
      changeLine({ by: heartbeat.id, n: parts.nextNumber(), at: stored.updatedAt, change }),
    );
    return `${headerLine(stored)}${lines.join('')}${summaryLine(stored)}`;
  }

  /** Reads the whole file and remembers how far; null when there is none. */
  async function readAll(): Promise<ReadLog | null> {
    const found = await readLog(files, clock, id);
    if (!found) return null;
    position = found.size;
    identity = found.identity;
    seen = found.replay.seen;
    return found;
  }

  async function load(): Promise<Loaded> {
    if (status === 'deleted') {
      conversation = null;
      setStatus('disk');
    }
    await write(true);
    if (conversation && (status === 'memory' || status === 'unsaved'))
      return { type: 'ok', conversation, damage: null };
    const found = await readAll();
    if (!found) {
      file = 'absent';
      return { type: 'missing' };
    }
    const { replay } = found;
    if (replay.isUnreadable) {
      file = 'absent';
      return { type: 'quarantined', file: await setAside(files.rename) };
    }
    file = 'there';
    const loaded = withoutAbandoned(replay.conversation);
    if (replay.schema !== null && replay.schema > CONVERSATION_SCHEMA) {
      setStatus('newer');
      return { type: 'readOnly', schema: replay.schema, conversation: replay.damaged > 0 ? null : loaded };
    }
    conversation = loaded;
    const damage = replay.damaged > 0 ? await setAside(files.copy) : null;
    if (!loaded.turns.some((turn) => isRunning(turn.answer.state))) await compact(loaded, found);
    return { type: 'ok', conversation: loaded, damage };
  }

  /** Returns the name that the file, or its copy, has then: the old one when the file system refuses. */
  async function setAside(act: (from: string, to: string) => Promise<void>): Promise<string> {
    const to = corruptName(name, clock.now());
    const aside = await quietly(name, () => act(name, to).then(() => to));
    parts.onQuarantined(aside);
    return aside;
  }

  async function compact(loaded: Conversation, { replay, size }: ReadLog): Promise<void> {
    const needed = changesOf(loaded).length + 2;
    if (replay.damaged === 0 && replay.lines <= Math.max(2 * needed, needed + COMPACT_ABOVE)) return;
    const stat = await quietly(null, () => files.replace(name, wholeText(loaded), size));
    if (!stat) return;
    position = stat.size;
    identity = stat.identity;
  }

  /** The fallback when the file system refuses. */
  async function quietly<T>(fallback: T, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      return fallback;
    }
  }

  /** Tells the follower what other windows have appended. Resolves to whether they have. */
  async function readTail(): Promise<boolean> {
    if (file !== 'there') return true;
    const stat = await files.stat(name);
    if (!stat) {
      if (follower) setStatus('deleted');
      return true;
    }
    if (!follower) return stat.size !== position;
    if (stat.identity !== identity || stat.size < position) return replaceAll();
    const bytes = stat.size > position ? await files.read(name, position) : null;
    if (!bytes) return false;
    const { lines, rest } = splitLines(bytes);
    position += bytes.length - rest.length;
    const changes: Change[] = [];
    for (const line of lines) {
      const read = line === null ? null : readChange(line);
      if (!read || read.by === heartbeat.id || read.n <= (seen.get(read.by) ?? 0)) continue;
      seen.set(read.by, read.n);
      changes.push(read.change);
    }
    if (changes.length === 0) return false;
    try {
      follower?.changed(changes);
    } catch (error) {
      if (!(error instanceof GapError)) throw error;
      return replaceAll();
    }
    return true;
  }

  async function replaceAll(): Promise<boolean> {
    const found = await readAll();
    if (!found || found.replay.isUnreadable) return true;
    follower?.replaced(withoutAbandoned(found.replay.conversation));
    return true;
  }

  return {
    get status(): StorageStatus {
      return status;
    },
    /** The conversation, when it is only in the memory of this window. */
    get inMemory(): Conversation | null {
      return status === 'memory' || status === 'unsaved' ? conversation : null;
    },
    get isFollowed(): boolean {
      return follower !== null;
    },
    record,
    flush,
    load: () => inTurn(load),
    poll: () => inTurn(readTail),
    /** Ends the turns of other windows that are gone. */
    endAbandoned(): void {
      if (!conversation?.turns.some(({ id, answer }) => isRunning(answer.state) && !heartbeat.runs(id))) return;
      const changes = interruptions(conversation, isAlive());
      if (changes.length > 0) follower?.changed(changes);
    },
    follow(next: StoreFollower): void {
      follower = next;
    },
    unfollow(): void {
      follower = null;
    },
    /** The conversation is deleted by this window. */
    remove(): Promise<void> {
      setStatus('deleted');
      cancelWrite?.();
      for (const turn of conversation?.turns ?? []) heartbeat.set(id, turn.id, false);
      return inTurn(removeFile);
    },
  };
}
