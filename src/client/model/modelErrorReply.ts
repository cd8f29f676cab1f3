/** What an endpoint says about a failure -> the kind of the failure. Its words are matched and never shown. */
import * as z from 'zod/mini';
import { ModelError, type ModelErrorKind } from '../../model/modelError.ts';
import { parseJson } from '../../text/json.ts';

const detailSchema = z.looseObject({
  message: z.optional(z.unknown()),
  code: z.optional(z.unknown()),
  type: z.optional(z.unknown()),
  status: z.optional(z.unknown()),
});
const bodySchema = z.looseObject({ error: z.optional(z.unknown()), message: z.optional(z.unknown()) });

const TOO_LONG =
  /context[ _]?(?:length|size|window)|maximum context|exceed_context|too many tokens|prompt is too long|token limit|input is too long/i;
const QUOTA = /insufficient_quota|quota|billing|credit/i;
const FILTERED = /content_filter|content management policy|safety/i;
const NOT_FOUND =
  /model[^.]{0,80}(?:not found|does not exist|not available)|model_not_found|model_not_supported|no such model/i;

export function errorOfReply(status: number, body: string): ModelError {
  return new ModelError(kindOf(status, wordsOf(parseJson(body)), body), { status });
}

/** An error object, its JSON, or a text, inside a reply that began with status 200. */
export function errorOfStream(error: unknown): ModelError {
  const words = wordsOf({ error: typeof error === 'string' ? (parseJson(error) ?? error) : error });
  const status = Number(/\b[45]\d\d\b/.exec(words)?.[0] ?? Number.NaN);
  return new ModelError(kindOf(Number.isFinite(status) ? status : 500, words, ''));
}

function kindOf(status: number, words: string, body: string): ModelErrorKind {
  if (status >= 300 && status < 400) return 'address';
  if (TOO_LONG.test(words) || status === 413) return 'tooLong';
  if (FILTERED.test(words)) return 'filtered';
  if (status === 401) return 'auth';
  if (status === 402 || (QUOTA.test(words) && (status === 429 || status === 403))) return 'quota';
  if (status === 403) return 'notPermitted';
  if (NOT_FOUND.test(words)) return 'notFound';
  if (status === 404 || status === 405) return body.trim().startsWith('{') ? 'notFound' : 'address';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 429) return 'rateLimit';
  return status >= 500 ? 'server' : 'protocol';
}

/** Message, code and type in one line, up to 4,000 characters. */
function wordsOf(value: unknown): string {
  const body = bodySchema.safeParse(value);
  if (!body.success) return '';
  const { error, message } = body.data;
  if (typeof error === 'string') return error.slice(0, 4000);
  const detail = detailSchema.safeParse(error ?? { message });
  if (!detail.success) return '';
  const { code, type, status } = detail.data;
  return [detail.data.message, code, type, status]
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join(' ')
    .slice(0, 4000);
}
