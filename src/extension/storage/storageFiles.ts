/** The port to the files of one folder. diskFiles.ts has it for Node, webFiles.ts for a browser. Errors carry Node's `code`. */

export interface FileStat {
  /** In bytes. */
  readonly size: number;
  readonly mtimeMs: number;
}

export interface FileEnd {
  /** One character for each byte: cheaper to make than text from UTF-8, and to search for ASCII. */
  readonly latin1: string;
  /** Of the whole file, in bytes. */
  readonly size: number;
  readonly mtimeMs: number;
}

type Awaitable<T> = T | Promise<T>;

export interface StorageFiles {
  /** Names in the folder; none when it does not exist. */
  names(): Promise<string[]>;
  /** null when there is no such file. */
  stat(name: string): Awaitable<FileStat | null>;
  /** null when there is no such file. */
  read(name: string): Awaitable<Uint8Array | null>;
  /** The last bytes, at most `length`; null when there is no such file. */
  readEnd(name: string, length: number): Awaitable<FileEnd | null>;
  /** Appends in one write, on the disk when it resolves. null when there is no such file: it is not created. */
  append(name: string, text: string): Promise<FileStat | null>;
  /** Creates a whole file. null when the name is taken. */
  create(name: string, text: string): Promise<FileStat | null>;
  /** Replaces a file by a whole one, unless its size is no longer `size`. */
  replace(name: string, text: string, size: number): Promise<FileStat | null>;
  copy(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>;
}

const ID = /^[A-Za-z0-9_-]{1,80}$/;
const ENDING = '.jsonl';

/** Whether an id can be the beginning of a file name on every system. */
export function isFileId(id: string): boolean {
  return ID.test(id);
}

export function fileName(id: string): string {
  return `${id}${ENDING}`;
}

/** The id of the conversation whose file has this name; null for any other file. */
export function idOf(name: string): string | null {
  const id = name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : '';
  return isFileId(id) ? id : null;
}

/** What belongs to a conversation besides its file: `….tmp` is being written, `….corrupt-<time>` was quarantined. */
export function leftoverKind(name: string): 'temporary' | 'corrupt' | null {
  const match = /^[A-Za-z0-9_-]{1,80}\.jsonl\.(?:corrupt-[0-9TZ]+|[A-Za-z0-9-]+(\.tmp))$/.exec(name);
  return match && (match[1] ? 'temporary' : 'corrupt');
}

/** `time` in ms; the name sorts by it and contains no character that a file system refuses. */
export function corruptName(name: string, time: number): string {
  return `${name}.corrupt-${new Date(time).toISOString().replace(/[-:.]/g, '')}`;
}
