/** What the research log records of a conversation, and the file that it goes to. */
import * as path from 'node:path';
import type { AnswerAction } from '../../conversation/answerAction.ts';
import type { Conversation, Turn } from '../../conversation/conversation.ts';
import { codeOf } from '../../files/fileErrors.ts';
import type { Message } from '../../protocol/chatCompletions.ts';
import type { PrivacySettings } from '../privacySettings.ts';
import type { LogCheckpoints } from './checkpoints.ts';
import type { LogEvent } from './logEntry.ts';
import { answeredEvent, askedEvent, reviewedEvent, usedEvent } from './logEvents.ts';
import { createLogWriter } from './logWriter.ts';

/** The log of a folder, relative to it. */
export const FOLDER_LOG = path.join('.fiscal', 'research-log.jsonl');
export const GLOBAL_LOG = 'research-log.jsonl';

export type LogSettings = Pick<PrivacySettings, 'researchLog' | 'researchLogByFolder' | 'logZeroRetention'>;

export interface ResearchLogDeps {
  settings(): LogSettings;
  /** Folder of the extension's own files, for the global log. */
  readonly globalFolder: string;
  /** The local path of a conversation's folder if it is open, local and trusted. null: the global log is used. */
  folderOf(conversation: Conversation): string | null;
  /** Asks the user whether a folder may turn the log on. Asked once; an answer is remembered. */
  confirmFolderLog(): Promise<boolean>;
  who(): string;
  readonly now: () => number;
  readonly checkpoints: LogCheckpoints;
  /** Entries that this machine wrote are missing in a log. */
  onGap(file: string): void;
  /** An entry could not be written; the file system's code, or null. Called once until an entry is written again. */
  onWriteError(code: string | null): void;
}

/** None of these rejects. */
export interface ResearchLog {
  /** Await it before the question is sent. */
  asked(conversation: Conversation, turn: Turn, messages: readonly Message[]): Promise<void>;
  answered(conversation: Conversation, turn: Turn): Promise<void>;
  used(conversation: Conversation, turn: Turn, action: AnswerAction): Promise<void>;
  /** `source` is the position in the answer's list, from 0. */
  reviewed(conversation: Conversation, turn: Turn, source: number): Promise<void>;
  /** Resolves when everything recorded so far is written. */
  flush(): Promise<void>;
}

export function createResearchLog(deps: ResearchLogDeps): ResearchLog {
  const writer = createLogWriter(deps.checkpoints);
  let tail: Promise<void> = Promise.resolve();
  /** Entries that could not be written since the last one that was. */
  let notWritten = 0;

  function fileFor(conversation: Conversation, place: 'folder' | 'global'): string {
    const folder = place === 'folder' ? deps.folderOf(conversation) : null;
    return folder === null ? path.join(deps.globalFolder, GLOBAL_LOG) : path.join(folder, FOLDER_LOG);
  }

  async function write(file: string, time: Date, event: LogEvent, needsConsent: boolean): Promise<void> {
    const lost: LogEvent[] = notWritten > 0 ? [{ type: 'notWritten', count: notWritten }] : [];
    try {
      if (needsConsent && !(await deps.confirmFolderLog())) return;
      const missing = await writer.append(file, deps.who(), time, [...lost, event]);
      notWritten = 0;
      if (missing) deps.onGap(file);
    } catch (error) {
      notWritten += 1;
      if (notWritten === 1) deps.onWriteError(codeOf(error) ?? null);
    }
  }

  function record(conversation: Conversation, turn: Turn, make: (turn: Turn) => LogEvent): Promise<void> {
    const { researchLog, researchLogByFolder, logZeroRetention } = deps.settings();
    const zeroRetention = turn.zeroRetention || conversation.zeroRetention;
    if (researchLog === 'off' || (zeroRetention && !logZeroRetention)) return Promise.resolve();
    const event = make({ ...turn, zeroRetention });
    const file = fileFor(conversation, researchLog);
    const time = new Date(deps.now());
    tail = tail.then(() => write(file, time, event, researchLogByFolder));
    return tail;
  }

  return {
    asked: (conversation, turn, messages) =>
      record(conversation, turn, (given) => askedEvent(conversation.id, given, messages)),
    answered: (conversation, turn) => record(conversation, turn, (given) => answeredEvent(conversation.id, given)),
    used: (conversation, turn, action) =>
      record(conversation, turn, (given) => usedEvent(conversation.id, given, action)),
    reviewed: (conversation, turn, source) =>
      record(conversation, turn, (given) => reviewedEvent(conversation.id, given, source)),
    flush: () => tail,
  };
}
