/**
 * Puts everything that shows the chat into one chunk. esbuild makes a chunk for each set of entries that share a module, about forty for
 * what shows the chat, and each file costs time to load. Each `import()` also imports the module that shows the chat, which is loaded by
 * then. All entries then share its modules, and esbuild makes one chunk of them.
 */
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';

export function sharedChunk(shared: string): Plugin {
  const namespace = 'lazy';
  return {
    name: 'shared-chunk',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir, namespace: from }) => {
        const target = resolve(resolveDir, path);
        if (kind !== 'dynamic-import' || from === namespace || target === shared) return undefined;
        return { path: target, namespace };
      });
      onLoad({ filter: /.*/, namespace }, ({ path }) => ({
        contents: `import ${JSON.stringify(shared)}; export * from ${JSON.stringify(path)};`,
        resolveDir: resolve(path, '..'),
      }));
    },
  };
}
