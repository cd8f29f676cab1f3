import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Change } from '../../../src/conversation/change.ts';
import { reduce } from '../../../src/conversation/changes.ts';
import {
  type Answer,
  type Conversation,
  emptyAnswer,
  newConversation,
  type Turn,
} from '../../../src/conversation/conversation.ts';
import type { ConversationStore, StoreChange } from '../../../src/conversation/store.ts';
import type { FileIo } from '../../../src/extension/storage/diskFiles.ts';
import { createFileStore, type FileStoreOptions } from '../../../src/extension/storage/fileStore.ts';

export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fiscal-keeping-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store as a window has it, without waits; its changes are collected. */
export function openWindow(folder: string, options: Partial<FileStoreOptions> = {}) {
  const store = createFileStore({ folder, watch: false, sleep: async () => {}, ...options });
  const changes: StoreChange[] = [];
  store.onDidChange((change) => changes.push(change));
  onTestFinished(() => store.dispose());
  return { store, changes };
}

export function turn(id: string, parent: string | null, question: string, answer: Partial<Answer> = {}): Turn {
  return {
    id,
    parent,
    epoch: 1,
    askedAt: Number(id.replace(/\D/g, '')) || 0,
    question: { text: question, selections: [] },
    askMode: 'tax_research_fast_research',
    zeroRetention: false,
    service: 'library',
    answer: { ...emptyAnswer('done'), text: 'An answer.', ...answer },
  };
}

export function conversation(id: string, turns: Turn[], more: Partial<Conversation> = {}): Conversation {
  return { ...newConversation({ id, now: 1000 }), title: id, turns, currentTurnId: turns.at(-1)?.id ?? null, ...more };
}

/** A conversation as a window has it open: changes are applied and recorded, and those of other windows are taken. */
export function openConversation(store: ConversationStore, initial: Conversation) {
  let current = initial;
  const follower = {
    replaced: (stored: Conversation) => {
      current = stored;
      store.record(current, []);
    },
  };
  const following = store.follow(initial.id, follower);
  return {
    get conversation() {
      return current;
    },
    apply(...changes: Change[]): void {
      current = { ...changes.reduce(reduce, current), updatedAt: Date.now() };
      store.record(current, changes);
    },
    /** Adds text to an answer. */
    stream(turnId: string, text: string): void {
      const answer = current.turns.find(({ id }) => id === turnId)?.answer;
      this.apply({ type: 'text', turnId, epoch: 1, offset: answer?.text.length ?? 0, text, at: 9 });
    },
    close: () => following.dispose(),
  };
}

/** Stores a conversation that has no file yet. */
export async function save(store: ConversationStore, stored: Conversation): Promise<void> {
  store.record(stored, []);
  await store.flush(stored.id);
}

export async function load(store: ConversationStore, id: string): Promise<Conversation> {
  const loaded = await store.load(id);
  if (loaded.type !== 'ok') throw new Error(loaded.type);
  return loaded.conversation;
}

export const added = (turn: Turn): Change => ({ type: 'turnAdded', turn });

export function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** The real file operations, except that the named one fails as `fail` says (undefined: goes on). */
export function faultyIo(fail: (operation: keyof FileIo | 'write', name: string) => Error | undefined): FileIo {
  const wrap =
    (operation: keyof FileIo) =>
    async (...args: unknown[]) => {
      const error = fail(
        operation,
        path.basename(String(args[operation === 'link' || operation === 'rename' ? 1 : 0])),
      );
      if (error) throw error;
      const result: unknown = await Reflect.apply(fs.promises[operation], fs.promises, args);
      if (operation !== 'open') return result;
      const handle = result as fs.promises.FileHandle;
      const refuse = () => {
        const refused = fail('write', path.basename(String(args[0])));
        if (refused) throw refused;
      };
      const { write, writeFile } = handle;
      Object.assign(handle, {
        async write(...rest: unknown[]) {
          refuse();
          return Reflect.apply(write, handle, rest);
        },
        async writeFile(...rest: unknown[]) {
          refuse();
          return Reflect.apply(writeFile, handle, rest);
        },
      });
      return handle;
    };
  const names = ['open', 'link', 'rename', 'unlink', 'readdir', 'stat', 'mkdir', 'copyFile'] as const;
  return Object.fromEntries(names.map((name) => [name, wrap(name)])) as unknown as FileIo;
}

/** Every byte below the folder as one text, to look for what must not be there. */
export function everything(folder: string): string {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const whole = path.join(entry.parentPath, entry.name);
      return `${whole}\n${entry.isFile() ? fs.readFileSync(whole, 'utf8') : ''}`;
    })
    .join('\n');
}
