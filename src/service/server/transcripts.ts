/** The only way in which this service keeps content: one file per answered request, in a directory that the operator named. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Message } from '../../protocol/chatCompletions.ts';

export interface Transcript {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  readonly askMode: string;
  readonly messages: readonly Message[];
  readonly answer: string;
  readonly sources: readonly unknown[];
  readonly complete: boolean;
}

export interface Transcripts {
  /** Rejects if the file cannot be written. The caller must not hand over a request with zero data retention. */
  save(transcript: Transcript): Promise<void>;
}

/** Readable by the owner only: transcripts hold what clients asked. */
export function createTranscripts(directory: string): Transcripts {
  const ready = mkdir(directory, { recursive: true, mode: 0o700 });
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
