import type { ResearchOutput } from './researcher.ts';

/** Words of a piece: small enough to be read as it comes, large enough not to cost. */
const WORDS = 4;

/** A text in pieces of a few words, without delay; between pieces the event loop gets its turn, so that an abort is heard. */
export async function* inPieces(text: string, signal: AbortSignal): AsyncGenerator<ResearchOutput, void, void> {
  const pieces = text.match(new RegExp(`(?:\\S*\\s*){1,${WORDS}}`, 'g')) ?? [];
  for (const [at, piece] of pieces.entries()) {
    if (signal.aborted) return;
    if (piece !== '') yield { type: 'text', text: piece };
    if (at % 4 === 3) await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
