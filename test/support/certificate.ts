import { readFileSync } from 'node:fs';
import type { SecureContextOptions } from 'node:tls';

function read(name: string): string {
  return readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');
}

/** The authority that signed the test certificates, which no machine trusts by itself. */
export function testAuthority(): string {
  return read('authority.pem');
}

/** `good`, `wrongHost` or `expired`; each for localhost and 127.0.0.1 unless its name says otherwise. */
export function certificate(name: string): SecureContextOptions {
  const file = name === 'wrongHost' || name === 'expired' ? name : 'good';
  return { cert: read(`${file}.pem`), key: read('server.key.pem') };
}
