/** Saves each answered request as a file in a directory that the operator chose. Questions and answers are stored nowhere else. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transcripts } from '../app/completions.ts';

/** The files are readable by their owner only, because they contain the questions. */
export function createTranscripts(directory: string): Transcripts {
  const ready = mkdir(directory, { recursive: true, mode: 0o700 });
  // `save` reports this failure. Without this line it would be an unhandled rejection.
  ready.catch(() => {});
  return {
    async save(transcript) {
      await ready;
      const file = join(directory, `${transcript.created}-${transcript.id}.json`);
      await writeFile(`${file}.part`, `${JSON.stringify(transcript, null, 2)}\n`, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}
