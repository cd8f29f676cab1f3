/**
 * What a list shows of each file: its last summary line, cached by name, size and time of the file. A search reads the text of each file,
 * and summaries only of those that contain its words.
 */
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
import { containsWords, type SearchedWord, toBytes } from './searchText.ts';
import { createSlices } from './slices.ts';
import { idOf, type StorageFiles } from './storageFiles.ts';

export interface ListedFile {
  readonly id: string;
  readonly name: string;
  readonly summary: StoredSummary;
  /** The file is of a newer version. */
  readonly isNewer: boolean;
}

interface CachedFile {
  readonly size: number;
  readonly mtimeMs: number;
  readonly file: ListedFile;
}

/** Bytes at the end of a file in which its last summary is looked for. */
const TAIL = 4 * 1024;
/** Milliseconds of reading after which others get their turn. */
const SLICE = 8;
const START = `\n${SUMMARY_START}`;

export function createConversationList(files: StorageFiles) {
  const cache = new Map<string, CachedFile>();

  /** Null if the file has changed or is not cached. */
  async function cachedFile(name: string): Promise<ListedFile | null> {
    const cached = cache.get(name);
    const stat = cached ? await files.stat(name) : null;
    return cached && cached.size === stat?.size && cached.mtimeMs === stat.mtimeMs ? cached.file : null;
  }

  async function contains(name: string, words: readonly SearchedWord[]): Promise<boolean> {
    if (words.length === 0) return true;
    const end = await files.readEnd(name, Number.POSITIVE_INFINITY);
    return end !== null && containsWords(end.latin1, words);
  }

  async function look(id: string, name: string): Promise<ListedFile | 'unreadable' | null> {
    const end = await files.readEnd(name, TAIL);
    if (!end) return null;
    const summary = lastSummary(end.latin1);
    const file = summary ? { id, name, summary, isNewer: false } : await readWhole(id, name);
    if (file && file !== 'unreadable') cache.set(name, { size: end.size, mtimeMs: end.mtimeMs, file });
    return file;
  }

  /** While a long answer arrives, and of damaged files and those of a newer version. */
  async function readWhole(id: string, name: string): Promise<ListedFile | 'unreadable' | null> {
    const whole = await files.read(name);
    if (!whole) return null;
    const replay = createReplay(id);
    const { lines, rest } = splitLines(whole);
    for (const line of [...lines, decode(rest)]) replay.add(line);
    if (replay.isUnreadable) return 'unreadable';
    const isNewer = replay.schema !== null && replay.schema > CONVERSATION_SCHEMA;
    return { id, name, summary: summaryOf(replay.conversation), isNewer };
  }

  return {
    /** The files that contain all words, and the names of those files of which nothing can be read. */
    async scan(words: readonly SearchedWord[] = []): Promise<{ listed: ListedFile[]; unreadable: string[] }> {
      const listed: ListedFile[] = [];
      const unreadable: string[] = [];
      const slices = createSlices(SLICE);
      const names = new Set(await files.names());
      for (const name of names) {
        const id = idOf(name);
        if (id === null) continue;
        await slices.next();
        try {
          if (!(await contains(name, words))) continue;
          const file = (await cachedFile(name)) ?? (await look(id, name));
          if (file === 'unreadable') unreadable.push(name);
          else if (file) listed.push(file);
        } catch (error) {
          if (codeOf(error) === undefined) throw error; // held by another process for a moment
        }
      }
      for (const name of cache.keys()) if (!names.has(name)) cache.delete(name);
      return { listed, unreadable };
    },
  };
}

function lastSummary(tail: string): StoredSummary | null {
  const at = tail.lastIndexOf(START) + 1;
  const end = at > 0 ? tail.indexOf('\n', at) : -1;
  if (end === -1) return null;
  const latin1 = tail.slice(at, end);
  const line = /^[\x00-\x7f]*$/.test(latin1) ? latin1 : decode(toBytes(latin1));
  return line === null ? null : readSummary(line);
}
