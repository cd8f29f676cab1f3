/** A JSON body -> ResearchEvents. The service sends one when no stream was requested. */
import type { ResearchEvent } from '../protocol/researchEvent.ts';
import { readUsage } from './chunk.ts';
import { fromErrorObject, looksLikeHtml } from './errorBody.ts';
import { ReplyError } from './errors.ts';
import type { Redactor } from './redact.ts';
import { getOwn, isFields } from './value.ts';

/**
 * Throws a ServiceError for an error object. Throws a ReplyError `protocol` for incomplete JSON or a completion without text,
 * and `notTheService` for any other JSON.
 */
export function readCompletion(body: string, redact: Redactor): ResearchEvent[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    if (looksLikeHtml(body)) throw new ReplyError('notTheService');
    throw new ReplyError('protocol', { reason: 'incompleteJson', cause });
  }
  if (!isFields(value) || Object.keys(value).length === 0) {
    throw new ReplyError('protocol', { reason: 'noAnswer' });
  }
  const error = getOwn(value, 'error');
  if (isFields(error) || (typeof error === 'string' && error.trim() !== '')) throw fromErrorObject(error, redact);
  const choices = getOwn(value, 'choices');
  if (!Array.isArray(choices) && getOwn(value, 'object') !== 'chat.completion') throw new ReplyError('notTheService');
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isFields(choice) ? getOwn(choice, 'message') : undefined;
  const text = isFields(message) ? getOwn(message, 'content') : undefined;
  if (typeof text !== 'string') {
    throw new ReplyError('protocol', { reason: 'noAnswer' });
  }
  const events: ResearchEvent[] = [];
  if (text !== '') events.push({ type: 'text', text });
  const usage = getOwn(value, 'usage');
  if (usage !== undefined && usage !== null) events.push(readUsage(usage));
  const reason = isFields(choice) ? getOwn(choice, 'finish_reason') : undefined;
  events.push({ type: 'done', finishReason: typeof reason === 'string' ? reason : null });
  return events;
}
