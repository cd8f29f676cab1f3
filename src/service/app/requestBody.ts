/** The body of a request as JSON: its media type, its size, its encoding. */
import { ServiceError } from './serviceError.ts';

const JSON_TYPE = /^application\/json\s*(?:;.*)?$/i;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)"?/i;

/** Throws 415 for anything but plain JSON in UTF-8. Called before the body is read. */
export function requireJson(headers: Headers): void {
  const type = (headers.get('content-type') ?? '').trim();
  if (!JSON_TYPE.test(type)) {
    throw new ServiceError(415, 'Send the request with the header Content-Type: application/json.', {
      code: 'unsupported_media_type',
    });
  }
  const charset = CHARSET.exec(type)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new ServiceError(415, 'Send the body in UTF-8.', { code: 'unsupported_charset' });
  }
  const encoding = headers.get('content-encoding')?.trim() ?? '';
  // Inflating what a stranger sends can fill the memory; requests are small enough as they are.
  if (encoding !== '' && encoding.toLowerCase() !== 'identity') {
    throw new ServiceError(415, 'Send the body without Content-Encoding.', { code: 'unsupported_encoding' });
  }
}

/** Throws 413 above `maxBytes`, of which no more than that is held; 400 for what is no JSON. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const text = decode(await readBytes(request, maxBytes));
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError(400, 'The body is not valid JSON.', { code: 'invalid_json' });
  }
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array[]> {
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return [];
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new ServiceError(400, 'The body ended before it was whole.', { code: 'incomplete_body' });
    });
    if (done) return pieces;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge(maxBytes);
    }
    pieces.push(value);
  }
}

function decode(pieces: readonly Uint8Array[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
  } catch {
    throw new ServiceError(400, 'The body is not valid UTF-8.', { code: 'invalid_encoding' });
  }
}

const tooLarge = (maxBytes: number): ServiceError =>
  new ServiceError(413, `The body is larger than ${maxBytes} bytes. Send fewer or shorter messages.`, {
    code: 'request_too_large',
    headers: { connection: 'close' },
  });
