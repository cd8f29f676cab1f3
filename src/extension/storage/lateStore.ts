/** A store whose code is loaded while VS Code reads the secrets, which the first chat waits for. Calls take effect in their order. */
import type { ConversationStore, StoreChange } from '../../conversation/store.ts';

export function createLateStore(load: () => Promise<ConversationStore>): ConversationStore {
  const listeners = new Set<(change: StoreChange) => void>();
  let store: ConversationStore | null = null;
  let isDisposed = false;
  // Each call waits for this one promise, which keeps the order of the calls.
  const loading = load().then((loaded) => {
    store = loaded;
    loaded.onDidChange((change) => {
      for (const listener of [...listeners]) listener(change);
    });
    if (isDisposed) loaded.dispose();
    return loaded;
  });

  return {
    list: async () => (await loading).list(),
    load: async (id) => (await loading).load(id),
    read: async (id) => (await loading).read(id),
    record: (conversation, changes) => void loading.then((loaded) => loaded.record(conversation, changes)),
    flush: async (id) => (await loading).flush(id),
    follow(id, follower) {
      let following: { dispose(): void } | undefined;
      void loading.then((loaded) => {
        following = loaded.follow(id, follower);
      });
      return { dispose: () => void loading.then(() => following?.dispose()) };
    },
    status: (id) => store?.status(id) ?? 'disk',
    remove: async (id) => (await loading).remove(id),
    search: async (query, options) => (await loading).search(query, options),
    get warning() {
      return store?.warning ?? null;
    },
    onDidChange(listener) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    dispose() {
      isDisposed = true;
      listeners.clear();
      store?.dispose();
    },
  };
}
