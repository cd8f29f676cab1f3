import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../scripts/support/buildProgram.ts';
import { fetchListing, type Network } from '../../src/publishers/download.ts';
import { PublisherError } from '../../src/publishers/publisherError.ts';
import { makeZip } from '../service/documents/support/makeOffice.ts';
import { FIXTURES, temporaryFolder } from '../service/temporary.ts';
import { certificate, testAuthority } from '../support/certificate.ts';
import { playProxy } from './support/playProxy.ts';
import { type PlayedPublishers, playPublishers } from './support/playPublishers.ts';

const LISTING = 'www.ecfr.gov/api/versioner/v1/titles.json';
const LAW = 'www.gesetze-im-internet.de/solzg_1995/xml.zip';
const XML = readFileSync(join(FIXTURES, 'publishers/BJNR097500993@20250102221509.xml'));

/** What a listing of the publisher is read as, and how often it was asked for again. */
async function listing(played: PlayedPublishers): Promise<string> {
  let waits = 0;
  const network: Network = {
    userAgent: 'Fiscal/1',
    mirror: played.mirror,
    log: () => {},
    sleep: async () => {
      waits += 1;
    },
  };
  played.on(LISTING, { body: 'the list' });
  const read = fetchListing(`https://${LISTING}`, network, new AbortController().signal);
  const result = await read.catch((error: unknown) =>
    error instanceof PublisherError ? `${error.problem}: ${error.detail}` : String(error),
  );
  return `${result}, ${waits} waits, ${played.requests.length} requests`;
}

it('a publisher whose certificate this computer does not trust is asked once, and named as such', async () => {
  const read = await listing(await playPublishers(certificate('good')));
  expect(read).toBe('certificate: UNABLE_TO_VERIFY_LEAF_SIGNATURE, 0 waits, 0 requests');
});

describe('with an authority that the machine trusts', () => {
  const trusted = tls.getCACertificates('default');
  beforeAll(() => tls.setDefaultCACertificates([...trusted, testAuthority()]));
  afterAll(() => tls.setDefaultCACertificates(trusted));

  it('a publisher with a certificate of that authority is read', async () => {
    expect(await listing(await playPublishers(certificate('good')))).toBe('the list, 0 waits, 1 requests');
  });

  it.each([
    ['is that of another host', 'wrongHost', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['has expired', 'expired', 'CERT_HAS_EXPIRED'],
  ])('a publisher whose certificate %s is refused, and nothing is sent to it', async (_case, name, code) => {
    expect(await listing(await playPublishers(certificate(name)))).toBe(`certificate: ${code}, 0 waits, 0 requests`);
  });
});

it('fiscal authorities takes a law over a connection that NODE_EXTRA_CA_CERTS makes trusted and through a proxy, and says so without trust', async () => {
  const folder = temporaryFolder();
  const program = await buildProgram(join(folder, 'program'));
  const played = await playPublishers(certificate('good'));
  played.on(LAW, { body: makeZip({ 'BJNR097500993.xml': XML }) });
  async function get(env: Readonly<Record<string, string>>) {
    const args = [program, 'authorities', 'get', 'solzg_1995', '--folder', join(folder, 'laws')];
    const child = spawn(process.execPath, [...args, '--mirror', played.mirror], { env });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { out, err, code };
  }
  const { PATH = '' } = process.env;
  const refused = await get({ PATH });
  expect([refused.code, refused.out, played.requests]).toEqual([1, '', []]);
  expect(refused.err).toContain(`The certificate of ${new URL(played.mirror).host} was refused`);
  expect(refused.err).toContain('NODE_EXTRA_CA_CERTS');
  const taken = await get({ PATH, NODE_EXTRA_CA_CERTS: join(FIXTURES, 'tls/authority.pem') });
  expect([taken.code, taken.out]).toEqual([0, expect.stringMatching(/^solzg_1995: 2025-01-02.*\(new\)/)]);
  const proxy = await playProxy(played.mirror);
  const again = await get({
    PATH,
    NODE_EXTRA_CA_CERTS: join(FIXTURES, 'tls/authority.pem'),
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: proxy.address,
  });
  expect([again.code, again.out]).toEqual([0, expect.stringMatching(/^solzg_1995: 2025-01-02.*\(current\)/)]);
  expect(proxy.asked).toEqual([new URL(played.mirror).host]);
});
