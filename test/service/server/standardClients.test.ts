import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../../scripts/support/buildProgram.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/serviceProcess.ts';
import { type Connection, STANDARD_CLIENTS, type Turn } from '../../support/standardClients.ts';

const QUESTION: Turn = { role: 'user', content: 'Can the cost of a laptop be expensed?' };
const FOLLOW_UP: Turn = { role: 'user', content: 'What is the limit on expensing a laptop?' };
const SYSTEM: Turn = { role: 'system', content: 'Answer in the style of a giraffe.' };
const model = 'service-1.0';

let folder: string;
let service: ServiceProcess;
let connection: Connection;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fiscal-clients-'));
  const library = join(folder, 'library');
  mkdirSync(library);
  const law =
    '# § 179\n\nThe cost of a laptop may be expensed under section 179. The limit on expensing is $2,500,000.\n';
  writeFileSync(join(library, 'laptop.md'), law);
  service = startServiceProcess(await buildProgram(folder), ['--library', library, '--key', 'office-key']);
  connection = { baseUrl: await service.origin, key: 'office-key' };
  await service.ready;
});
afterAll(async () => {
  service.child.kill('SIGTERM');
  expect(await service.exit).toBe(0);
  rmSync(folder, { recursive: true });
});

for (const client of STANDARD_CLIENTS) {
  describe(client.name, () => {
    it(`${client.name} gets the JSON replies of two turns`, async () => {
      const first = await client.ask(connection, [SYSTEM, QUESTION]);
      expect(first.text).toContain('laptop');
      expect(first.tokens).toBeGreaterThan(0);
      const history: Turn[] = [SYSTEM, QUESTION, { role: 'assistant', content: first.text }, FOLLOW_UP];
      const second = await client.ask(connection, history);
      expect(second.text).toContain('$2,500,000');
      expect(second.tokens).toBeGreaterThan(first.tokens ?? 0);
    });

    it(`${client.name} gets the streams of two turns`, async () => {
      const options = { signal: new AbortController().signal, onText: () => {} };
      const first = await client.stream(connection, [QUESTION], options);
      expect(first.text).toContain('laptop');
      expect(first.tokens).toBeGreaterThan(0);
      const history: Turn[] = [QUESTION, { role: 'assistant', content: first.text }, FOLLOW_UP];
      const second = await client.stream(connection, history, options);
      expect(second.text).toContain('$2,500,000');
      expect(second.types).toEqual(['step_message', 'source_message']);
    });

    it(`${client.name} can abort a stream, and the next question is answered`, async () => {
      const stop = new AbortController();
      const seen: string[] = [];
      const onText = (text: string) => {
        seen.push(text);
        stop.abort();
      };
      await client.stream(connection, [QUESTION], { signal: stop.signal, onText }).catch(() => {});
      expect(seen.length).toBeGreaterThan(0);
      expect((await client.ask(connection, [QUESTION])).text).toContain('laptop');
    });

    it(`${client.name} reports a wrong key`, async () => {
      const stranger = { ...connection, key: 'wrong' };
      const options = { signal: new AbortController().signal, onText: () => {} };
      const isRefused = (error: unknown) =>
        /401|valid key/.test(`${error} ${error instanceof Error && 'status' in error ? error.status : ''}`);
      await expect(client.ask(stranger, [QUESTION])).rejects.toSatisfy(isRefused);
      await expect(client.stream(stranger, [QUESTION], options)).rejects.toSatisfy(isRefused);
    });
  });
}

describe('openai with what is particular to the service', () => {
  const client = () => new OpenAI({ baseURL: connection.baseUrl, apiKey: connection.key, maxRetries: 0 });
  /** The types of the library know its own roles only. */
  const human = [{ ...QUESTION, role: 'human' }] as unknown as OpenAI.ChatCompletionMessageParam[];

  it('a caller with the role human is answered with the role ai, as the interface says', async () => {
    const { choices } = await client().chat.completions.create({ model, messages: human });
    expect(choices[0]?.message).toMatchObject({ role: 'ai', content: expect.stringContaining('laptop') });
  });

  it('the extra fields are taken from the top level of the body', async () => {
    const fields = { askMode: 'auto', allowedAskModes: ['audit_research'], ZeroDataRetention: true };
    const { choices } = await client().chat.completions.create({ model, messages: human, temperature: 0, ...fields });
    expect(choices[0]?.message.content).toBeTruthy();
  });

  it('an extra_body that was not unpacked is refused when it asks for zero data retention', async () => {
    const body = { model, messages: human, extra_body: { ZeroDataRetention: true } };
    await expect(client().chat.completions.create(body)).rejects.toMatchObject({ status: 400, param: 'extra_body' });
  });

  it('the models are listed, and the list needs the key', async () => {
    const ids: string[] = [];
    for await (const { id } of client().models.list()) ids.push(id);
    expect(ids).toEqual([model]);
    const stranger = new OpenAI({ baseURL: connection.baseUrl, apiKey: 'wrong', maxRetries: 0 });
    await expect(stranger.models.list()).rejects.toThrow(OpenAI.AuthenticationError);
  });

  it('the model is returned by its name, and another name is not found', async () => {
    expect(await client().models.retrieve(model)).toMatchObject({ id: model, object: 'model' });
    await expect(client().models.retrieve('gpt-5')).rejects.toMatchObject({ status: 404 });
  });

  it('an address that ends with /v1 is the same service', async () => {
    const v1 = new OpenAI({ baseURL: `${connection.baseUrl}/v1`, apiKey: connection.key, maxRetries: 0 });
    const { choices } = await v1.chat.completions.create({ model, messages: human });
    expect(choices[0]?.message.content).toContain('laptop');
    expect((await v1.models.list()).data).toHaveLength(1);
  });

  it('a response format other than text is refused, and text is not', async () => {
    const ask = (type: 'text' | 'json_object') =>
      client().chat.completions.create({ model, messages: human, response_format: { type } });
    await expect(ask('json_object')).rejects.toMatchObject({ status: 400, param: 'response_format' });
    expect((await ask('text')).choices).toHaveLength(1);
  });

  it('messages of tools in a history are refused with what to do', async () => {
    const history = [{ role: 'tool' as const, tool_call_id: '1', content: 'found' }, ...human];
    const asked = client().chat.completions.create({ model, messages: history });
    await expect(asked).rejects.toThrow(
      'The service calls no tools: leave messages with role "tool" or "function" out',
    );
  });

  it('an image is refused as a bad request that names the part', async () => {
    const content = [{ type: 'image_url' as const, image_url: { url: 'https://images.example/a.png' } }];
    const asked = client().chat.completions.create({ model, messages: [{ role: 'user', content }] });
    await expect(asked).rejects.toMatchObject({ status: 400, param: 'messages[0].content[0]' });
  });
});
