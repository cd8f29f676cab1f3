/** An observable value that several parts of the page share. */
import { useLayoutEffect, useState } from 'preact/hooks';

export interface Signal<T> {
  get(): T;
  /** Stores the value. Watchers are called only if it differs from the current one. */
  set(value: T): void;
  /** Returns a function that stops watching. */
  watch(watcher: () => void): () => void;
}

export function signal<T>(initial: T): Signal<T> {
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

/** Returns the value of the signal. The component renders again when the value changes. */
export function useSignal<T>(source: Signal<T>): T {
  const [, rerender] = useState({});
  const value = source.get();
  useLayoutEffect(() => {
    // The value can have changed between rendering and this effect.
    if (!Object.is(value, source.get())) rerender({});
    return source.watch(() => rerender({}));
  }, [source]);
  return value;
}
