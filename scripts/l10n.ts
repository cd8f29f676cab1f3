/**
 * `npm run l10n`: writes `l10n/bundle.l10n.json` with every English string, as the template for translations. In each translation,
 * sorts the strings, removes those that are no longer used, and prints those that are missing.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { collectEnglishStrings } from './support/englishStrings.ts';
import { root } from './support/paths.ts';

const folder = join(root, 'l10n');
const template = await collectEnglishStrings();
await mkdir(folder, { recursive: true });
await writeJson('bundle.l10n.json', template);

for (const name of await readdir(folder)) {
  if (!/^bundle\.l10n\.[\w-]+\.json$/.test(name)) continue;
  const translation: Record<string, string> = JSON.parse(await readFile(join(folder, name), 'utf8'));
  const keys = Object.keys(template);
  const missing = keys.filter((key) => !Object.hasOwn(translation, key));
  const known = keys.flatMap((key) => (missing.includes(key) ? [] : [[key, translation[key]]]));
  await writeJson(name, Object.fromEntries(known));
  if (missing.length > 0)
    console.log(`Missing in ${name}:\n${missing.map((key) => `  ${JSON.stringify(key)}`).join('\n')}`);
}

function writeJson(name: string, value: unknown): Promise<void> {
  return writeFile(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
}
