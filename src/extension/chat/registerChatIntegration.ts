/** What VS Code's Chat and agents can use. Each part is loaded when it is first used. */
import type * as Vscode from 'vscode';
import { once } from '../common/once.ts';
import type { Services } from '../connection/researchServices.ts';
import type { McpServerDeps } from './mcpServers.ts';
import type { ToolDeps, Tools } from './tools.ts';

export interface ChatIntegration {
  /** Answers `@fiscal`. */
  readonly answer: Vscode.ChatRequestHandler;
  followUps(result: Vscode.ChatResult): Promise<Vscode.ChatFollowup[]>;
  readonly tools: () => Promise<Tools>;
  /** The MCP server over the library. */
  mcpServers(): Promise<Vscode.McpServerDefinition[]>;
  /** Fired when `mcpServers` would no longer return what it returned last. */
  readonly onDidChangeMcpServers: Vscode.Event<void>;
  /** Completes a definition when its server is about to start. */
  startMcpServer(server: Vscode.McpServerDefinition): Promise<Vscode.McpServerDefinition>;
}

export type ChatIntegrationDeps = ToolDeps & McpServerDeps & { readonly services: Pick<Services, 'onDidChange'> };

export function registerChatIntegration(deps: ChatIntegrationDeps): ChatIntegration {
  const participant = once(async () => (await import('./participant.ts')).createParticipant(deps));
  const tools = once(async () => (await import('./tools.ts')).createTools(deps));
  const librarySettings = () => JSON.stringify(deps.library());
  let provided: string | undefined;
  return {
    async mcpServers() {
      await deps.ready;
      const { mcpServers } = await import('./mcpServers.ts');
      provided = librarySettings();
      return mcpServers(deps);
    },
    onDidChangeMcpServers: (listener, thisArg: unknown, disposables) =>
      deps.services.onDidChange(
        () => {
          if (provided !== undefined && librarySettings() !== provided) listener.call(thisArg);
        },
        undefined,
        disposables,
      ),
    async startMcpServer(server) {
      await deps.ready;
      return (await import('./mcpServers.ts')).startMcpServer(server, deps);
    },
    tools,
    answer: async (request, context, stream, token) => (await participant()).answer(request, context, stream, token),
    followUps: async (result) => (await participant()).followUps(result),
  };
}
