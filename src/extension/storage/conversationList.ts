/**
 * What a list shows of each file: its last summary line; and for a search its text. Both are cached by name, size and time of the
 * file, the texts only for a while. A search reads summaries only of the files that contain its words.
 */
import type { Clock } from '../../client/clock.ts';
import { CONVERSATION_SCHEMA } from '../../conversation/conversation.ts';
import {
  createReplay,
  decode,
  readSummary,
  type StoredSummary,
  SUMMARY_START,
  splitLines,
  summaryOf,
} from '../../conversation/fileFormat.ts';
import { codeOf } from '../../files/fileErrors.ts';
import { createSearchText, type SearchedWord, type SearchText, toBytes } from './searchText.ts';
import { createSlices } from './slices.ts';
import { type FileEnd, idOf, type StorageFiles } from './storageFiles.ts';

export interface ListedFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly summary: StoredSummary;
  /** The file is of a newer version. */
  readonly isNewer: boolean;
}

interface CachedFile {
  readonly size: number;
  readonly mtimeMs: number;
  readonly file: ListedFile | null;
  readonly text: SearchText | null;
}

/** Bytes at the end of a file in which its last summary is looked for. */
const TAIL = 4 * 1024;
/** Milliseconds for which texts are kept: somebody who searches changes the words several times. */
const KEEP_TEXTS = 60_000;
/** Bytes of the largest file whose text is kept. */
const MAX_TEXT = 256 * 1024;
/** Milliseconds of reading after which others get their turn. */
const SLICE = 8;
const START = `\n${SUMMARY_START}`;

export function createConversationList(files: StorageFiles, clock: Clock) {
  const cache = new Map<string, CachedFile>();
  let cancelForgetting: (() => void) | null = null;

  function forgetTexts(): void {
    for (const [name, cached] of cache) cache.set(name, { ...cached, text: null });
  }

  /** Null if the file has changed or is not cached. */
  async function cachedFile(name: string): Promise<CachedFile | null> {
    const cached = cache.get(name);
    const stat = cached ? await files.stat(name) : null;
    return cached && stat && isSame(cached, stat) ? cached : null;
  }

  function keep(name: string, end: FileEnd, part: Pick<CachedFile, 'file'> | Pick<CachedFile, 'text'>): void {
    const cached = cache.get(name);
    const rest = cached && isSame(cached, end) ? cached : { file: null, text: null };
    cache.set(name, { ...rest, ...part, size: end.size, mtimeMs: end.mtimeMs });
  }

  async function textOf(name: string): Promise<SearchText | null> {
    const end = await files.readEnd(name, Number.POSITIVE_INFINITY);
    if (!end) return null;
    const text = createSearchText(end.latin1);
    if (end.size <= MAX_TEXT) keep(name, end, { text });
    return text;
  }

  async function look(id: string, name: string): Promise<ListedFile | 'unreadable' | null> {
    const end = await files.readEnd(name, TAIL);
    if (!end) return null;
    const summary = lastSummary(end.latin1);
    const file = summary ? { id, name, bytes: end.size, summary, isNewer: false } : await readWhole(id, name, end.size);
    if (file && file !== 'unreadable') keep(name, end, { file });
    return file;
  }

  /** While a long answer arrives, and of damaged files and those of a newer version. */
  async function readWhole(id: string, name: string, bytes: number): Promise<ListedFile | 'unreadable' | null> {
    const whole = await files.read(name);
    if (!whole) return null;
    const replay = createReplay(id);
    const { lines, rest } = splitLines(whole);
    for (const line of [...lines, decode(rest)]) replay.add(line);
    if (replay.isUnreadable) return 'unreadable';
    const isNewer = replay.schema !== null && replay.schema > CONVERSATION_SCHEMA;
    return { id, name, bytes, summary: summaryOf(replay.conversation), isNewer };
  }

  return {
    /** The files that contain all words, and the names of those files of which nothing can be read. */
    async scan(words: readonly SearchedWord[] = []): Promise<{ listed: ListedFile[]; unreadable: string[] }> {
      if (words.length > 0) {
        cancelForgetting?.();
        cancelForgetting = clock.after(KEEP_TEXTS, forgetTexts);
      }
      const listed: ListedFile[] = [];
      const unreadable: string[] = [];
      const slices = createSlices(SLICE);
      const names = new Set(await files.names());
      for (const name of names) {
        const id = idOf(name);
        if (id === null) continue;
        await slices.next();
        try {
          const cached = await cachedFile(name);
          if (words.length > 0) {
            const text = cached?.text ?? (await textOf(name));
            if (!text || !words.every((word) => text.contains(word))) continue;
          }
          const file = cached?.file ?? (await look(id, name));
          if (file === 'unreadable') unreadable.push(name);
          else if (file) listed.push(file);
        } catch (error) {
          if (codeOf(error) === undefined) throw error; // held by another process for a moment
        }
      }
      for (const name of cache.keys()) if (!names.has(name)) cache.delete(name);
      return { listed, unreadable };
    },
    dispose: () => cancelForgetting?.(),
  };
}

function isSame(a: Pick<CachedFile, 'size' | 'mtimeMs'>, b: Pick<CachedFile, 'size' | 'mtimeMs'>): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs;
}

function lastSummary(tail: string): StoredSummary | null {
  const at = tail.lastIndexOf(START) + 1;
  const end = at > 0 ? tail.indexOf('\n', at) : -1;
  if (end === -1) return null;
  const latin1 = tail.slice(at, end);
  const line = /^[\x00-\x7f]*$/.test(latin1) ? latin1 : decode(toBytes(latin1));
  return line === null ? null : readSummary(line);
}
