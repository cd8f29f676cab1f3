/** Limits the work that runs at the same time, for one person and for all. */
export interface Slots {
  /** Throws at once if too much work runs. Call the result once, when the work has ended. */
  take(user: number): () => void;
  /** Like `take`, while `work` runs. */
  run<T>(user: number, work: () => Promise<T>): Promise<T>;
}

export function createSlots(most: { readonly user: number; readonly all: number }, refusal: () => Error): Slots {
  const running = new Map<number, number>();
  let all = 0;

  function take(user: number): () => void {
    const own = running.get(user) ?? 0;
    if (own >= most.user || all >= most.all) throw refusal();
    running.set(user, own + 1);
    all += 1;
    return () => {
      all -= 1;
      const left = (running.get(user) ?? 1) - 1;
      if (left > 0) running.set(user, left);
      else running.delete(user);
    };
  }

  return {
    take,
    async run(user, work) {
      const release = take(user);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
