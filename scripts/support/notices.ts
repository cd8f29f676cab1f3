/** Makes THIRD_PARTY_NOTICES.txt: each package that the bundles contain or that is copied into dist, with the texts of its licences. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Metafile } from 'esbuild';
import { z } from 'zod/mini';
import { root } from './paths.ts';

/** Packages whose files are copied into dist, so that no bundle contains them. */
const COPIED = ['node_modules/pdfjs-dist'];

/** Licences of packages whose archives have none, from their repositories: a folder for each package. */
const FROM_REPOSITORIES = 'scripts/support/licences';

/** `LICENSE`, `LICENSE.md`, `LICENSE-CODE`, `LICENSE_OPENJPEG`, `NOTICE`. */
const LICENCE = /^(?:licen[cs]e|copying|notice)(?:[-_.].*)?$/i;

const RULE = '-'.repeat(80);

const manifestSchema = z.object({ name: z.string(), version: z.string(), license: z.string() });

export async function writeNotices(metafiles: readonly Metafile[], file = join(root, 'THIRD_PARTY_NOTICES.txt')) {
  await writeFile(file, await noticesOf(metafiles));
}

/** Throws if a package has no licence file. */
export async function noticesOf(metafiles: readonly Metafile[]): Promise<string> {
  const folders = [...new Set([...metafiles.flatMap(packageFolders), ...COPIED])].sort();
  const notices = await Promise.all(folders.map(noticeOf));
  const introduction =
    'Fiscal contains the packages below. Each is licensed to you under the terms that follow its name.';
  return `${[introduction, ...notices].join(`\n\n${RULE}\n\n`)}\n`;
}

/** The folders of the packages whose code or data the outputs contain, relative to the project: `node_modules/zod`. */
function packageFolders({ outputs }: Metafile): string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
      return folder !== undefined && bytesInOutput > 0 ? [folder] : [];
    }),
  );
}

async function noticeOf(folder: string): Promise<string> {
  const manifest = await readFile(join(root, folder, 'package.json'), 'utf8');
  const { name, version, license } = manifestSchema.parse(JSON.parse(manifest));
  const own = await licencesIn(join(root, folder));
  const files = own.length > 0 ? own : await licencesIn(join(root, FROM_REPOSITORIES, name));
  if (files.length === 0) throw new Error(`${folder} has no licence file.`);
  const texts = await Promise.all(
    files.map(async (file) => {
      const text = (await readFile(file, 'utf8'))
        .replace(/^\uFEFF/, '')
        .replaceAll('\r', '')
        .trim();
      const path = relative(join(root, own.length > 0 ? folder : join(FROM_REPOSITORIES, name)), file);
      return `${path}:\n\n${text}`;
    }),
  );
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}

/** Also in subfolders, where a package has parts under other licences. */
async function licencesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry): Promise<string[]> => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : licencesIn(path);
      return LICENCE.test(entry.name) ? [path] : [];
    }),
  );
  return found.flat().sort();
}
