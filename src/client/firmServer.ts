/** What the server of a firm gives besides answers: the matters of the caller, and the documents of sources (docs/firm.md). */
import * as z from 'zod/mini';
import { MAX_MATTER_NAME } from '../protocol/chatCompletions.ts';
import { linePlaceSchema } from '../protocol/worker.ts';
import { parseJson } from '../text/json.ts';
import { accessTo, type ServiceAccess } from './baseUrl.ts';
import { type Clock, systemClock } from './clock.ts';
import { DOCUMENT_ID } from './documentId.ts';
import { looksLikeHtml } from './errorBody.ts';
import { ReplyError, SetupError, toResearchError } from './errors.ts';
import { errorFromReply, isAnswer } from './failedReply.ts';
import { DEFAULT_LIMITS, type Limits, waitingAtMost } from './limits.ts';
import { createRedactor, type Redactor } from './redact.ts';
import { openReply, type Reply } from './request.ts';
import type { Transport } from './transport/transport.ts';

const MiB = 1024 * 1024;
/** Bytes of a reply. VS Code shows documents of up to 50 MB to extensions. */
const MAX_REPLY = 16 * MiB;
/** Milliseconds for a whole reply. */
const MAX_TIME = 60_000;
const MAX_MATTERS = 20_000;
const MAX_PLACES = 200_000;

const mattersSchema = z.object({
  matters: z
    .array(z.object({ name: z.string().check(z.minLength(1), z.maxLength(MAX_MATTER_NAME)) }))
    .check(z.maxLength(MAX_MATTERS)),
});
const documentSchema = z.object({
  text: z.string(),
  places: z.array(linePlaceSchema).check(z.maxLength(MAX_PLACES)),
});
export type ServerDocument = Readonly<z.infer<typeof documentSchema>>;

export interface FirmServerOptions extends ServiceAccess {
  readonly redact: Redactor;
  readonly transport: Transport;
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
  /** Milliseconds for a whole reply. */
  readonly maxTime?: number;
}

/** Nothing is sent again after a failure, and no redirect is followed. The functions throw ResearchErrors. */
export interface FirmServer {
  /** The names of the matters that the caller may name. */
  matters(signal: AbortSignal): Promise<readonly string[]>;
  document(id: string, signal: AbortSignal): Promise<ServerDocument>;
}

export function createFirmServer(options: FirmServerOptions): FirmServer {
  const { transport, clock = systemClock, maxTime = MAX_TIME } = options;
  const limits = waitingAtMost(maxTime, { ...DEFAULT_LIMITS, ...options.limits });

  async function get<T>(path: string, schema: z.ZodMiniType<T>, signal: AbortSignal): Promise<T> {
    const { address, key } = await accessTo(options);
    const redactKey = createRedactor(key, { parts: true });
    const redact: Redactor = (text) => options.redact(redactKey(text));
    const end = new AbortController();
    const stop = () => end.abort(new SetupError('aborted'));
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    const cancel = clock.after(maxTime, () =>
      end.abort(new ReplyError('timeout', { reason: 'idle', waited: maxTime })),
    );
    try {
      const request = { url: address.base + path, body: null, key, redact, stream: false, transport, limits, clock };
      const reply = await openReply(request, end.signal);
      try {
        if (!isAnswer(reply.status)) throw await errorFromReply(reply, { redact, limits, clock });
        return read(await readWhole(reply), schema);
      } finally {
        reply.close();
      }
    } catch (thrown) {
      throw toResearchError(thrown);
    } finally {
      cancel();
      signal.removeEventListener('abort', stop);
    }
  }

  return {
    async matters(signal) {
      const { matters } = await get('/matters', mattersSchema, signal);
      return matters.map(({ name }) => name);
    },
    async document(id, signal) {
      if (!DOCUMENT_ID.test(id)) throw new ReplyError('protocol');
      return get(`/documents/${id}`, documentSchema, signal);
    },
  };
}

async function readWhole(reply: Reply): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const bytes = await reply.read();
    if (!bytes) return text + decoder.decode();
    size += bytes.length;
    if (size > MAX_REPLY) throw new ReplyError('tooLarge', { reason: 'answerSize', limit: MAX_REPLY });
    text += decoder.decode(bytes, { stream: true });
  }
}

function read<T>(body: string, schema: z.ZodMiniType<T>): T {
  if (looksLikeHtml(body)) throw new ReplyError('notTheService');
  const value = parseJson(body);
  if (value === undefined) throw new ReplyError('protocol', { reason: 'incompleteJson' });
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ReplyError('protocol');
  return parsed.data;
}
