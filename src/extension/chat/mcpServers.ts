/** The MCP server that VS Code offers to agents: the built-in library of this window, without a hosted service. */
import type * as Vscode from 'vscode';
import type { PrivacySettings } from '../../compliance/privacySettings.ts';
import type { LibraryConfig } from '../../protocol/worker.ts';

export interface McpServerDeps {
  readonly vscode: typeof Vscode;
  /** The program that runs the server; null in a browser. */
  readonly nodeProgram: string | null;
  /** Path of the program of the command line, which has the server. */
  readonly programPath: string;
  /** The folders of the library, and the files to exclude. */
  readonly library: () => Pick<LibraryConfig, 'folders' | 'laws' | 'exclude' | 'excludeWithin'>;
  readonly indexFolder: string;
  /** The folder of the research log that belongs to no folder of the user. */
  readonly logFolder: string;
  readonly privacy: () => Pick<PrivacySettings, 'guard' | 'clientNames' | 'researchLog' | 'researchLogByFolder'>;
  readonly version: string;
}

export function mcpServers(deps: McpServerDeps): Vscode.McpServerDefinition[] {
  const { vscode, nodeProgram, programPath, indexFolder, version } = deps;
  const { folders, laws, exclude, excludeWithin = [] } = deps.library();
  if (nodeProgram === null || (folders.length === 0 && laws === undefined)) return [];
  const args = [
    programPath,
    'mcp',
    // In one argument: a rule of a folder that begins with `-` is no option.
    ...folders.map((folder) => `--library=${folder}`),
    ...(laws === undefined ? [] : [`--laws=${vscode.Uri.joinPath(vscode.Uri.file(laws), '..').fsPath}`]),
    ...exclude.map((glob) => `--exclude=${glob}`),
    ...excludeWithin.map(({ folder, globs }) => `--exclude-within=${JSON.stringify([folder, ...globs])}`),
    `--index=${indexFolder}`,
  ];
  // Questions to a hosted service go through the tool, which has the identifier guard and the research log.
  const env = { ELECTRON_RUN_AS_NODE: '1', FISCAL_BASE_URL: null, FISCAL_API_KEY: null };
  return [new vscode.McpStdioServerDefinition(vscode.l10n.t('Fiscal Library'), nodeProgram, args, env, version)];
}

/**
 * Adds the identifier guard and the research log, as the settings are when the server starts. VS Code stores what `mcpServers` returns,
 * and not this, so the names of clients are not copied. A log that only a folder has turned on is not kept: the server cannot ask.
 */
export function startMcpServer<T extends Vscode.McpServerDefinition>(server: T, deps: McpServerDeps): T {
  if (!(server instanceof deps.vscode.McpStdioServerDefinition)) return server;
  const { guard, clientNames, researchLog, researchLogByFolder } = deps.privacy();
  server.args = [
    ...server.args,
    '--identifiers',
    guard === 'warn' ? 'replace' : guard,
    ...(researchLog !== 'off' && !researchLogByFolder ? ['--log', deps.logFolder] : []),
  ];
  server.env = { ...server.env, FISCAL_CLIENT_NAMES: clientNames.map((name) => name.replace(/\s+/g, ' ')).join('\n') };
  return server;
}
