/** Limits the work that runs at the same time, for one person and for all. */
export interface Slots {
  /** Rejects at once if too much work runs. */
  run<T>(user: number, work: () => Promise<T>): Promise<T>;
}

export function createSlots(most: { readonly user: number; readonly all: number }, refusal: () => Error): Slots {
  const running = new Map<number, number>();
  let all = 0;
  return {
    async run(user, work) {
      const own = running.get(user) ?? 0;
      if (own >= most.user || all >= most.all) throw refusal();
      running.set(user, own + 1);
      all += 1;
      try {
        return await work();
      } finally {
        all -= 1;
        const left = (running.get(user) ?? 1) - 1;
        if (left > 0) running.set(user, left);
        else running.delete(user);
      }
    },
  };
}
