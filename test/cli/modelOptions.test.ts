import { expect, it } from 'vitest';
import { openModel, readModel } from '../../src/cli/modelOptions.ts';
import type { Transport } from '../../src/client/transport/transport.ts';
import { MCP_GUARDS, type McpGuardMode } from '../../src/mcp/mcpGuard.ts';
import { contents } from '../support/modelServer.ts';

const PROMPT = 'Meyer GmbH, SSN 123-45-6789, paid the rent.';

/** What a language model at this address receives of the prompt, and whether the library may put identifiers in others. */
async function received(url: string, guard: McpGuardMode) {
  const bodies: string[] = [];
  const transport: Transport = {
    async send({ body }) {
      bodies.push(body);
      const stream = `${contents('Paid.')}data: [DONE]\n\n`;
      return {
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        body: (async function* () {
          yield new TextEncoder().encode(stream);
        })(),
      };
    },
  };
  const options = readModel({ 'model-url': url, model: 'm', 'model-zero-retention': false }, {});
  if (options === null) throw new Error('No model was read.');
  const { model } = openModel(options, { guard, clientNames: ['Meyer GmbH'] }, transport);
  const reply = model.send([{ role: 'user', content: PROMPT }], new AbortController().signal);
  let failure = '';
  try {
    while (!(await reply.next()).done);
  } catch (error) {
    failure = (error as { kind: string }).kind;
  }
  return { body: bodies.join(), failure, hidden: model.hidden };
}

it('a language model on another machine receives placeholders for client identifiers', async () => {
  const { body, hidden } = await received('https://models.example.com/v1', 'replace');
  expect(body).toContain('[NAME-1], SSN [SSN-1], paid the rent.');
  expect(body).not.toMatch(/Meyer|6789/);
  expect(hidden).toEqual({ block: false, names: ['Meyer GmbH'] });
});

it('with --identifiers block, a prompt with client identifiers is not sent to a language model on another machine', async () => {
  const { body, failure, hidden } = await received('https://models.example.com/v1', 'block');
  expect(body).toBe('');
  expect(failure).toBe('identifiers');
  expect(hidden).toEqual({ block: true, names: ['Meyer GmbH'] });
});

it('with --identifiers off, and on this machine, a language model receives the prompt as it is', async () => {
  const off = await received('https://models.example.com/v1', 'off');
  expect(off.body).toContain(PROMPT);
  expect(off.hidden).toBeUndefined();
  for (const guard of MCP_GUARDS) {
    const local = await received('http://127.0.0.1:11434/v1', guard);
    expect(local.body).toContain(PROMPT);
    expect(local.hidden).toBeUndefined();
  }
});
