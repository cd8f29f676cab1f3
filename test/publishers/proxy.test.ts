import http from 'node:http';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { fetchListing } from '../../src/publishers/download.ts';
import { PublisherError } from '../../src/publishers/publisherError.ts';
import { certificate, testAuthority } from '../support/certificate.ts';
import { playProxy } from './support/playProxy.ts';
import { playPublishers } from './support/playPublishers.ts';

const LISTING = 'www.ecfr.gov/api/versioner/v1/titles.json';

/** No agent is passed, so a proxy that is set for the whole process holds, as that of VS Code does. */
const trusted = tls.getCACertificates('default');
beforeAll(() => tls.setDefaultCACertificates([...trusted, testAuthority()]));
afterAll(() => tls.setDefaultCACertificates(trusted));

async function read(proxy: string, mirror: string | null): Promise<string> {
  onTestFinished(http.setGlobalProxyFromEnv({ http_proxy: proxy, https_proxy: proxy, no_proxy: '' }));
  const network = { userAgent: 'Fiscal/1', mirror, log: () => {}, sleep: async () => {} };
  return fetchListing(`https://${LISTING}`, network, new AbortController().signal).catch((error: unknown) =>
    error instanceof PublisherError ? `${error.problem}: ${error.detail}` : String(error),
  );
}

it('a publisher and a mirror are asked through a proxy, which sees the name of the host only', async () => {
  const played = await playPublishers(certificate('good'));
  played.on(LISTING, { body: 'the list' });
  const proxy = await playProxy(played.mirror);
  expect(await read(proxy.address, played.mirror)).toBe('the list');
  // The certificate of the server is not that of the publisher.
  expect(await read(proxy.address, null)).toBe('certificate: ERR_TLS_CERT_ALTNAME_INVALID');
  expect(proxy.asked).toEqual([new URL(played.mirror).host, 'www.ecfr.gov:443']);
  expect(played.requests).toHaveLength(1);
});

it('a proxy that asks for credentials is named as such, and is asked once', async () => {
  const proxy = await playProxy(null);
  expect(await read(proxy.address, null)).toBe('proxy: ');
  expect(proxy.asked).toEqual(['www.ecfr.gov:443']);
});
