/**
 * Public files by GET, with node:https and node:http. VS Code replaces `request` of these modules to apply its proxy and certificate
 * settings. Therefore `request` is looked up at each call. Nothing but the address and the name of the product is sent: no cookie, no
 * referrer, no text of the user. A download that was interrupted continues where the publisher allows it.
 */
import { createWriteStream } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { codeOf } from '../files/fileErrors.ts';
import { isLoopback } from '../text/loopback.ts';
import { PublisherError } from './publisherError.ts';

/** Milliseconds without a byte after which a request is given up. */
const IDLE = 60_000;
/** Bytes of a listing, and of a file. */
const MAX_TEXT = 8 * 1024 * 1024;
const MAX_FILE = 512 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const TRIES = 3;
/** Milliseconds before another try, if the publisher names none, and at most. */
const WAIT = 2000;
const MAX_WAIT = 60_000;

export interface Network {
  readonly userAgent: string;
  /** A mirror of the firm: all addresses are asked there, with the host of the publisher as first folder. Null without one. */
  readonly mirror: string | null;
  /** Receives one line for each request, with address and status. */
  readonly log: (line: string) => void;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** What the publisher says of the version of a file. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** The address that is asked, for an address of the publisher. */
export function addressOf(url: string, mirror: string | null): string {
  if (mirror === null) return url;
  const { host, pathname, search } = new URL(url);
  return `${mirror.replace(/\/+$/, '')}/${host}${pathname}${search}`;
}

/** https everywhere; a mirror on this machine may use http. */
export function isMirrorAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  const { protocol, hostname, username, password, search, hash } = url;
  if ([username, password, search, hash].some((part) => part !== '')) return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

export async function fetchListing(url: string, network: Network, signal: AbortSignal): Promise<string> {
  return withTries(network, signal, async () => {
    const response = await get(addressOf(url, network.mirror), { 'accept-encoding': 'identity' }, network, signal);
    refuse(response);
    const parts: Buffer[] = [];
    let size = 0;
    try {
      for await (const bytes of response) {
        if (!Buffer.isBuffer(bytes)) continue;
        size += bytes.length;
        if (size > MAX_TEXT) throw new PublisherError('tooLarge');
        parts.push(bytes);
      }
    } catch (error) {
      throw networkError(error, signal);
    }
    return Buffer.concat(parts).toString('utf8');
  });
}

/** Whether the address has another file than the one with `known`. Nothing of the file is loaded. */
export async function isModified(
  url: string,
  { etag, lastModified }: Validators,
  network: Network,
  signal: AbortSignal,
): Promise<boolean> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (etag !== null) headers['if-none-match'] = etag;
  else if (lastModified !== null) headers['if-modified-since'] = lastModified;
  return withTries(network, signal, async () => {
    const response = await get(addressOf(url, network.mirror), headers, network, signal);
    if (response.statusCode !== 304) refuse(response);
    response.destroy();
    if (response.headers['content-type']?.startsWith('text/html')) throw new PublisherError('html');
    return response.statusCode !== 304;
  });
}

const PART = z.object({ url: z.string(), etag: z.nullable(z.string()), lastModified: z.nullable(z.string()) });

const partOf = (path: string) => `${path}.part`;
/** What the publisher said of the file that is at `path` or in its part. */
const factsOf = (path: string) => `${path}.part.json`;

/** After it, `fetchFile` loads the file at `path` again. */
export const forgetDownload = (path: string): Promise<void> => rm(factsOf(path), { force: true });

/**
 * Writes the file to `path`, complete. `path` with `.part` keeps what has arrived. A complete file that was not used is not loaded again
 * if the publisher says that it has not changed. Returns null if the publisher says that the version with `known` is the current one.
 */
export async function fetchFile(
  url: string,
  path: string,
  options: {
    readonly network: Network;
    readonly signal: AbortSignal;
    readonly known: Validators | null;
    readonly onProgress: (received: number, total: number | null) => void;
    /** Bytes. */
    readonly maxFile?: number;
  },
): Promise<Validators | null> {
  const { network, signal, known, onProgress, maxFile = MAX_FILE } = options;
  const address = addressOf(url, network.mirror);
  const [part, facts] = [partOf(path), factsOf(path)];
  return withTries(network, signal, async () => {
    const begun = await readPart(part, facts, address);
    const whole = begun ? null : await readPart(path, facts, address);
    const had = whole ?? known;
    const headers: Record<string, string> = { 'accept-encoding': 'gzip, identity;q=0.5' };
    if (begun) {
      headers.range = `bytes=${begun.size}-`;
      headers['if-range'] = begun.etag ?? begun.lastModified ?? '';
    } else if (had?.etag) headers['if-none-match'] = had.etag;
    else if (had?.lastModified) headers['if-modified-since'] = had.lastModified;
    const response = await get(address, headers, network, signal);
    if (response.statusCode === 304) {
      response.destroy();
      return whole && { etag: whole.etag, lastModified: whole.lastModified };
    }
    const isRest = begun !== null && response.statusCode === 206;
    // The reply with the rest of a file may leave out what the first one said (RFC 9110, 15.3.7).
    const validators = {
      etag: strong(response.headers.etag) ?? (isRest ? begun.etag : null),
      lastModified: response.headers['last-modified'] ?? (isRest ? begun.lastModified : null),
    };
    // Some servers ignore `If-Range` and send the rest of another version.
    const continues =
      isRest &&
      startOf(response) === begun.size &&
      validators.etag === begun.etag &&
      validators.lastModified === begun.lastModified;
    if (response.statusCode === 416 || (response.statusCode === 206 && !continues)) {
      response.destroy();
      await Promise.all([rm(part, { force: true }), rm(facts, { force: true })]);
      throw new PublisherError('network');
    }
    refuse(response);
    const before = continues ? begun.size : 0;
    // What is written next describes another file than the one that is there.
    await rm(path, { force: true });
    await writeFile(facts, JSON.stringify({ url: address, ...validators }));
    const expected = Number(response.headers['content-length'] ?? Number.NaN);
    const total = Number.isNaN(expected) ? null : before + expected;
    if ((total ?? 0) > maxFile) {
      response.destroy();
      throw new PublisherError('tooLarge');
    }
    const size = await save(response, part, { before, total, signal, onProgress, maxFile });
    if (total !== null && size !== total) throw new PublisherError('network');
    await rename(part, path);
    return validators;
  });
}

/** A part, or the whole, of a file of which the publisher said which version it is. Null if it must begin again. */
async function readPart(
  part: string,
  facts: string,
  url: string,
): Promise<({ readonly size: number } & Validators) | null> {
  try {
    const { size } = await stat(part);
    const parsed = PART.safeParse(JSON.parse(await readFile(facts, 'utf8')));
    if (!parsed.success || parsed.data.url !== url || size === 0) return null;
    return parsed.data.etag === null && parsed.data.lastModified === null ? null : { size, ...parsed.data };
  } catch {
    return null;
  }
}

/** Returns the bytes of the file. What has arrived stays when it fails, so that the next try continues after it. */
async function save(
  response: http.IncomingMessage,
  path: string,
  {
    before,
    total,
    signal,
    onProgress,
    maxFile,
  }: {
    readonly before: number;
    readonly total: number | null;
    readonly signal: AbortSignal;
    readonly onProgress: (received: number, total: number | null) => void;
    readonly maxFile: number;
  },
): Promise<number> {
  let size = before;
  async function* counted(source: AsyncIterable<Buffer>) {
    for await (const bytes of source) {
      size += bytes.length;
      if (size > maxFile) throw new PublisherError('tooLarge');
      onProgress(size, total);
      yield bytes;
    }
  }
  try {
    await pipeline(response, counted, createWriteStream(path, { flags: before > 0 ? 'a' : 'w', mode: 0o600 }), {
      signal,
    });
    return size;
  } catch (error) {
    if (codeOf(error) === 'ENOSPC') throw new PublisherError('diskFull');
    throw networkError(error, signal);
  }
}

/** Follows redirects to the same host only. */
async function get(
  address: string,
  headers: Readonly<Record<string, string>>,
  network: Network,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  let url = new URL(address);
  const { host } = url;
  for (let redirects = 0; ; redirects += 1) {
    const response = await send(url, { ...headers, 'user-agent': network.userAgent }, signal);
    network.log(`GET ${url.href} ${response.statusCode}`);
    const location = response.headers.location;
    if (![301, 302, 303, 307, 308].includes(response.statusCode ?? 0) || location === undefined) return response;
    response.destroy();
    const next = URL.parse(location, url.href);
    if (next === null || redirects >= MAX_REDIRECTS) throw new PublisherError('status', String(response.statusCode));
    // Some addresses of the publishers still begin with http.
    if (url.protocol === 'https:' && next.protocol === 'http:') next.protocol = 'https:';
    if (next.host !== host || next.protocol !== url.protocol) throw new PublisherError('redirect', next.host);
    url = next;
  }
}

function send(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const request = (url.protocol === 'https:' ? https : http).request(url, { method: 'GET', headers });
    const onAbort = () => request.destroy(new Error('aborted'));
    signal.addEventListener('abort', onAbort);
    request.once('close', () => signal.removeEventListener('abort', onAbort));
    request.setTimeout(IDLE, () => request.destroy(new PublisherError('network', 'ETIMEDOUT')));
    request.once('response', resolve);
    request.on('error', (error) => reject(networkError(error, signal)));
    request.end();
  });
}

/** Codes of Node for a certificate that is not trusted, has expired, or belongs to another host. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ALTNAME/;

function networkError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof PublisherError) return error;
  const code = codeOf(error) ?? '';
  // A proxy that does not let a connection to an https address pass.
  if (/PROXY|TUNNEL/.test(code) && /\b407\b/.test(String(error)))
    return new PublisherError('proxy', '', { cause: error });
  return new PublisherError(CERTIFICATE.test(code) ? 'certificate' : 'network', code, { cause: error });
}

/** Throws for a status that brings no file. */
function refuse(response: http.IncomingMessage): void {
  const { statusCode = 0, headers } = response;
  if (statusCode === 200 || statusCode === 206) return;
  response.destroy();
  if (statusCode === 404 || statusCode === 410) throw new PublisherError('notFound');
  if (statusCode === 407) throw new PublisherError('proxy');
  if ([429, 503, 504].includes(statusCode)) throw new PublisherError('busy', headers['retry-after'] ?? '');
  throw new PublisherError('status', String(statusCode));
}

/** Tries again what may pass: a busy publisher and a lost connection. */
async function withTries<T>(network: Network, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await act();
    } catch (error) {
      const passes = error instanceof PublisherError && (error.problem === 'busy' || error.problem === 'network');
      if (!passes || tried === TRIES || signal.aborted) throw error;
      const asked = error.problem === 'busy' ? Number.parseInt(error.detail, 10) * 1000 : Number.NaN;
      await network.sleep(Math.min(MAX_WAIT, Number.isNaN(asked) ? WAIT * tried : asked), signal);
    }
  }
}

/** A weak validator does not say that the bytes are equal. */
function strong(etag: string | undefined): string | null {
  return etag === undefined || etag.startsWith('W/') ? null : etag;
}

function startOf({ headers }: http.IncomingMessage): number {
  return Number(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1] ?? Number.NaN);
}
