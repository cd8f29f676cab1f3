/** The process that writes the hostile files into a folder. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOSTILE } from '../../test/service/documents/support/hostile.ts';

for (const [name, make] of Object.entries(HOSTILE)) writeFileSync(join(process.argv[2] ?? '', name), make());
