/** Official clients of both protocols, on both transports, behind the functions that the tests use. */
import { Client as Client2026, StreamableHTTPClientTransport as Http2026 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2026 } from '@modelcontextprotocol/client/stdio';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio2025 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as Http2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

export interface ToolReply {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly resetTimeoutOnProgress?: boolean;
  readonly onprogress?: (progress: { progress: number; message?: string | undefined }) => void;
}

/** What both clients have in common. */
export interface McpConnection {
  listTools(): Promise<{ tools: { name: string }[] }>;
  listResources(params?: {
    cursor?: string;
  }): Promise<{ resources: { uri: string; name: string }[]; nextCursor?: string | undefined }>;
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>;
  readResource(params: { uri: string }): Promise<{ contents: object[] }>;
  listPrompts(): Promise<{
    prompts: { name: string; arguments?: { name: string; required?: boolean | undefined }[] | undefined }[];
  }>;
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<{ messages: object[] }>;
  complete(params: {
    ref: { type: 'ref/prompt'; name: string };
    argument: { name: string; value: string };
  }): Promise<{ completion: { values: string[] } }>;
  close(): Promise<void>;
}

export interface OpenedClient {
  readonly client: McpConnection;
  call(name: string, input: unknown, options?: CallOptions): Promise<ToolReply>;
  /** Subscribes to a document. `told` is called with the address of each document that was changed. */
  subscribe(uri: string, told: (uri: string) => void): Promise<void>;
  /** The protocol version that client and server agreed on. */
  version(): string | undefined;
}

export interface Started {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

const info = { name: 'test', version: '1' };

async function opened2026(transport: Stdio2026 | Http2026): Promise<OpenedClient> {
  const client = new Client2026(info, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  return {
    client,
    version: () => client.getNegotiatedProtocolVersion(),
    async subscribe(uri, told) {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => told(params.uri));
      await client.listen({ resourceSubscriptions: [uri] });
    },
    call: async (name, input, options) =>
      (await client.callTool({ name, arguments: input as Record<string, unknown> }, options)) as ToolReply,
  };
}

async function opened2025(transport: Stdio2025 | Http2025): Promise<OpenedClient> {
  const client = new Client2025(info);
  let version: string | undefined;
  Object.assign(transport, {
    setProtocolVersion: (agreed: string) => {
      version = agreed;
    },
  });
  // The transport over HTTP declares a session that may be absent in another way than the library expects it.
  await client.connect(transport as Stdio2025);
  return {
    client,
    version: () => version,
    async subscribe(uri, told) {
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => told(params.uri));
      await client.subscribeResource({ uri });
    },
    call: async (name, input, options) =>
      (await client.callTool({ name, arguments: input as Record<string, unknown> }, undefined, options)) as ToolReply,
  };
}

export const overStdio = {
  2025: (started: Started) => opened2025(new Stdio2025({ ...started, stderr: 'ignore' })),
  2026: (started: Started) => opened2026(new Stdio2026({ ...started, stderr: 'ignore' })),
};

const withKey = (key: string) => ({ requestInit: { headers: { authorization: `Bearer ${key}` } } });

export const overHttp = {
  2025: (address: string, key: string) => opened2025(new Http2025(new URL(address), withKey(key))),
  2026: (address: string, key: string) => opened2026(new Http2026(new URL(address), withKey(key))),
};
