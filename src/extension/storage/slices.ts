/** Work in slices of some milliseconds, between which other tasks get their turn. */
export interface Slices {
  /** Waits for other tasks if the current slice is over. */
  next(): Promise<void>;
}

export function createSlices(milliseconds: number): Slices {
  let end = performance.now() + milliseconds;
  return {
    async next() {
      if (performance.now() < end) return;
      await otherTasks();
      end = performance.now() + milliseconds;
    },
  };
}

/** A timer takes at least 1 ms. `setImmediate` takes less, but a browser does not have it. */
function otherTasks(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve);
  });
}
