/**
 * Makes the files of a release in a folder: the extension, the npm package, the MCP bundle, server.json, their SHA-256, and the notes
 * from the changelog. `node scripts/release.ts [--tag v0.1.0] [--out release] [--npm-name @SCOPE/NAME] [--mcp-name NAMESPACE/NAME]`.
 * With --tag, ends with code 1 if the tag is not the version of package.json.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { changelogOf } from './support/changelog.ts';
import { root } from './support/paths.ts';
import { DEFAULT_NAMES, makeProgramPackages } from './support/programPackage.ts';
import { makeVsix } from './support/vsix.ts';

const { values } = parseArgs({
  options: {
    tag: { type: 'string' },
    out: { type: 'string', default: join(root, 'release') },
    'npm-name': { type: 'string', default: DEFAULT_NAMES.npmName },
    'mcp-name': { type: 'string', default: DEFAULT_NAMES.mcpName },
  },
});
const { version } = manifest;
if (values.tag !== undefined && values.tag !== `v${version}`) {
  throw new Error(`The tag ${values.tag} is not the version of package.json, which is ${version}.`);
}

const out = resolve(values.out);
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const vsix = join(out, `fiscal-${version}.vsix`);
await copyFile(await makeVsix(), vsix);
const names = { npmName: values['npm-name'], mcpName: values['mcp-name'] };
const { tgz, mcpb, serverJson } = await makeProgramPackages(out, names);
const sums = await Promise.all(
  [vsix, tgz, mcpb, serverJson].map(async (file) => {
    const digest = createHash('sha256').update(await readFile(file));
    return `${digest.digest('hex')}  ${basename(file)}\n`;
  }),
);
await writeFile(join(out, 'SHA256SUMS'), sums.join(''));
await writeFile(join(out, 'NOTES.md'), changelogOf(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version));
console.log(sums.join(''));
