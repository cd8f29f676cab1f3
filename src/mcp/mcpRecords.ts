/** The research log and the usage limit of the MCP server. A question that cannot be logged or counted is not sent. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createLogCheckpoints } from '../compliance/researchLog/checkpoints.ts';
import type { LogEvent } from '../compliance/researchLog/logEntry.ts';
import { answeredEvent, askedEvent } from '../compliance/researchLog/logEvents.ts';
import { createLogWriter } from '../compliance/researchLog/logWriter.ts';
import { GLOBAL_LOG } from '../compliance/researchLog/researchLog.ts';
import { createUsageCounter } from '../compliance/usageCounter.ts';
import { userName } from '../compliance/userName.ts';
import { type Answer, emptyAnswer, type Turn } from '../conversation/conversation.ts';
import { codeOf } from '../files/fileErrors.ts';
import type { AskMode, Message } from '../protocol/chatCompletions.ts';
import { LIBRARY } from '../protocol/library.ts';

/** Why a question is not sent, as a sentence. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** What is known of an answer when it ends. */
export type McpAnswer = Pick<Answer, 'state' | 'text' | 'sources' | 'finishReason'>;

export interface McpQuestion {
  readonly messages: readonly Message[];
  readonly askMode: AskMode;
  /** `host[:port]` that is asked, or `library`. */
  readonly service: string;
}

export interface McpRecords {
  /** Await it before the question is sent. Throws RefusedError. Resolves to what records the answer; that never rejects. */
  asked(question: McpQuestion): Promise<(answer: McpAnswer) => Promise<void>>;
}

export interface McpRecordsOptions {
  /** The folder of the log, its checkpoints and the counts. */
  readonly folder: string;
  /** Questions to a hosted service in a day; null: no limit. */
  readonly limit: number | null;
  readonly now: () => number;
  readonly onError: (message: string) => void;
}

export function createMcpRecords({ folder, limit, now, onError }: McpRecordsOptions): McpRecords {
  const file = join(folder, GLOBAL_LOG);
  const conversation = randomUUID();
  const writer = createLogWriter(createLogCheckpoints(join(folder, 'log-checkpoints')));
  const usage = createUsageCounter(join(folder, 'usage'), now, (code) => {
    throw new RefusedError(`The question was not sent, because it cannot be counted (${code}).`);
  });
  let tail: Promise<unknown> = Promise.resolve();

  /** One after another, so that calls at the same time do not exceed the limit together. */
  function inOrder<T>(step: () => Promise<T>): Promise<T> {
    const result = tail.then(step);
    tail = result.catch(() => {});
    return result;
  }

  async function write(event: LogEvent): Promise<void> {
    const missing = await writer.append(file, userName(), new Date(now()), [event]);
    if (missing) onError(`The research log was changed: entries are missing in ${file}. A new entry records this.`);
  }

  async function count(askMode: AskMode): Promise<void> {
    const { day } = await usage.counts();
    const used = [...day.values()].reduce((sum, each) => sum + each, 0);
    if (limit !== null && used >= limit) {
      throw new RefusedError(`The limit is reached: ${used} of ${limit} questions today. The question was not sent.`);
    }
    await usage.add(askMode);
  }

  return {
    async asked({ messages, askMode, service }) {
      const turn: Turn = {
        id: randomUUID(),
        parent: null,
        epoch: 1,
        askedAt: now(),
        question: { text: messages.at(-1)?.content ?? '', selections: [] },
        askMode,
        zeroRetention: false,
        service,
        answer: emptyAnswer('waiting'),
      };
      await inOrder(async () => {
        if (service !== LIBRARY) await count(askMode);
        await write(askedEvent(conversation, turn, messages)).catch((error: unknown) => {
          throw new RefusedError(
            `The question was not sent, because the research log cannot be written (${reason(error)}).`,
          );
        });
      });
      return async (answer) => {
        const event = answeredEvent(conversation, { ...turn, answer: { ...turn.answer, ...answer } });
        await inOrder(() => write(event)).catch((error: unknown) =>
          onError(`The research log cannot be written (${reason(error)}). An answer was not logged.`),
        );
      };
    },
  };
}

function reason(error: unknown): string {
  return codeOf(error) ?? 'unknown error';
}
