import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServiceProcess, startServiceProcess } from '../../support/serviceProcess.ts';

/** The client's types know its own roles only; the service's `human` goes over the wire as any other string. */
const messages = [
  { role: 'human', content: 'Can the cost of a laptop be expensed?' },
] as unknown as OpenAI.ChatCompletionMessageParam[];
const model = 'service-1.0';

let folder: string;
let service: ServiceProcess;
let client: OpenAI;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fiscal-openai-'));
  writeFileSync(join(folder, 'laptop.md'), '# § 179\n\nThe cost of a laptop may be expensed under section 179.\n');
  service = startServiceProcess(['--library', folder, '--key', 'office-key']);
  client = new OpenAI({ baseURL: await service.origin, apiKey: 'office-key', maxRetries: 0 });
});
afterAll(async () => {
  service.child.kill('SIGTERM');
  expect(await service.exit).toBe(0);
  rmSync(folder, { recursive: true });
});

it('the OpenAI client reads a whole reply', async () => {
  const completion = await client.chat.completions.create({ model, messages });
  expect(completion.object).toBe('chat.completion');
  expect(completion.choices[0]?.message.content).toContain('laptop');
  expect(completion.choices[0]?.finish_reason).toBe('stop');
  expect(completion.usage?.total_tokens).toBeGreaterThan(0);
});

it('the OpenAI client reads a stream with custom messages', async () => {
  const types: string[] = [];
  let text = '';
  for await (const chunk of await client.chat.completions.create({ model, messages, stream: true })) {
    text += chunk.choices[0]?.delta.content ?? '';
    if ('type' in chunk) types.push(String(chunk.type));
  }
  expect(text).toContain('laptop');
  expect(types).toContain('step_message');
  expect(types).toContain('source_message');
});

it('the OpenAI client sends the fields of the service as extra fields', async () => {
  const fields = { askMode: 'auto', allowedAskModes: ['audit_research'], ZeroDataRetention: true };
  const completion = await client.chat.completions.create({ model, messages, temperature: 0, ...fields });
  expect(completion.choices[0]?.message.content).toBeTruthy();
});

it('the default role of the OpenAI client is refused with the names of the valid roles', async () => {
  const asked = client.chat.completions.create({ model, messages: [{ role: 'user', content: 'x' }] });
  await expect(asked).rejects.toThrow(OpenAI.BadRequestError);
  await expect(asked).rejects.toMatchObject({ param: 'messages[0].role', message: expect.stringContaining('"human"') });
});

it('the OpenAI client reports an invalid key as an authentication error', async () => {
  const stranger = new OpenAI({ baseURL: client.baseURL, apiKey: 'wrong', maxRetries: 0 });
  await expect(stranger.chat.completions.create({ model, messages })).rejects.toThrow(OpenAI.AuthenticationError);
});

it('an abort of the OpenAI client stops the research', async () => {
  const stream = await client.chat.completions.create({ model, messages, stream: true });
  for await (const _ of stream) stream.controller.abort();
  expect((await client.chat.completions.create({ model, messages })).choices).toHaveLength(1);
});
