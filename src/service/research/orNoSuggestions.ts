import type { AnsweringLibrary } from '../index/answeringLibrary.ts';

/** An answer is shown without suggestions if the index fails while they are made. An index that is damaged is built again. */
export async function orNoSuggestions(
  library: AnsweringLibrary,
  signal: AbortSignal,
  make: () => Promise<string[]>,
): Promise<string[]> {
  try {
    return await make();
  } catch (error) {
    signal.throwIfAborted();
    library.repair(error).catch(() => {});
    return [];
  }
}
