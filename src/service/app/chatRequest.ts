/** Parses the body of `POST /chat/completions` (Chat request, Message) and translates its legacy forms. */
import * as z from 'zod/mini';
import { type Message, MODEL } from '../../protocol/chatCompletions.ts';
import type { ResearchRequest } from '../research/researcher.ts';
import { readMode } from './askMode.ts';
import { HttpError } from './httpError.ts';

export interface ParsedChatRequest extends ResearchRequest {
  readonly stream: boolean;
}

const NO_RETENTION = 'ZeroDataRetention';

const messageSchema = z.object(
  {
    role: z.enum(['human', 'ai'], {
      error:
        'role must be "human" for the user\'s turn or "ai" for an earlier answer; "user", "assistant" and "system" are not used here.',
    }),
    content: z
      .string({ error: 'content must be a string.' })
      .check(z.refine((text) => /\S/.test(text), { error: 'content must not be blank.' })),
  },
  { error: 'A message must be an object with role and content.' },
);

const bodySchema = z.object(
  {
    model: z.string({ error: `model is required and must be "${MODEL}".` }),
    messages: z.array(z.unknown(), { error: 'messages must be an array of messages, oldest first.' }),
    stream: z.optional(z.boolean({ error: 'stream must be true or false.' })),
    ZeroDataRetention: z.optional(z.boolean({ error: `${NO_RETENTION} must be true or false.` })),
    askMode: z.optional(z.unknown()),
    allowedAskModes: z.optional(z.unknown()),
    websearch: z.optional(z.unknown()),
    webSearch: z.optional(z.unknown()),
  },
  { error: 'The body must be a JSON object.' },
);

/** Throws a HttpError that names the field. Fields that the interface does not list are ignored. */
export function parseChatRequest(body: unknown): ParsedChatRequest {
  refuseMiscasedRetention(body);
  const { model, messages, stream = false, ZeroDataRetention = false, ...mode } = parse(bodySchema, body, '');
  if (model !== MODEL) throw invalid(`There is no such model. The only one is "${MODEL}".`, 'model', 'model_not_found');
  return { messages: parseMessages(messages), stream, zeroDataRetention: ZeroDataRetention, ...readMode(mode) };
}

/** Parses one message after the other, so that only the first invalid one of many costs time. */
function parseMessages(values: readonly unknown[]): readonly Message[] {
  if (values.length === 0) throw invalid('messages must contain at least one message.', 'messages');
  const messages: Message[] = [];
  for (const [index, value] of values.entries()) {
    const message = parse(messageSchema, value, `messages[${index}]`);
    if (message.role === messages.at(-1)?.role) {
      throw invalid('"human" and "ai" messages must alternate.', `messages[${index}].role`);
    }
    messages.push(message);
  }
  if (messages.at(-1)?.role !== 'human') {
    throw invalid('The last message must be the newest "human" message.', `messages[${messages.length - 1}].role`);
  }
  return messages;
}

/** Unknown fields are ignored, but a misspelled request for privacy is refused: ignoring it would be worse than an error. */
function refuseMiscasedRetention(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const plain = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();
  const wrong = Object.keys(body).some((name) => name !== NO_RETENTION && plain(name) === plain(NO_RETENTION));
  if (wrong) throw invalid(`The name is case-sensitive: write ${NO_RETENTION}.`, NO_RETENTION, 'misspelled_field');
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, at: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = [at, ...(issue?.path ?? [])].filter((part) => part !== '').join('.');
  throw invalid(issue?.message ?? 'The request is not valid.', path === '' ? undefined : path);
}

function invalid(message: string, param: string | undefined, code = 'invalid_value'): HttpError {
  return new HttpError(400, message, param === undefined ? { code } : { param, code });
}
