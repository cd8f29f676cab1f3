/** Writes `l10n/bundle.l10n.json` with every English string, as the template for translations: `npm run l10n`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { collectEnglishStrings } from './support/englishStrings.ts';
import { root } from './support/paths.ts';

await mkdir(join(root, 'l10n'), { recursive: true });
await writeFile(join(root, 'l10n/bundle.l10n.json'), `${JSON.stringify(await collectEnglishStrings(), null, 2)}\n`);
