import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import { readMcpOptions } from '../../../src/cli/commands/mcp.ts';
import { type McpServerDeps, mcpServers, startMcpServer } from '../../../src/extension/chat/mcpServers.ts';
import {
  type ChatIntegrationDeps,
  registerChatIntegration,
} from '../../../src/extension/chat/registerChatIntegration.ts';
import { temporaryFolder } from '../../service/temporary.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

class Definition {
  args: string[];
  env: Record<string, string | null>;
  constructor(_label: string, _command: string, args: string[], env: Record<string, string | null>) {
    this.args = args;
    this.env = env;
  }
}

const PRIVACY: ReturnType<McpServerDeps['privacy']> = {
  guard: 'warn',
  clientNames: [],
  researchLog: 'off',
  researchLogByFolder: false,
};

function depsOf(library: ReturnType<McpServerDeps['library']>, privacy = PRIVACY): McpServerDeps {
  return {
    vscode: { ...fakeVscode().api, McpStdioServerDefinition: Definition } as unknown as typeof Vscode,
    nodeProgram: 'node',
    programPath: '/extension/dist/fiscal.js',
    library: () => library,
    indexFolder: '/storage/library',
    logFolder: '/storage',
    privacy: () => privacy,
    version: '1',
  };
}

/** The server as VS Code starts it. */
function started(privacy: Partial<typeof PRIVACY>): Definition {
  const deps = depsOf({ folders: ['/matter'], exclude: [], excludeWithin: [] }, { ...PRIVACY, ...privacy });
  const [server] = mcpServers(deps);
  if (!server) throw new Error('There is no server.');
  return startMcpServer(server, deps) as unknown as Definition;
}

/** The options that the server reads from the arguments that VS Code is given. */
function optionsOf(exclude: readonly string[], laws?: string) {
  const [server] = mcpServers(
    depsOf({
      folders: [import.meta.dirname],
      ...(laws !== undefined && { laws }),
      exclude,
      excludeWithin: [{ folder: '/matter', globs: exclude }],
    }),
  );
  const [program, command, ...options] = (server as unknown as Definition).args;
  expect([program, command]).toEqual(['/extension/dist/fiscal.js', 'mcp']);
  return readMcpOptions(options, {}).library;
}

it('no rule of a folder becomes an option of the MCP server, or keeps it from starting', () => {
  const rules = ['**/drafts/**', '--help', '--library', '-x', '--index=/tmp', '--log=/tmp', 'a=b', ''];
  expect(optionsOf(rules)).toMatchObject({
    folders: [import.meta.dirname],
    exclude: rules,
    excludeWithin: [{ folder: '/matter', globs: rules }],
    indexDir: '/storage/library',
  });
});

it('the MCP server reads the laws that were taken as laws, whose index is that of the windows', () => {
  const laws = join(temporaryFolder(), 'law');
  mkdirSync(laws);
  expect(optionsOf([], laws)).toMatchObject({ folders: [import.meta.dirname], laws, indexDir: '/storage/library' });
});

it('VS Code is told to list the MCP server again when the folders or exclusions of the library have changed, and not before', async () => {
  const fake = fakeVscode();
  const changed = new fake.api.EventEmitter<void>();
  let exclude: string[] = [];
  const chat = registerChatIntegration({
    ...depsOf({ folders: ['/matter'], exclude: [] }),
    library: () => ({ folders: ['/matter'], exclude, excludeWithin: [] }),
    services: { onDidChange: changed.event },
    ready: Promise.resolve(),
  } as unknown as ChatIntegrationDeps);
  let listed = 0;
  chat.onDidChangeMcpServers(() => {
    listed += 1;
  });
  exclude = ['**/drafts/**'];
  changed.fire();
  await chat.mcpServers();
  changed.fire();
  expect(listed).toBe(0);
  exclude = ['**/drafts/**', '**/payroll/**'];
  changed.fire();
  expect(listed).toBe(1);
});

it('the MCP server of VS Code has neither the address nor the key of a service that is in the environment', () => {
  expect(started({}).env).toMatchObject({ FISCAL_BASE_URL: null, FISCAL_API_KEY: null });
});

it.each([
  ['warn', 'replace'],
  ['replace', 'replace'],
  ['block', 'block'],
  ['off', 'off'],
] as const)(
  'with the identifier guard “%s”, the MCP server has the mode “%s”, because it can ask nobody',
  (guard, mode) => {
    const { args, env } = started({ guard, clientNames: ['Meyer\n  GmbH', 'Harbor'] });
    expect(args.slice(-2)).toEqual(['--identifiers', mode]);
    expect(env.FISCAL_CLIENT_NAMES).toBe('Meyer GmbH\nHarbor');
  },
);

it('the MCP server keeps the research log of the user, and none that only a folder has turned on', () => {
  expect(started({ researchLog: 'global' }).args.slice(-2)).toEqual(['--log', '/storage']);
  expect(started({ researchLog: 'folder', researchLogByFolder: true }).args).not.toContain('--log');
});
