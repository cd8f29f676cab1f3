/** Common client libraries for chat completions, each behind the same few functions. */
import { spawn } from 'node:child_process';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, streamText } from 'ai';
import OpenAI from 'openai';
import OpenAI4 from 'openai4';

const MODEL = 'service-1.0';

export interface Turn {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface Connection {
  readonly baseUrl: string;
  readonly key: string;
}

export interface Received {
  readonly text: string;
  /** Types of the custom messages, where the library shows them. */
  readonly types: readonly string[];
  /** Total tokens, where the library reports them. */
  readonly tokens?: number | undefined;
}

export interface StandardClient {
  readonly name: string;
  /** One JSON reply. Rejects with an error that mentions 401 for a wrong key. */
  ask(connection: Connection, messages: readonly Turn[]): Promise<Received>;
  /** A stream. `onText` is called with each part of the text. Rejects or resolves early when the signal aborts. */
  stream(
    connection: Connection,
    messages: readonly Turn[],
    options: { readonly signal: AbortSignal; onText(text: string): void },
  ): Promise<Received>;
}

const typeOf = (chunk: object): string[] => {
  const custom: unknown = 'custom_data' in chunk ? chunk.custom_data : undefined;
  return typeof custom === 'object' && custom !== null && 'type' in custom ? [String(custom.type)] : [];
};

interface Usage {
  readonly total_tokens: number;
}

/** What the two versions of the library have in common. */
interface OpenAiClient {
  readonly chat: {
    readonly completions: {
      create(
        body: { model: string; messages: Turn[]; stream: true; stream_options: { include_usage: boolean } },
        options: { signal: AbortSignal },
      ): PromiseLike<
        AsyncIterable<{ choices: { delta: { content?: string | null } }[]; usage?: Usage | null | undefined }>
      >;
      create(body: { model: string; messages: Turn[] }): PromiseLike<{
        choices: { message: { content: string | null } }[];
        usage?: Usage | undefined;
      }>;
    };
  };
}

function openai(name: string, connect: (connection: Connection) => OpenAiClient): StandardClient {
  return {
    name: `${name} create`,
    async ask(connection, messages) {
      const { choices, usage } = await connect(connection).chat.completions.create({
        model: MODEL,
        messages: [...messages],
      });
      return { text: choices[0]?.message.content ?? '', types: [], tokens: usage?.total_tokens };
    },
    async stream(connection, messages, { signal, onText }) {
      const stream = await connect(connection).chat.completions.create(
        { model: MODEL, messages: [...messages], stream: true, stream_options: { include_usage: true } },
        { signal },
      );
      const received = { text: '', types: [] as string[], tokens: undefined as number | undefined };
      for await (const chunk of stream) {
        received.types.push(...typeOf(chunk));
        received.tokens ??= chunk.usage?.total_tokens;
        const text = chunk.choices[0]?.delta.content ?? '';
        received.text += text;
        if (text !== '') onText(text);
      }
      return received;
    },
  };
}

/** What the two versions of the `.stream()` helper have in common. */
interface StreamHelper {
  on(event: 'chunk', listener: (chunk: object) => void): unknown;
  on(event: 'content', listener: (delta: string) => void): unknown;
  abort(): void;
  finalChatCompletion(): Promise<OpenAI.ChatCompletion>;
}

function streamHelper(name: string, start: (connection: Connection, messages: Turn[]) => StreamHelper): StandardClient {
  const read: StandardClient['stream'] = async (connection, messages, { signal, onText }) => {
    const helper = start(connection, [...messages]);
    const types: string[] = [];
    signal.addEventListener('abort', () => helper.abort());
    helper.on('chunk', (chunk) => types.push(...typeOf(chunk)));
    helper.on('content', (delta) => onText(delta));
    const { choices, usage } = await helper.finalChatCompletion();
    if (choices[0]?.message.role !== 'assistant') throw new Error('The helper needs the role assistant.');
    return { text: choices[0].message.content ?? '', types, tokens: usage?.total_tokens };
  };
  return {
    name: `${name} .stream()`,
    ask: (connection, messages) =>
      read(connection, messages, { signal: new AbortController().signal, onText: () => {} }),
    stream: read,
  };
}

const openai7 = ({ baseUrl, key }: Connection) => new OpenAI({ baseURL: baseUrl, apiKey: key, maxRetries: 0 });
const openai4 = ({ baseUrl, key }: Connection) => new OpenAI4({ baseURL: baseUrl, apiKey: key, maxRetries: 0 });

const compatible = ({ baseUrl, key }: Connection) =>
  createOpenAICompatible({ name: 'fiscal', baseURL: baseUrl, apiKey: key, includeUsage: true })(MODEL);

/** The library takes system messages in an option of its own. */
const split = (messages: readonly Turn[]) => ({
  system: messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n'),
  messages: messages.flatMap(({ role, content }) => (role === 'system' ? [] : [{ role, content }])),
});

const aiSdk: StandardClient = {
  name: 'ai with @ai-sdk/openai-compatible',
  async ask(connection, messages) {
    const { text, usage } = await generateText({ model: compatible(connection), maxRetries: 0, ...split(messages) });
    return { text, types: [], tokens: usage.totalTokens };
  },
  async stream(connection, messages, { signal, onText }) {
    const result = streamText({
      model: compatible(connection),
      maxRetries: 0,
      ...split(messages),
      abortSignal: signal,
      includeRawChunks: true,
      onError: () => {},
    });
    const received = { text: '', types: [] as string[], tokens: undefined as number | undefined };
    for await (const part of result.fullStream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'raw' && typeof part.rawValue === 'object' && part.rawValue !== null) {
        received.types.push(...typeOf(part.rawValue));
      }
      if (part.type === 'finish') received.tokens = part.totalUsage.totalTokens;
      if (part.type !== 'text-delta') continue;
      received.text += part.text;
      onText(part.text);
    }
    return received;
  },
};

/** The types of the library lose the usage. */
interface LangchainMessage {
  readonly usage_metadata?: Usage | undefined;
}

const tokensOf = ({ usage_metadata }: LangchainMessage) => usage_metadata?.total_tokens;

const langchainModel = ({ baseUrl, key }: Connection) =>
  new ChatOpenAI({
    model: MODEL,
    apiKey: key,
    maxRetries: 0,
    configuration: { baseURL: baseUrl },
    // Without it, the library passes on text and usage only.
    __includeRawResponse: true,
  });

const langchain: StandardClient = {
  name: '@langchain/openai',
  async ask(connection, messages) {
    const message = await langchainModel(connection).invoke(messages.map(({ role, content }) => [role, content]));
    return { text: message.text, types: [], tokens: tokensOf(message) };
  },
  async stream(connection, messages, { signal, onText }) {
    const received = { text: '', types: [] as string[], tokens: undefined as number | undefined };
    for await (const chunk of await langchainModel(connection).stream(
      messages.map(({ role, content }) => [role, content]),
      { signal },
    )) {
      received.tokens ??= tokensOf(chunk);
      const raw: unknown = chunk.additional_kwargs.__raw_response;
      if (typeof raw === 'object' && raw !== null) received.types.push(...typeOf(raw));
      received.text += chunk.text;
      if (chunk.text !== '') onText(chunk.text);
    }
    return received;
  },
};

const bodyOf = (messages: readonly Turn[], stream: boolean) => JSON.stringify({ model: MODEL, messages, stream });

/** Reads the lines of an event stream, as a program without a library would. */
function lineReader(onText: (text: string) => void) {
  const received = { text: '', types: [] as string[], tokens: undefined as number | undefined };
  let rest = '';
  return {
    received,
    push(part: string) {
      const lines = (rest + part).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.startsWith('data: ') || line === 'data: [DONE]') continue;
        const chunk = JSON.parse(line.slice(6));
        received.types.push(...typeOf(chunk));
        received.tokens ??= chunk.usage?.total_tokens;
        const text: string = chunk.choices[0]?.delta.content ?? '';
        received.text += text;
        if (text !== '') onText(text);
      }
    },
  };
}

function readWhole(body: string): Received {
  const { choices, usage } = JSON.parse(body);
  return { text: choices[0].message.content, types: [], tokens: usage.total_tokens };
}

const post = async ({ baseUrl, key }: Connection, body: string, signal?: AbortSignal): Promise<Response> => {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body,
    signal: signal ?? null,
  });
  if (!response.ok) throw new Error(`Status ${response.status}`);
  return response;
};

const plainFetch: StandardClient = {
  name: 'fetch',
  ask: async (connection, messages) => readWhole(await (await post(connection, bodyOf(messages, false))).text()),
  async stream(connection, messages, { signal, onText }) {
    const { received, push } = lineReader(onText);
    const response = await post(connection, bodyOf(messages, true), signal);
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) push(part);
    return received;
  },
};

function curl(
  { baseUrl, key }: Connection,
  body: string,
  options: { readonly signal?: AbortSignal; onData(text: string): void },
): Promise<void> {
  const args = ['-sS', '-N', '--fail-with-body', '-H', 'content-type: application/json', '--data-binary', '@-'];
  const child = spawn('curl', [...args, '-H', `authorization: Bearer ${key}`, `${baseUrl}/chat/completions`], {
    ...(options.signal && { signal: options.signal }),
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => options.onData(text));
  child.stdin.end(body);
  return new Promise((resolve, reject) => {
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(errors))));
  });
}

const commandLine: StandardClient = {
  name: 'curl -N',
  async ask(connection, messages) {
    let reply = '';
    await curl(connection, bodyOf(messages, false), {
      onData: (text) => {
        reply += text;
      },
    });
    return readWhole(reply);
  },
  async stream(connection, messages, { signal, onText }) {
    const { received, push } = lineReader(onText);
    await curl(connection, bodyOf(messages, true), { signal, onData: push });
    return received;
  },
};

export const STANDARD_CLIENTS: readonly StandardClient[] = [
  openai('openai 7', openai7),
  streamHelper('openai 7', (connection, messages) =>
    openai7(connection).chat.completions.stream({ model: MODEL, messages, stream_options: { include_usage: true } }),
  ),
  openai('openai 4', openai4),
  streamHelper('openai 4', (connection, messages) =>
    openai4(connection).beta.chat.completions.stream({
      model: MODEL,
      messages,
      stream_options: { include_usage: true },
    }),
  ),
  aiSdk,
  langchain,
  plainFetch,
  commandLine,
];
