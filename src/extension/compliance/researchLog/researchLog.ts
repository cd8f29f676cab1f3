/** What the rest of the extension tells the log, and which file it goes to. */
import * as path from 'node:path';
import type { Conversation, Turn } from '../../../conversation/conversation.ts';
import type { Message } from '../../../protocol/chatCompletions.ts';
import { codeOf } from '../../storage/fileErrors.ts';
import type { LogEvent } from './entry.ts';
import { answeredEvent, askedEvent, reviewedEvent, usedEvent } from './events.ts';
import { appendToLog } from './logFile.ts';
import type { KnownEnd } from './verify.ts';

/** Where the log of a folder stands. */
export const FOLDER_LOG = path.join('.fiscal', 'research-log.jsonl');
export const GLOBAL_LOG = 'research-log.jsonl';

export interface LogSettings {
  readonly place: 'off' | 'folder' | 'global';
  /** Also note questions with zero retention, by digests only. */
  readonly zeroRetention: boolean;
}

export interface ResearchLogOptions {
  settings(): LogSettings;
  /** Folder of the extension's own files, for the global log. */
  readonly globalFolder: string;
  /** The local path of a conversation's folder, if it is open, local and trusted; null: its entries go to the global log. */
  folderOf(conversation: Conversation): string | null;
  who(): string;
  readonly now: () => number;
  /** Remembers the last entry of each file, apart from the file, so that a cut end is noticed. */
  readonly noteEnd: (file: string, end: KnownEnd) => Promise<void>;
  /** An entry could not be written; the file system's code, or null. Called once until one is written again. */
  onTrouble(code: string | null): void;
}

export interface ResearchLog {
  /** Await it before the question is sent. Like all of these it never rejects. */
  asked(conversation: Conversation, turn: Turn, messages: readonly Message[]): Promise<void>;
  answered(conversation: Conversation, turn: Turn): Promise<void>;
  /** `how`: inserted, copied, exported, memo, …; `target`: where it went. */
  used(conversation: Conversation, turn: Turn, how: string, target?: string): Promise<void>;
  /** `source` is the place in the answer's list, from 0. */
  reviewed(conversation: Conversation, turn: Turn, source: number): Promise<void>;
  /** The file for a conversation; null when nothing is logged. */
  fileFor(conversation: Conversation | null): string | null;
  /** Resolves when everything told so far is written. */
  flush(): Promise<void>;
}

export function createResearchLog(options: ResearchLogOptions): ResearchLog {
  let tail: Promise<void> = Promise.resolve();
  let inTrouble = false;

  function fileFor(conversation: Conversation | null): string | null {
    const { place } = options.settings();
    if (place === 'off') return null;
    const folder = place === 'folder' && conversation ? options.folderOf(conversation) : null;
    return folder === null ? path.join(options.globalFolder, GLOBAL_LOG) : path.join(folder, FOLDER_LOG);
  }

  function add(conversation: Conversation, turn: Turn, make: () => LogEvent): Promise<void> {
    const file = fileFor(conversation);
    const isZero = turn.zeroRetention || conversation.zeroRetention;
    if (file === null || (isZero && !options.settings().zeroRetention)) return Promise.resolve();
    const event = make();
    const time = new Date(options.now());
    tail = tail.then(async () => {
      try {
        await appendToLog(file, { who: options.who(), time, event }, (end) => options.noteEnd(file, end));
        inTrouble = false;
      } catch (error) {
        if (!inTrouble) options.onTrouble(codeOf(error) ?? null);
        inTrouble = true;
      }
    });
    return tail;
  }

  /** A turn of a zero-retention conversation counts as such whatever it says itself. */
  const strict = (conversation: Conversation, turn: Turn): Turn =>
    conversation.zeroRetention && !turn.zeroRetention ? { ...turn, zeroRetention: true } : turn;

  return {
    fileFor,
    asked: (conversation, turn, messages) =>
      add(conversation, turn, () => askedEvent(conversation.id, strict(conversation, turn), messages)),
    answered: (conversation, turn) =>
      add(conversation, turn, () => answeredEvent(conversation.id, strict(conversation, turn))),
    used: (conversation, turn, how, target) =>
      add(conversation, turn, () => usedEvent(conversation.id, strict(conversation, turn), how, target)),
    reviewed: (conversation, turn, source) =>
      add(conversation, turn, () => reviewedEvent(conversation.id, strict(conversation, turn), source)),
    flush: () => tail,
  };
}
