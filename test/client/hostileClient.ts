/** A client that asks a hostile server, for the tests of one file, and the steps that most of them play. */
import { afterAll, beforeAll } from 'vitest';
import type { Limits } from '../../src/client/limits.ts';
import { createResearchClient } from '../../src/client/researchClient.ts';
import { createNodeTransport } from '../../src/client/transport/nodeTransport.ts';
import { QUESTION, type Run, run } from '../support/askRun.ts';
import { CANARY_KEY } from '../support/canary.ts';
import { fastClock } from '../support/fastClock.ts';
import { type Behaviour, type HostileServer, startHostileServer } from '../support/hostileServer.ts';
import type { Step } from '../support/hostileSteps.ts';

export const sse = (...events: string[]): Step => ({
  do: 'body',
  text: events.map((event) => `data: ${event}\n\n`).join(''),
});
export const chunk = (content: string) =>
  JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
export const ok: Step = { do: 'status', status: 200, headers: { 'content-type': 'text/event-stream' } };
export const end: Step = { do: 'end' };
export const status = (code: number, headers: Record<string, string> = {}): Step => ({
  do: 'status',
  status: code,
  headers,
});

export let server: HostileServer;
beforeAll(async () => {
  server = await startHostileServer({ KEY: CANARY_KEY });
});
afterAll(() => server.close());

export function clientFor(baseUrl: string, limits: Partial<Limits> = {}) {
  const [clock, transport] = [fastClock(20), createNodeTransport()];
  return createResearchClient({ baseUrl, getKey: () => CANARY_KEY, transport, limits, clock, random: () => 0.5 });
}

export async function ask(
  steps: readonly Step[],
  limits: Partial<Limits> = {},
  stream = true,
): Promise<Run & { behaviour: Behaviour }> {
  const behaviour = await server.behave(steps);
  return { ...(await run(clientFor(behaviour.baseUrl, limits), { ...QUESTION, stream })), behaviour };
}
