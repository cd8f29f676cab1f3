/** Parses the body of `POST /chat/completions` (Chat request, Message) and translates its legacy forms. */
import * as z from 'zod/mini';
import { type Message, MODEL } from '../../protocol/chatCompletions.ts';
import { type EarlierTurn, plainQuestion } from '../../protocol/question.ts';
import type { ResearchRequest } from '../researcher.ts';
import { readMode } from './askMode.ts';
import { invalidValue } from './httpError.ts';
import { type ReadMessage, readMessage } from './message.ts';

export interface ParsedChatRequest extends ResearchRequest {
  /** The validated conversation: `human` and `ai` messages alternate, and the last one is `human`. */
  readonly messages: readonly Message[];
  /** The texts of `system` and `developer` messages. They are counted, and not part of the search. */
  readonly instructions: readonly string[];
  readonly stream: boolean;
  /** The role of the answer: `assistant` for a caller that uses the roles `user` and `assistant`, else `ai`. */
  readonly replyRole: 'ai' | 'assistant';
  /** Whether the usage comes in a chunk of its own, as `stream_options.include_usage` requests. */
  readonly includeUsage: boolean;
}

const NO_RETENTION = 'ZeroDataRetention';

/** Client libraries send null for a field that is not set. */
const optionalFlag = (name: string) => z.optional(z.nullable(z.boolean({ error: `${name} must be true or false.` })));

const bodySchema = z.object(
  {
    model: z.string({ error: `model is required and must be "${MODEL}".` }),
    messages: z.array(z.unknown(), { error: 'messages must be an array of messages, oldest first.' }),
    stream: optionalFlag('stream'),
    stream_options: z.optional(z.unknown()),
    ZeroDataRetention: optionalFlag(NO_RETENTION),
    askMode: z.optional(z.unknown()),
    allowedAskModes: z.optional(z.unknown()),
    websearch: z.optional(z.unknown()),
    webSearch: z.optional(z.unknown()),
    extra_body: z.optional(z.unknown()),
    response_format: z.optional(z.unknown()),
  },
  { error: 'The body must be a JSON object.' },
);

const usageOptionSchema = z.object({ include_usage: z.literal(true) });

/** Throws a HttpError that names the field. Fields that the interface does not list are ignored. */
export function parseChatRequest(body: unknown): ParsedChatRequest {
  refuseMiscasedRetention(body);
  const { model, messages, stream, ZeroDataRetention, stream_options, extra_body, response_format, ...mode } =
    parse(body);
  refuseNestedRetention(extra_body);
  refuseFormat(response_format);
  if (model !== MODEL)
    throw invalidValue(`There is no such model. The only one is "${MODEL}".`, 'model', 'model_not_found');
  const parsed = parseMessages(messages);
  return {
    ...parsed,
    ...toQuestion(parsed.messages),
    stream: stream === true,
    zeroDataRetention: ZeroDataRetention === true,
    includeUsage: usageOptionSchema.safeParse(stream_options).success,
    ...readMode(mode),
  };
}

/** Parses one message after the other and stops at the first invalid one, so that many invalid messages take no time. */
function parseMessages(values: readonly unknown[]): Pick<ParsedChatRequest, 'messages' | 'instructions' | 'replyRole'> {
  if (values.length === 0) throw invalidValue('messages must contain at least one message.', 'messages');
  const messages: Message[] = [];
  const instructions: string[] = [];
  let replyRole: ParsedChatRequest['replyRole'] = 'ai';
  let newest: ReadMessage['role'] | undefined;
  for (const [index, value] of values.entries()) {
    const { role, content, isStandard } = readMessage(value, `messages[${index}]`);
    newest = role;
    if (role === 'system') {
      // Client programs send an empty one where none is set.
      if (/\S/.test(content)) instructions.push(content);
      continue;
    }
    if (role === messages.at(-1)?.role) {
      throw invalidValue(
        'Messages of the user ("human") and earlier answers ("ai") must alternate.',
        `messages[${index}].role`,
      );
    }
    if (isStandard) replyRole = 'assistant';
    messages.push({ role, content });
  }
  if (newest !== 'human') {
    throw invalidValue(
      'The last message must be the newest question, with role "human".',
      `messages[${values.length - 1}].role`,
    );
  }
  return { messages, instructions, replyRole };
}

/** The text of a message is the question. Files and selections are words of it. */
function toQuestion(messages: readonly Message[]): Pick<ResearchRequest, 'question' | 'context'> {
  const context: EarlierTurn[] = [];
  let question = plainQuestion('');
  for (const { role, content } of messages) {
    if (role === 'human') question = plainQuestion(content);
    else context.push({ question, answer: content });
  }
  return { question, context };
}

const normalized = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();
const RETENTION = normalized(NO_RETENTION);

/** Unknown fields are ignored, but a misspelled request for privacy is refused: ignoring it would be worse than an error. */
function refuseMiscasedRetention(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const wrong = Object.keys(body).some((name) => name !== NO_RETENTION && normalized(name) === RETENTION);
  if (wrong) throw invalidValue(`The name is case-sensitive: write ${NO_RETENTION}.`, NO_RETENTION, 'misspelled_field');
}

/** Client libraries unpack `extra_body`. Sent as a field, it is ignored like any other, unless it asks for privacy. */
function refuseNestedRetention(extraBody: unknown): void {
  if (typeof extraBody !== 'object' || extraBody === null) return;
  if (!Object.keys(extraBody).some((name) => normalized(name) === RETENTION)) return;
  throw invalidValue(
    `${NO_RETENTION} must be at the top level of the body. extra_body is an argument of client libraries, which put its fields there.`,
    'extra_body',
    'misplaced_field',
  );
}

const textFormatSchema = z.nullish(z.object({ type: z.literal('text') }));

/** A program that asks for JSON would fail at the text that it gets. */
function refuseFormat(format: unknown): void {
  if (textFormatSchema.safeParse(format).success) return;
  throw invalidValue(
    'Answers are Markdown text: leave response_format out, or set it to {"type": "text"}.',
    'response_format',
    'unsupported_value',
  );
}

function parse(body: unknown): z.output<typeof bodySchema> {
  const parsed = bodySchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = (issue?.path ?? []).join('.');
  throw invalidValue(issue?.message ?? 'The request is not valid.', path || undefined);
}
