/**
 * The MCP server of the firm. Each tool sends a request to the interface of the server with the authorization of the caller. So the
 * rights, the audit, the limits and the words of refusals are those of the interface.
 */
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { createSseReader } from '../../client/sse.ts';
import { NOTICE } from '../../conversation/agentText.ts';
import { jsonSchema, readInputOf, researchInput } from '../../mcp/toolInput.ts';
import { ToolProblem } from '../../mcp/toolProblem.ts';
import { visibleText } from '../../mcp/visibleText.ts';
import { COMPLETIONS_PATH, DEFAULT_ASK_MODE, DONE, MODEL, NAMED_MODES } from '../../protocol/chatCompletions.ts';
import { fromWebPage, refuseOtherHosts } from '../../service/app/callerGuard.ts';
import type { RequestHandler } from '../../service/app/requestHandler.ts';

export const MCP_PATH = '/mcp';
/** Lines of a document without an end line. */
const DEFAULT_LINES = 60;

const inputs = {
  research: z.extend(researchInput, {
    matter: z.optional(
      z
        .string()
        .check(z.describe('The name of a matter, as list_matters returns it: the answer is from it and the law.')),
    ),
  }),
  read_document: z.strictObject({
    document: z.string().check(z.describe('The document of a source, as research returns it.')),
    line: z.optional(z.int().check(z.gte(1), z.describe('First line. Default: 1.'))),
    endLine: z.optional(z.int().check(z.gte(1), z.describe('Last line. Default: 60 lines.'))),
  }),
  list_matters: z.strictObject({}),
};
const DESCRIPTIONS: Readonly<Record<keyof typeof inputs, string>> = {
  research:
    'Answers a question of tax, accounting or auditing by quoting the documents that the user may see, with numbered sources. Ask one complete question.',
  read_document: 'Reads lines of a document that a source of research names.',
  list_matters: 'Lists the matters that the user may name.',
};
const TOOLS = (Object.keys(inputs) as (keyof typeof inputs)[]).map((name) => ({
  name,
  description: DESCRIPTIONS[name],
  inputSchema: jsonSchema(inputs[name]),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
}));

const errorSchema = z.object({ error: z.object({ message: z.string() }) });
const documentSchema = z.object({ title: z.string(), path: z.string(), text: z.string() });
const chunkSchema = z.object({
  choices: z.optional(z.array(z.object({ delta: z.object({ content: z.optional(z.string()) }) }))),
  type: z.optional(z.string()),
  content: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
});

/**
 * Refuses requests of web pages. A browser always sends `Origin` with a POST. In other requests, `Host` shows a page whose name was made
 * to lead to this machine. `names`: the accepted hosts. Null accepts any.
 */
export function refuseWebPages(headers: Headers, names: ReadonlySet<string> | null): void {
  if (names !== null)
    refuseOtherHosts(
      headers,
      names,
      'The server has another name. The option --public-url gives it the one that people use.',
    );
  const site = headers.get('sec-fetch-site');
  if (headers.get('origin') !== null || (site !== null && site !== 'none')) throw fromWebPage();
}

/** `handle`: the interface of the server. */
export function createFirmMcp(handle: RequestHandler): RequestHandler {
  async function send(caller: Headers, signal: AbortSignal, path: string, body?: unknown): Promise<string> {
    const headers = { authorization: caller.get('authorization') ?? '', 'content-type': 'application/json' };
    const request = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
    const reply = await handle(new Request(`http://service.invalid${path}`, { ...request, signal }));
    const text = await reply.text();
    if (reply.ok) return text;
    const parsed = errorSchema.safeParse(JSON.parse(text || '{}'));
    throw new ToolProblem(parsed.success ? parsed.data.error.message : 'The server could not answer. Ask again.');
  }

  const tools: Record<keyof typeof inputs, (input: unknown, caller: Headers, signal: AbortSignal) => Promise<string>> =
    {
      async research(input, caller, signal) {
        const { question, mode, matter } = readInputOf(inputs.research, input);
        const stream = await send(caller, signal, COMPLETIONS_PATH, {
          model: MODEL,
          stream: true,
          askMode: mode ? NAMED_MODES[mode] : DEFAULT_ASK_MODE,
          messages: [{ role: 'human', content: question }],
          ...(matter !== undefined && { matter }),
        });
        const { text, sources } = readStream(stream);
        const list = sources.length === 0 ? '' : `\n\nSources:\n${JSON.stringify(sources, null, 1)}`;
        return `${NOTICE}\n\n${text}${list}`;
      },
      async read_document(input, caller, signal) {
        const { document, line = 1, endLine } = readInputOf(inputs.read_document, input);
        const reply = await send(caller, signal, `/documents/${encodeURIComponent(document)}`);
        const { title, path, text } = z.parse(documentSchema, JSON.parse(reply));
        const lines = text.split('\n');
        const last = Math.min(endLine ?? line + DEFAULT_LINES - 1, lines.length);
        if (line > last) throw new ToolProblem(`line: the document has ${lines.length} lines.`);
        return `${NOTICE}\n\n${title}\n${path}:${line}-${last}\n${lines.slice(line - 1, last).join('\n')}`;
      },
      async list_matters(input, caller, signal) {
        readInputOf(inputs.list_matters, input);
        return send(caller, signal, '/matters');
      },
    };

  const handler = createMcpHandler(({ requestInfo }) => {
    const server = new Server(
      { name: 'fiscal', title: 'Fiscal', version: '1' },
      { capabilities: { tools: {} }, instructions: 'Cite each statement with its source and lines.' },
    );
    server.setRequestHandler('tools/list', () => ({ tools: TOOLS }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      if (!Object.hasOwn(tools, params.name))
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool.');
      const run = tools[params.name as keyof typeof tools];
      try {
        const text = await run(params.arguments, requestInfo?.headers ?? new Headers(), mcpReq.signal);
        return { content: [{ type: 'text', text: visibleText(text) }] };
      } catch (thrown) {
        const text = thrown instanceof ToolProblem ? thrown.message : 'The server could not answer. Ask again.';
        return { isError: true, content: [{ type: 'text', text: visibleText(text) }] };
      }
    });
    return server;
  });
  return (request) => handler.fetch(request);
}

/** Throws a ToolProblem if the answer ended with an error: then nothing of it is passed on. */
function readStream(stream: string): { readonly text: string; readonly sources: readonly unknown[] } {
  let text = '';
  let isComplete = false;
  const sources: unknown[] = [];
  const reader = createSseReader(stream.length, (data) => {
    if (data === DONE) isComplete = true;
    if (isComplete) return;
    const { choices, type, content, error } = z.parse(chunkSchema, JSON.parse(data));
    if (error) throw new ToolProblem(error.message);
    text += choices?.[0]?.delta.content ?? '';
    if (type === 'source_message' && Array.isArray(content)) sources.push(...content);
  });
  reader.push(new TextEncoder().encode(stream));
  reader.end();
  if (!isComplete) throw new ToolProblem('The answer is not complete. Ask again.');
  return { text, sources };
}
