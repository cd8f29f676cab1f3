/**
 * What a list shows of each file: its last summary line; and for a search its text. Both are cached by name, size and time of the
 * file, the texts only for a while.
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
import { codeOf } from './fileErrors.ts';
import { createSearchText, type SearchText } from './searchText.ts';
import { createSlices } from './slices.ts';
import { idOf, type StorageFiles } from './storageFiles.ts';

export interface ListedFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly summary: StoredSummary;
  /** The file is of a newer version. */
  readonly isNewer: boolean;
  /** All lines. Null when they were not asked for. */
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
const START = new TextEncoder().encode(`\n${SUMMARY_START}`);

export function createConversationList(files: StorageFiles, clock: Clock) {
  let cache = new Map<string, { readonly mtimeMs: number; readonly file: ListedFile }>();

  let cancelForgetting: (() => void) | null = null;

  function forgetTexts(): void {
    cache = new Map([...cache].map(([name, { mtimeMs, file }]) => [name, { mtimeMs, file: { ...file, text: null } }]));
  }

  async function look(id: string, name: string, withText: boolean): Promise<ListedFile | 'unreadable' | null> {
    const stat = await files.stat(name);
    if (!stat) return null;
    const known = cache.get(name);
    if (known?.mtimeMs === stat.mtimeMs && known.file.bytes === stat.size) {
      if (!withText || known.file.text !== null) return known.file;
    }
    const bytes = await files.read(name, withText ? 0 : Math.max(0, stat.size - TAIL));
    if (!bytes) return null;
    const text = withText ? createSearchText(bytes) : null;
    const summary = lastSummary(bytes.subarray(-TAIL));
    const file = summary
      ? { id, name, bytes: stat.size, summary, isNewer: false, text }
      : await readWhole(id, name, stat.size, text);
    if (!file || file === 'unreadable') return file;
    cache.set(name, { mtimeMs: stat.mtimeMs, file: stat.size <= MAX_TEXT ? file : { ...file, text: null } });
    return file;
  }

  /** While a long answer arrives, and of damaged files and those of a newer version. */
  async function readWhole(
    id: string,
    name: string,
    bytes: number,
    text: SearchText | null,
  ): Promise<ListedFile | 'unreadable' | null> {
    const whole = await files.read(name);
    if (!whole) return null;
    const replay = createReplay(id);
    const { lines, rest } = splitLines(whole);
    for (const line of [...lines, decode(rest)]) replay.add(line);
    if (replay.isUnreadable) return 'unreadable';
    const isNewer = replay.schema !== null && replay.schema > CONVERSATION_SCHEMA;
    return { id, name, bytes, summary: summaryOf(replay.conversation), isNewer, text };
  }

  return {
    /** Also the names of files of which nothing can be read. */
    async scan(withText = false): Promise<{ listed: ListedFile[]; unreadable: string[] }> {
      if (withText) {
        cancelForgetting?.();
        cancelForgetting = clock.after(KEEP_TEXTS, forgetTexts);
      }
      const listed: ListedFile[] = [];
      const unreadable: string[] = [];
      const slices = createSlices(SLICE);
      for (const name of await files.names()) {
        const id = idOf(name);
        if (id === null) continue;
        try {
          const file = await look(id, name, withText);
          if (file === 'unreadable') unreadable.push(name);
          else if (file) listed.push(file);
        } catch (error) {
          if (codeOf(error) === undefined) throw error; // held by another process for a moment
        }
        await slices.next();
      }
      const present = new Set(listed.map(({ name }) => name));
      cache = new Map([...cache].filter(([name]) => present.has(name)));
      return { listed, unreadable };
    },
    dispose: () => cancelForgetting?.(),
  };
}

function lastSummary(tail: Uint8Array): StoredSummary | null {
  for (let at = tail.lastIndexOf(123); at > 0; at = tail.lastIndexOf(123, at - 1)) {
    if (!START.every((byte, index) => tail[at - 1 + index] === byte)) continue;
    const end = tail.indexOf(10, at);
    const line = end === -1 ? null : decode(tail.subarray(at, end));
    return line === null ? null : readSummary(line);
  }
  return null;
}
