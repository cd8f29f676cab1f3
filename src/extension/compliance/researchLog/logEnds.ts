/** The last entry that this machine knows of each log, apart from the logs: so that an end that was cut off is noticed. */
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import * as z from 'zod/mini';
import { createDiskFiles } from '../../storage/diskFiles.ts';
import { codeOf } from '../../storage/fileErrors.ts';
import { sha256 } from './entry.ts';
import type { KnownEnd } from './verify.ts';

const endSchema = z.object({ file: z.string(), n: z.int(), hash: z.string() });

export function createLogEnds(folder: string) {
  const files = createDiskFiles(folder);
  const nameOf = (file: string) => `${sha256(file).slice(0, 32)}.json`;
  return {
    /** null when nothing, or nothing readable, is known. */
    async get(file: string): Promise<KnownEnd | null> {
      try {
        const { n, hash } = endSchema.parse(JSON.parse(await fs.readFile(path.join(folder, nameOf(file)), 'utf8')));
        return { n, hash };
      } catch {
        return null;
      }
    },
    async set(file: string, end: KnownEnd): Promise<void> {
      try {
        await files.replace(nameOf(file), [JSON.stringify({ file, ...end })]);
      } catch (error) {
        // The entry itself is written; only a later cut could then not be told.
        if (codeOf(error) === undefined) throw error;
      }
    },
  };
}
