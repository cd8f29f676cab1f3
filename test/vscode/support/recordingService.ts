/**
 * A research service over HTTP for the tests: it writes down what it receives and answers as the test says, piece by piece,
 * so that "in the middle of an answer" is a state that a test can hold and not a matter of time.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The body as JSON; undefined when it was none. */
  readonly body: RecordedBody | undefined;
  /** The client closed the connection before the answer was whole. */
  left: boolean;
}

export interface RecordedBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly stream?: boolean;
  readonly askMode?: string;
  readonly allowedAskModes?: readonly string[];
  readonly ZeroDataRetention?: boolean;
}

export interface Reply {
  step(title: string): void;
  text(piece: string): void;
  sources(entries: readonly unknown[]): void;
  suggestions(texts: readonly string[]): void;
  /** Ends the stream as the interface says. */
  done(): void;
  /** Resolves when the client has left. */
  readonly left: Promise<void>;
}

export interface RecordingService {
  /** The base address for `fiscal.baseUrl`. */
  readonly address: string;
  readonly requests: readonly Recorded[];
  /** How the next requests are answered; the last one stays. */
  answer(script: (reply: Reply, request: Recorded) => void | Promise<void>): void;
  /** Refuses the next requests with this status and these headers, until `answer` is called. */
  refuse(status: number, headers: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

/** Starts it on a free port of 127.0.0.1. A request without this key gets 401. */
export async function startRecordingService(key: string): Promise<RecordingService> {
  const requests: Recorded[] = [];
  let script: (reply: Reply, request: Recorded) => void | Promise<void> = (reply) => reply.done();
  let refusal: { status: number; headers: Readonly<Record<string, string>> } | null = null;
  const server = createServer((request, response) => {
    void handle(request, response);
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const recorded: Recorded = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: parse(Buffer.concat(pieces).toString()),
      left: false,
    };
    requests.push(recorded);
    if (request.headers.authorization !== `Bearer ${key}`) {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end('{"error":{"message":"Invalid API key.","type":"authentication_error","param":null,"code":null}}');
      return;
    }
    if (refusal) {
      response.writeHead(refusal.status, { 'content-type': 'application/json', ...refusal.headers });
      response.end('{"error":{"message":"Too many requests."}}');
      return;
    }
    const left = new Promise<void>((settle) => {
      response.once('close', () => {
        recorded.left = !response.writableEnded;
        if (recorded.left) settle();
      });
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await script(replyOn(response, left), recorded);
  }

  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/v1`,
    requests,
    refuse: (status, headers) => {
      refusal = { status, headers };
    },
    answer: (next) => {
      refusal = null;
      script = next;
    },
    close: () =>
      new Promise((settle) => {
        server.close(() => settle());
        server.closeAllConnections();
      }),
  };
}

function replyOn(response: ServerResponse, left: Promise<void>): Reply {
  const send = (data: unknown) => {
    response.write(`data: ${JSON.stringify(data)}\n\n`);
  };
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_763_596_800, model: 'service-1.0' };
  const chunk = (delta: object, finish: string | null) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  return {
    left,
    step: (title) => send({ type: 'step_message', title }),
    text: (content) => send(chunk({ content }, null)),
    sources: (content) => send({ type: 'source_message', content }),
    suggestions: (suggestions) => send({ type: 'suggestions', suggestions }),
    done() {
      send(chunk({}, 'stop'));
      response.end('data: [DONE]\n\n');
    },
  };
}

function parse(text: string): RecordedBody | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
