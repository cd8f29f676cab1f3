import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import { readMcpOptions } from '../../../src/cli/commands/mcp.ts';
import { mcpServers } from '../../../src/extension/chat/mcpServers.ts';
import { temporaryFolder } from '../../service/temporary.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

class Definition {
  readonly args: string[];
  constructor(_label: string, _command: string, args: string[]) {
    this.args = args;
  }
}

/** The options that the server reads from the arguments that VS Code is given. */
function optionsOf(exclude: readonly string[], laws?: string) {
  const vscode = { ...fakeVscode().api, McpStdioServerDefinition: Definition } as unknown as typeof Vscode;
  const [server] = mcpServers({
    vscode,
    nodeProgram: 'node',
    programPath: '/extension/dist/fiscal.js',
    library: () => ({
      folders: [import.meta.dirname],
      ...(laws !== undefined && { laws }),
      exclude,
      excludeWithin: [{ folder: '/matter', globs: exclude }],
    }),
    indexFolder: '/storage/library',
    logFolder: '/storage',
    privacy: () => ({ guard: 'warn', clientNames: [], researchLog: 'off', researchLogByFolder: false }),
    version: '1',
  });
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
