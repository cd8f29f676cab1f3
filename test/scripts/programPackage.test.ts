import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { changelogOf } from '../../scripts/support/changelog.ts';
import { root } from '../../scripts/support/paths.ts';
import { makeProgramPackages, type ProgramPackages } from '../../scripts/support/programPackage.ts';
import { npm } from '../../scripts/support/run.ts';

let folder: string;
let library: string;
let packages: ProgramPackages;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fiscal-packages-'));
  library = join(folder, 'library');
  mkdirSync(library);
  writeFileSync(join(library, 'laptop.md'), '# § 179\n\nThe cost of a laptop may be expensed under section 179.\n');
  packages = await makeProgramPackages(join(folder, 'out'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const MEGABYTE = 1024 * 1024;

it('the npm package installs without a network in an empty folder, and its commands run there', async () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  await npm(['install', '--offline', '--no-audit', '--no-fund', packages.tgz], { cwd: empty, quiet: true });
  const installed = join(empty, 'node_modules');
  expect(existsSync(join(installed, '@fiscal/cli/dist/pdfjs/pdf.min.mjs'))).toBe(true);
  expect(JSON.parse(readFileSync(join(installed, '@fiscal/cli/package.json'), 'utf8'))).not.toHaveProperty(
    'dependencies',
  );
  const program = join(installed, '.bin', process.platform === 'win32' ? 'fiscal.cmd' : 'fiscal');
  // The programs of the test run on this Node.
  const PATH = `${dirname(process.execPath)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`;
  const env = { ...process.env, PATH, XDG_CACHE_HOME: folder, HOME: folder, LOCALAPPDATA: folder };
  const run = (...args: string[]) =>
    execFileSync(program, args, { env, encoding: 'utf8', shell: process.platform === 'win32' });
  expect(run('--version')).toBe(`${manifest.version}\n`);
  expect(run('ask', 'laptop', '--library', library)).toContain('expensed under section 179');
  const firm = join(installed, '@fiscal/cli/dist/firm.js');
  expect(execFileSync(process.execPath, [firm, '--version'], { env, encoding: 'utf8' })).toBe(`${manifest.version}\n`);
  const client = new Client({ name: 'test', version: '1' });
  const script = join(installed, '@fiscal/cli/dist/fiscal.js');
  const args = [script, 'mcp', '--library', library];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: { HOME: folder } }));
  const found = await client.callTool({ name: 'search_library', arguments: { query: 'laptop' } });
  expect(JSON.stringify(found)).toContain('expensed under section 179');
  await client.close();
});

it('the packages are at most 3 MB, and have the licences of what they contain and no files of pages', () => {
  for (const file of [packages.tgz, packages.mcpb]) expect(statSync(file).size).toBeLessThan(3 * MEGABYTE);
  const files = unzipSync(new Uint8Array(readFileSync(packages.mcpb)));
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['manifest.json', 'LICENSE', 'THIRD_PARTY_NOTICES.txt', 'dist/fiscal.js']),
  );
  expect(Object.keys(files).filter((name) => /\.(?:css|svg|ttf|wasm|map)$/.test(name))).toEqual([]);
  expect(new TextDecoder().decode(files['THIRD_PARTY_NOTICES.txt'])).toContain('pdfjs-dist');
  expect(Object.keys(files)).not.toContain('dist/firm.js');
});

it('the manifest of the bundle and the entry of the registry start a command that the program has', () => {
  const files = unzipSync(new Uint8Array(readFileSync(packages.mcpb)));
  const { server, version } = JSON.parse(new TextDecoder().decode(files['manifest.json']));
  expect(files).toHaveProperty([server.entry_point]);
  expect(server.mcp_config.args.slice(1)).toEqual(['mcp', `\${user_config.library}`]);
  const entry = JSON.parse(readFileSync(packages.serverJson, 'utf8'));
  expect(entry).toMatchObject({ version, packages: [{ identifier: '@fiscal/cli', version }] });
  expect(entry.description.length).toBeLessThanOrEqual(100);
});

it('the notes of a release are the section of its version in the changelog', () => {
  const changelog = '# Changelog\n\n## 0.2.0\n\n- New.\n- Newer.\n\n## 0.1.0\n\nThe first version.\n';
  expect(changelogOf(changelog, '0.2.0')).toBe('- New.\n- Newer.\n');
  expect(changelogOf(changelog, '0.1.0')).toBe('The first version.\n');
  expect(() => changelogOf(changelog, '0.1')).toThrow('no section of version 0.1');
  expect(changelogOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), manifest.version)).toContain('- ');
});
