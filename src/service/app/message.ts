/** Reads one message of a request (Message), in the roles and content forms of the interface or of common client libraries. */
import * as z from 'zod/mini';
import type { Message } from '../../protocol/chatCompletions.ts';
import { invalidValue } from './httpError.ts';

export interface ReadMessage {
  readonly role: Message['role'] | 'system';
  readonly content: string;
  /** Whether the caller uses the roles `user` and `assistant`. */
  readonly isStandard: boolean;
}

const roleSchema = z.enum(['human', 'ai', 'user', 'assistant', 'system', 'developer'], {
  error:
    'role must be "human" or "user" for a question, "ai" or "assistant" for an earlier answer, or "system" or "developer". The service calls no tools: leave messages with role "tool" or "function" out, and put what they found into the text of a question.',
});

const ROLES: Readonly<Record<z.infer<typeof roleSchema>, Omit<ReadMessage, 'content'>>> = {
  human: { role: 'human', isStandard: false },
  ai: { role: 'ai', isStandard: false },
  user: { role: 'human', isStandard: true },
  assistant: { role: 'ai', isStandard: true },
  system: { role: 'system', isStandard: false },
  developer: { role: 'system', isStandard: false },
};

const messageSchema = z.object(
  { role: roleSchema, content: z.unknown() },
  { error: 'A message must be an object with role and content.' },
);

const textPartSchema = z.object({ type: z.literal('text'), text: z.string() });

/** Throws a HttpError that names the field; `at` is the path of the message. */
export function readMessage(value: unknown, at: string): ReadMessage {
  const parsed = messageSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw invalidValue(issue?.message ?? 'The message is not valid.', [at, ...(issue?.path ?? [])].join('.'));
  }
  const { role, content } = parsed.data;
  const text = readContent(content, `${at}.content`);
  if (role !== 'system' && role !== 'developer' && !/\S/.test(text))
    throw invalidValue('content must not be blank.', `${at}.content`);
  return { ...ROLES[role], content: text };
}

/** A string, or an array of text parts, which are joined by line breaks. */
function readContent(content: unknown, at: string): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) throw invalidValue('content must be a string or an array of text parts.', at);
  const texts = content.map((part: unknown, index) => {
    const parsed = textPartSchema.safeParse(part);
    if (parsed.success) return parsed.data.text;
    throw invalidValue(
      'Only parts of the form {"type": "text", "text": "…"} can be read. Images, audio and files are not supported.',
      `${at}[${index}]`,
    );
  });
  return texts.join('\n');
}
