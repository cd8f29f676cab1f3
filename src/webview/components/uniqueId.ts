import { useState } from 'preact/hooks';

let made = 0;

/** An id of its own in the whole document. Preact's `useId` begins anew in each tree, and each turn is one. */
export function useUniqueId(): string {
  const [id] = useState(() => `id-${++made}`);
  return id;
}
