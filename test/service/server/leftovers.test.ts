import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { ANSWER, createFakeResearcher, untilStopped } from '../../support/fakeResearcher.ts';
import { ask, exchange, openSocket, rawQuestion } from '../../support/httpExchange.ts';
import { startService } from '../../support/startService.ts';

const held = (): number => process.getActiveResourcesInfo().filter((name) => /^(TCP|Timeout)/.test(name)).length;

it('no socket, timer or research remains after requests of every kind', async () => {
  const before = held();
  const good = createFakeResearcher();
  const broken = createFakeResearcher([...ANSWER.slice(0, 2), new Error('broken')]);
  const endless = createFakeResearcher([...ANSWER.slice(0, 1), untilStopped]);
  const sockets = { lingerMs: 50 };
  const services = await Promise.all([
    startService({ researcher: good, sockets }),
    startService({ researcher: broken, sockets }),
    startService({ researcher: endless, sockets, limits: { keepAliveMs: 5 } }),
  ]);
  const [whole, failing, waiting] = services.map((service) => service.port);
  for (let count = 0; count < 40; count++) {
    await Promise.all([
      ask(whole ?? 0),
      ask(whole ?? 0, { stream: true }),
      ask(whole ?? 0, { askMode: 'x' }),
      exchange(whole ?? 0, { headers: {}, body: 'x'.repeat(100_000) }),
      ask(failing ?? 0),
      ask(failing ?? 0, { stream: true }),
      leave(waiting ?? 0, count % 2 === 0),
    ]);
  }
  await eventually(() => expect(endless.aborted()).toBe(40));
  const outcomes = services.flatMap((service) => service.logs.map((entry) => entry.outcome));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(80);
  expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(80);
  expect(outcomes.filter((outcome) => outcome === 'cancelled')).toHaveLength(40);
  await Promise.all(services.map((service) => service.close()));
  // Not by `eventually`, which holds timers of its own.
  const end = performance.now() + 10_000;
  while (held() > before && performance.now() < end) await new Promise((resolve) => setImmediate(resolve));
  expect(held()).toBeLessThanOrEqual(before);
});

async function leave(port: number, byReset: boolean): Promise<void> {
  const raw = await openSocket(port);
  raw.socket.write(rawQuestion({ stream: true }));
  await eventually(() => expect(raw.received()).toContain('keep-alive'));
  if (byReset) raw.socket.resetAndDestroy();
  else raw.socket.destroy();
  await raw.closed;
}
