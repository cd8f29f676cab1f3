/** Reads the body of a request as JSON and checks its media type, size and encoding. */
import { parseJson } from '../../text/json.ts';
import { HttpError } from './httpError.ts';

const JSON_TYPE = /^application\/json\s*(?:;.*)?$/i;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)"?/i;

/** Throws 415 for anything but plain JSON in UTF-8. Called before the body is read. */
export function requireJson(headers: Headers): void {
  const type = (headers.get('content-type') ?? '').trim();
  if (!JSON_TYPE.test(type)) {
    throw new HttpError(415, 'Send the request with the header Content-Type: application/json.', {
      code: 'unsupported_media_type',
    });
  }
  const charset = CHARSET.exec(type)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new HttpError(415, 'Send the body in UTF-8.', { code: 'unsupported_charset' });
  }
  const encoding = headers.get('content-encoding')?.trim() ?? '';
  // A compressed body could expand to any size. Requests are small enough uncompressed.
  if (encoding !== '' && encoding.toLowerCase() !== 'identity') {
    throw new HttpError(415, 'Send the body without Content-Encoding.', { code: 'unsupported_encoding' });
  }
}

/** Throws 413 above `maxBytes`, without reading more than that, and 400 for invalid JSON. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const text = decode(await readBytes(request, maxBytes));
  const value = parseJson(text);
  if (value === undefined) throw new HttpError(400, 'The body is not valid JSON.', { code: 'invalid_json' });
  return value;
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array[]> {
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return [];
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new HttpError(400, 'The body is incomplete.', { code: 'incomplete_body' });
    });
    if (done) return chunks;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge(maxBytes);
    }
    chunks.push(value);
  }
}

function decode(chunks: readonly Uint8Array[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new HttpError(400, 'The body is not valid UTF-8.', { code: 'invalid_encoding' });
  }
}

const tooLarge = (maxBytes: number): HttpError =>
  new HttpError(413, `The body is larger than ${maxBytes} bytes. Send fewer or shorter messages.`, {
    code: 'request_too_large',
    headers: { connection: 'close' },
  });
