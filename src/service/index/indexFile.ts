/** The index of a library on disk: opened when it is first used, replaced when it is damaged. */
import type { DatabaseSync } from 'node:sqlite';
import { lockFile } from '../../files/fileLock.ts';
import { t } from '../translate.ts';
import { deleteIndex, type OpenedIndex, openIndex, SearchUnavailable } from './schema.ts';

export interface IndexFile {
  /** Opens the index if it is not open. */
  database(): DatabaseSync;
  /** Whether this window may write to the index, until `unlock`. False while another window updates the same index. */
  lock(): boolean;
  unlock(): void;
  hasLock(): boolean;
  /** What happened to the index, as a sentence for the user; null if nothing did. */
  note(): string | null;
  /** Continues in memory, because the disk is full or does not accept the file. */
  useMemory(): void;
  /** Closes and deletes the index. The next `database` creates a new one. */
  discard(note: string | null): void;
  close(): void;
}

const IN_MEMORY = t('The index cannot be written to disk. It is kept in memory and created again next time.');

/** With the path null, or if the file cannot be written, the index is in memory. */
export function createIndexFile(path: string | null, log: (line: string) => void): IndexFile {
  let opened: { readonly database: DatabaseSync; readonly path: string | null } | null = null;
  let note: string | null = null;
  /** Ends the lock. */
  let release: (() => void) | null = null;

  const setNote = (next: string | null) => {
    note = next;
    if (next !== null) log(next);
  };

  function openFile(): OpenedIndex & { readonly path: string | null } {
    try {
      return { ...openIndex(path), path };
    } catch (error) {
      if (path === null || error instanceof SearchUnavailable) throw error;
      setNote(IN_MEMORY);
      return { ...openIndex(null), path: null };
    }
  }

  function close(): void {
    try {
      opened?.database.close();
    } catch {
      // A damaged database may not close. It is not used again.
    }
    opened = null;
  }

  function open(): NonNullable<typeof opened> {
    if (opened) return opened;
    const result = openFile();
    if (result.discarded !== null) setNote(t('{0} It was created again.', result.discarded));
    opened = { database: result.database, path: result.path };
    return opened;
  }

  return {
    database: () => open().database,
    lock() {
      const file = open().path;
      release ??= file === null ? () => {} : lockFile(`${file}.lock`);
      return release !== null;
    },
    unlock() {
      release?.();
      release = null;
    },
    hasLock: () => release !== null,
    note: () => note,
    useMemory() {
      close();
      setNote(IN_MEMORY);
      opened = { database: openIndex(null).database, path: null };
    },
    discard(next) {
      const file = opened === null ? path : opened.path;
      close();
      if (file !== null) deleteIndex(file);
      setNote(next);
    },
    close,
  };
}
