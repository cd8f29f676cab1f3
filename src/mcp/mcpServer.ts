/** The MCP server: tools, resources and prompts over the library. One factory makes an instance for each connection or request. */
import {
  type CallToolResult,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { DocumentChanges } from './documentChanges.ts';
import type { McpDeps } from './mcpDeps.ts';
import { RefusedError } from './mcpRecords.ts';
import { outgoing, outgoingText } from './outgoing.ts';
import { type Progress, startProgress } from './progress.ts';
import { completeYear, getPrompt, promptList } from './prompts.ts';
import { createResources, RESOURCE_TEMPLATES } from './resources.ts';
import { keepClientInformed } from './subscriptions.ts';
import { toolList } from './toolList.ts';
import { ToolProblem } from './toolProblem.ts';
import { createTools, type ToolRun } from './tools.ts';

export function createMcpServers(deps: McpDeps, changes: DocumentChanges): (request: McpRequestContext) => Server {
  const tools = createTools(deps);
  const resources = createResources(deps);
  const list = toolList(deps.hosted);

  async function withProgress<T>(context: ServerContext, work: (progress: Progress) => Promise<T>): Promise<T> {
    const progress = startProgress(context);
    try {
      return await work(progress);
    } finally {
      await progress.end();
    }
  }

  async function callTool(name: string, input: unknown, context: ServerContext): Promise<CallToolResult> {
    if (!Object.hasOwn(tools, name)) {
      const names = Object.keys(tools).join(', ');
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such tool. The tools are: ${names}.`);
    }
    const run: ToolRun = tools[name as keyof typeof tools];
    try {
      const { structured, text } = await withProgress(context, (progress) =>
        run(input, context.mcpReq.signal, progress),
      );
      return {
        content: [{ type: 'text', text: outgoingText(deps.guard, text) }],
        structuredContent: outgoing(deps.guard, structured),
      };
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: problemOf(error) }] };
    }
  }

  return ({ era, requestInfo }) => {
    // An instance for one HTTP request of 2025 lives too short. For later HTTP clients, the serving entry keeps subscriptions.
    const isConnection = requestInfo === undefined;
    const informs = isConnection || era === 'modern';
    const server = new Server(
      { name: 'fiscal', title: 'Fiscal', version: deps.version },
      {
        capabilities: {
          tools: {},
          resources: { subscribe: informs, listChanged: informs },
          prompts: {},
          completions: {},
        },
        instructions: 'Cite each statement with its source, file and lines.',
      },
    );
    if (isConnection) keepClientInformed(server, changes, era);
    server.setRequestHandler('tools/list', () => ({ tools: list }));
    server.setRequestHandler('tools/call', ({ params }, context) => callTool(params.name, params.arguments, context));
    server.setRequestHandler('resources/list', ({ params }, context) =>
      withProgress(context, (progress) => resources.list(params?.cursor, progress)),
    );
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: RESOURCE_TEMPLATES }));
    server.setRequestHandler('resources/read', ({ params }, context) =>
      withProgress(context, (progress) => resources.read(params.uri, progress)).catch(toProtocolError),
    );
    server.setRequestHandler('prompts/list', () => ({ prompts: promptList() }));
    server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments));
    server.setRequestHandler('completion/complete', async ({ params: { argument } }) => {
      const values = argument.name.endsWith('Year')
        ? completeYear(argument.value, deps.now())
        : argument.name === 'path'
          ? await resources.complete(argument.value)
          : [];
      return { completion: { values, hasMore: values.length === 100 } };
    });
    return server;
  };
}

function problemOf(error: unknown): string {
  if (error instanceof ToolProblem || error instanceof RefusedError) return error.message;
  return 'The library could not complete the request. Ask again.';
}

function toProtocolError(error: unknown): never {
  if (error instanceof ProtocolError) throw error;
  throw new ProtocolError(ProtocolErrorCode.InternalError, problemOf(error));
}
