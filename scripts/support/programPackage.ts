/** The program of the command line as packages: for npm, as an MCP bundle (.mcpb), and the entry of the MCP registry (server.json). */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Metafile } from 'esbuild';
import { zipSync } from 'fflate';
import { z } from 'zod/mini';
import { bundleFirmProgram, bundleProgram } from './buildProgram.ts';
import { writeNotices } from './notices.ts';
import { root } from './paths.ts';
import { copyPdfjsReader } from './pdfjsFiles.ts';
import { npm } from './run.ts';

const manifestSchema = z.object({
  version: z.string(),
  license: z.string(),
  keywords: z.array(z.string()),
  engines: z.object({ node: z.string() }),
});

const DESCRIPTION =
  'Tax, accounting and audit research in your own documents, with the quoted lines. For chat clients and agents.';

export interface PackageNames {
  /** The npm package, with the scope of those who publish it. */
  readonly npmName: string;
  /** The server in the MCP registry. Its namespace must belong to those who publish it. */
  readonly mcpName: string;
}

export const DEFAULT_NAMES: PackageNames = { npmName: '@fiscal/cli', mcpName: 'io.github.fiscal/fiscal' };

export interface ProgramPackages {
  readonly tgz: string;
  readonly mcpb: string;
  readonly serverJson: string;
}

/** Writes the three files to `outdir` and returns their paths. */
export async function makeProgramPackages(outdir: string, names = DEFAULT_NAMES): Promise<ProgramPackages> {
  const { version, license, keywords, engines } = manifestSchema.parse(
    JSON.parse(await readFile(join(root, 'package.json'), 'utf8')),
  );
  await mkdir(outdir, { recursive: true });
  const staged = await mkdtemp(join(tmpdir(), 'fiscal-package-'));
  try {
    const metafiles = await stage(staged);
    const mcpb = join(outdir, `fiscal-${version}.mcpb`);
    await writeFile(mcpb, await zipFolder(staged, toJson(bundleManifest(version, license, engines.node))));
    // A bundle for agents has no use for the firm's server.
    const firm = await bundleFirmProgram(join(staged, 'dist'), true);
    await writeNotices([...metafiles, ...firm], join(staged, 'THIRD_PARTY_NOTICES.txt'));
    const manifest = {
      name: names.npmName,
      mcpName: names.mcpName,
      version,
      description: DESCRIPTION,
      keywords: [...keywords, 'mcp'],
      license,
      type: 'module',
      bin: { fiscal: 'dist/fiscal.js', 'fiscal-firm': 'dist/firm.js' },
      engines: { node: engines.node },
    };
    await writeFile(join(staged, 'package.json'), toJson(manifest));
    const serverJson = join(outdir, 'server.json');
    await writeFile(serverJson, toJson(registryEntry(version, names)));
    const packed = await npm(['pack', '--silent', '--pack-destination', outdir], { cwd: staged, quiet: true });
    const name = packed.trim().split('\n').at(-1) ?? '';
    return { tgz: join(outdir, name), mcpb, serverJson };
  } finally {
    await rm(staged, { recursive: true });
  }
}

/** Returns what the bundles contain. */
async function stage(folder: string): Promise<Metafile[]> {
  const dist = join(folder, 'dist');
  const metafiles = await bundleProgram(dist, true);
  copyPdfjsReader(dist);
  await writeNotices(metafiles, join(folder, 'THIRD_PARTY_NOTICES.txt'));
  await cp(join(root, 'docs/program-page.md'), join(folder, 'README.md'));
  for (const file of ['LICENSE', 'CHANGELOG.md']) await cp(join(root, file), join(folder, file));
  // The program reads its version from it.
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  return metafiles;
}

async function zipFolder(folder: string, manifest: string): Promise<Uint8Array> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Record<string, Uint8Array> = { 'manifest.json': new TextEncoder().encode(manifest) };
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[relative(folder, path).replaceAll('\\', '/')] = new Uint8Array(await readFile(path));
  }
  return zipSync(files);
}

/** The manifest of an MCP bundle, version 0.3: Claude Desktop asks for the folders and starts the server. */
function bundleManifest(version: string, license: string, node: string): object {
  return {
    manifest_version: '0.3',
    name: 'fiscal',
    display_name: 'Fiscal',
    version,
    description: DESCRIPTION,
    author: { name: 'Fiscal' },
    license,
    server: {
      type: 'node',
      entry_point: 'dist/fiscal.js',
      mcp_config: { command: 'node', args: [`\${__dirname}/dist/fiscal.js`, 'mcp', `\${user_config.library}`] },
    },
    user_config: {
      library: {
        type: 'directory',
        title: 'Documents',
        description: 'Folders with the documents to search: laws, standards, memos, workpapers.',
        required: true,
        multiple: true,
      },
    },
    compatibility: { runtimes: { node } },
  };
}

/** The entry of the MCP registry. */
function registryEntry(version: string, { npmName, mcpName }: PackageNames): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: 'Fiscal',
    // The registry takes 100 characters.
    description: 'Tax, accounting and audit research in your own documents, with the quoted lines.',
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: npmName,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [
          { type: 'positional', value: 'mcp' },
          {
            type: 'named',
            name: '--library',
            description: 'A folder of documents.',
            format: 'filepath',
            isRequired: true,
            isRepeated: true,
          },
        ],
        environmentVariables: [
          { name: 'FISCAL_BASE_URL', description: 'The address of a hosted research service that answers questions.' },
          { name: 'FISCAL_API_KEY', description: 'The key of that service.', isSecret: true },
        ],
      },
    ],
  };
}

const toJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
