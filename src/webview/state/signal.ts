/** A value that can be watched: what the parts of the page share. */
import { useLayoutEffect, useState } from 'preact/hooks';

export interface Cell<T> {
  get(): T;
  /** Stores the value; watchers are told only when it is another one. */
  set(value: T): void;
  watch(watcher: () => void): () => void;
}

export function cell<T>(initial: T): Cell<T> {
  let value = initial;
  const watchers = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const watcher of [...watchers]) watcher();
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/** The value of the cell; the component is drawn again when it changes. */
export function useCell<T>(source: Cell<T>): T {
  const [, redraw] = useState({});
  useLayoutEffect(() => {
    const seen = source.get();
    const stop = source.watch(() => redraw({}));
    if (!Object.is(seen, source.get())) redraw({});
    return stop;
  }, [source]);
  return source.get();
}
