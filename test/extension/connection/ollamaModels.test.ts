import { afterEach, expect, it, vi } from 'vitest';
import { ollamaModels } from '../../../src/extension/connection/ollamaModels.ts';

afterEach(() => void vi.unstubAllGlobals());

/** What the program at Ollama's port replies. */
async function read(body: string, status = 200): Promise<readonly string[] | null> {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
  return ollamaModels();
}

it('the models of Ollama are read from its list', async () => {
  expect(await read('{"object":"list","data":[{"id":"llama3:8b","object":"model"},{"id":"qwen"}]}')).toEqual([
    'llama3:8b',
    'qwen',
  ]);
});

it('models that Ollama does not run on this machine are left out', async () => {
  expect(await read('{"data":[{"id":"gpt-oss:120b-cloud"},{"id":"kimi:Cloud"},{"id":"llama3:8b"}]}')).toEqual([
    'llama3:8b',
  ]);
});

it('one request goes to this machine, and follows no redirect', async () => {
  const fetch = vi.fn(async () => new Response('{"data":[]}'));
  vi.stubGlobal('fetch', fetch);
  await ollamaModels();
  expect(fetch.mock.calls).toEqual([
    ['http://127.0.0.1:11434/v1/models', expect.objectContaining({ redirect: 'error' })],
  ]);
});

it('another program at the port of Ollama is not taken for it', async () => {
  expect(await read('<html>')).toBeNull();
  expect(await read('{"data":[{"id":7}]}')).toBeNull();
  expect(await read(JSON.stringify({ data: [{ id: 'x'.repeat(201) }] }))).toBeNull();
  expect(await read('{"data":[]}', 404)).toBeNull();
  expect(await read(`{"data":[]}${' '.repeat(1_000_000)}`)).toBeNull();
});

it('an Ollama that is not running is reported as such', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('fetch failed')));
  expect(await ollamaModels()).toBeNull();
});
