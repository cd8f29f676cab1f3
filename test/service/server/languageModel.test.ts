/** The command-line service with a language model behind a scripted endpoint, as the `openai` client sees it. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../../scripts/support/buildProgram.ts';
import { contents, type ModelServer, sendStream, startModelServer } from '../../support/modelServer.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/serviceProcess.ts';

const KEY = 'sk-model-key-of-the-firm';
const QUESTION = 'How much of the cost of equipment may be expensed under section 179?';

let folder: string;
let endpoint: ModelServer;
let service: ServiceProcess;
let client: OpenAI;
/** What the model writes; `{LIMIT}` becomes the key of the passage with the limit. */
let written = '';
/** Called when the endpoint began a reply that it never ends. */
let stalled: (() => void) | null = null;
/** The endpoint closes the connection after the first line of an answer. */
let breaks = false;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fiscal-model-'));
  const library = join(folder, 'library');
  mkdirSync(library);
  writeFileSync(
    join(library, '179.md'),
    '# § 179. Election to expense certain depreciable business assets\n\n## (b) Limitations\n\n(1) Dollar limitation\n\nThe aggregate cost which may be taken into account under subsection (a) for any taxable year shall not exceed $2,500,000.\n',
  );
  endpoint = await startModelServer((response, { body }) => {
    const prompt = body.messages.map(({ content }) => content).join('\n');
    if (prompt.startsWith('You prepare a search')) {
      return sendStream(
        response,
        `${contents('SEARCH: aggregate cost dollar limitation section 179')}data: [DONE]\n\n`,
      );
    }
    if (prompt.startsWith('You plan research')) {
      return sendStream(
        response,
        `${contents('PART: the dollar limit | aggregate cost dollar limitation')}data: [DONE]\n\n`,
      );
    }
    if (prompt.includes('Copy the sentences of the passages')) {
      return sendStream(
        response,
        `${contents('NOTE: The aggregate cost which may be taken into account {S1}')}data: [DONE]\n\n`,
      );
    }
    if (prompt.startsWith('A check found')) return sendStream(response, `${contents('DROP\nEND\n')}data: [DONE]\n\n`);
    if (stalled) {
      stalled();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return void response.write(contents('## RULE\n'));
    }
    if (breaks) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return void response.write(contents('The cost shall not exceed $2,500,000. {S1}\n'), () => response.destroy());
    }
    const key = /.*(S\d+) \|/s.exec(prompt.slice(0, prompt.indexOf('shall not exceed $2,500,000')))?.[1] ?? 'S1';
    return sendStream(
      response,
      `${contents(...written.replaceAll('{LIMIT}', `{${key}}`).split(/(?<=\n)/))}data: [DONE]\n\n`,
    );
  });
  service = startServiceProcess(
    await buildProgram(folder),
    [
      '--library',
      library,
      '--key',
      'office',
      '--model-url',
      endpoint.url,
      '--model',
      'local',
      '--transcripts',
      join(folder, 'kept'),
    ],
    { FISCAL_MODEL_KEY: KEY },
  );
  client = new OpenAI({ baseURL: await service.origin, apiKey: 'office', maxRetries: 0 });
  await service.ready;
});
afterAll(async () => {
  service.child.kill('SIGTERM');
  expect(await service.exit).toBe(0);
  await endpoint[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

interface Streamed {
  readonly text: string;
  readonly steps: readonly string[];
  readonly sources: readonly { readonly title: string; readonly snippet: string }[];
}

async function ask(more: object = {}): Promise<Streamed> {
  const request = { model: 'service-1.0', stream: true, messages: [{ role: 'human', content: QUESTION }], ...more };
  const stream = await client.chat.completions.create(request as unknown as OpenAI.ChatCompletionCreateParamsStreaming);
  let text = '';
  const steps: string[] = [];
  const sources: Streamed['sources'][number][] = [];
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta?.content ?? '';
    const message = chunk as unknown as { type?: string; title?: string; content?: Streamed['sources'] };
    if (message.type === 'step_message') steps.push(message.title ?? '');
    if (message.type === 'source_message') sources.push(...(message.content ?? []));
  }
  return { text, steps, sources };
}

describe('the command-line service with a language model', () => {
  it('answers with checked sentences, a source for each, and steps for every request to the model', async () => {
    written =
      '## RULE\nThe cost that may be taken into account shall not exceed $2,500,000. {LIMIT}\n## CONCLUSION\nUp to $2,500,000 may be expensed. {LIMIT}\nEND\n';
    const answer = await ask();
    expect(answer.text).toMatch(/^### Short answer\n\nUp to \$2,500,000 may be expensed\. \[1\]/);
    expect(answer.sources).toHaveLength(1);
    expect(answer.sources[0]?.snippet).toContain('shall not exceed $2,500,000');
    expect(answer.steps).toContain('Searching for aggregate cost dollar limitation section 179');
    expect(answer.steps.at(-1)).toBe('Sentences checked: 2 (2 confirmed)');
    expect(endpoint.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('leaves out a sentence whose amount no passage states, and never shows the amount', async () => {
    written =
      '## RULE\nThe cost shall not exceed $2,500,000. {LIMIT}\nThe cost limit counts for a taxable year. {LIMIT}\nThe limit was $1,160,000 before. {LIMIT}\n## CONCLUSION\nUp to $2,500,000. {LIMIT}\nEND\n';
    const answer = await ask();
    expect(answer.text).not.toContain('1,160,000');
    expect(answer.text).toContain(
      '### Left out\n\n- A sentence under “Rule”: an amount in it was not found in the passages given.',
    );
  });

  it('shows the plan, the searches and the check as steps of deep research', async () => {
    written = '## RULE\nThe cost that may be taken into account shall not exceed $2,500,000. {LIMIT}\nEND\n';
    const { steps, text } = await ask({ askMode: 'tax_research_deep_research' });
    expect(steps).toContain('Part 1: the dollar limit');
    expect(steps).toContain('Searching for aggregate cost dollar limitation');
    expect(steps).toContain('Sentences checked: 1 (1 confirmed)');
    expect(text).toContain('shall not exceed $2,500,000. [1]');
  });

  it('keeps the sentences that were complete when the endpoint breaks off in the middle of a reply', async () => {
    breaks = true;
    try {
      const { text } = await ask();
      expect(text).toContain('### Rule\n\nThe cost shall not exceed $2,500,000. [1]');
      expect(text).toContain('*The reply of the language model was cut off. What it had completed is shown.*');
    } finally {
      breaks = false;
    }
  });

  it('shows a reply that ends normally without END as whole', async () => {
    written = 'The cost shall not exceed $2,500,000. {LIMIT}\n';
    const answer = await ask();
    expect(answer.text).toContain('### Rule\n\nThe cost shall not exceed $2,500,000. [1]');
    expect(answer.text).not.toContain('cut off');
  });

  it('stops the request to the model when the caller leaves', async () => {
    const begun = new Promise<void>((resolve) => {
      stalled = resolve;
    });
    const abort = new AbortController();
    const stream = await client.chat.completions.create(
      {
        model: 'service-1.0',
        stream: true,
        messages: [{ role: 'human', content: QUESTION }],
      } as unknown as OpenAI.ChatCompletionCreateParamsStreaming,
      { signal: abort.signal },
    );
    const reading = (async () => {
      for await (const chunk of stream) expect(chunk.object).toBe('chat.completion.chunk');
    })();
    await begun;
    stalled = null;
    const number = endpoint.requests.length;
    abort.abort();
    await reading.catch((error: unknown) => expect(error).toBeInstanceOf(OpenAI.APIUserAbortError));
    await endpoint.closed(number);
  });

  it('contacts a model on this machine also with zero data retention, and keeps nothing of it', async () => {
    written = 'The cost shall not exceed $2,500,000. {LIMIT}\nEND\n';
    const secret = 'Zebra-client-4711';
    const answer = await ask({
      messages: [{ role: 'human', content: `${QUESTION} ${secret}` }],
      ZeroDataRetention: true,
    });
    expect(answer.text).toContain('$2,500,000');
    const kept = readdirSync(join(folder, 'kept')).map((file) => readFileSync(join(folder, 'kept', file), 'utf8'));
    expect(kept.length).toBeGreaterThan(0);
    expect(`${kept.join()}${service.stdout()}${service.stderr()}`).not.toContain(secret);
    expect(`${kept.join()}${service.stdout()}${service.stderr()}`).not.toContain(KEY);
  });
});
