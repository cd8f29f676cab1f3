import { createServer } from 'node:net';

/** `wanted` if nobody listens there on 127.0.0.1, else 0, with which the system chooses. */
export function freePort(wanted: number): Promise<number> {
  return new Promise((settle) => {
    const probe = createServer();
    probe.once('error', () => settle(0));
    probe.listen(wanted, '127.0.0.1', () => probe.close(() => settle(wanted)));
  });
}
