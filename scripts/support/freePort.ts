import { createServer } from 'node:net';

/** Returns `wanted` if it is free on 127.0.0.1, else 0, which lets the system choose. */
export function freePort(wanted: number): Promise<number> {
  return new Promise((settle) => {
    const probe = createServer();
    probe.once('error', () => settle(0));
    probe.listen(wanted, '127.0.0.1', () => probe.close(() => settle(wanted)));
  });
}
