import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

/**
 * VS Code's extension host hooks the loading of modules and hands its own `http` and `https`, which know the proxy and
 * certificate settings, to whoever requires exactly these names.
 */
describe('the bundled transport', () => {
  it('takes the modules that VS Code replaces, by the names that it replaces', async () => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('../../src/client/nodeTransport.ts', import.meta.url))],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      write: false,
    });
    const original = createRequire(import.meta.url);
    const asked: string[] = [];
    const patched = (name: string) => {
      if (name !== 'http' && name !== 'https') return original(name);
      return {
        request: () => {
          asked.push(name);
          throw new Error('stopped here');
        },
      };
    };
    const module = { exports: {} as typeof import('../../src/client/nodeTransport.ts') };
    new Function('require', 'module', 'exports', outputFiles[0]?.text ?? '')(patched, module, module.exports);
    const transport = module.exports.createNodeTransport();
    for (const url of ['http://localhost/', 'https://localhost/']) {
      const request = { url, headers: {}, body: '{}', connectTimeout: 1_000, firstByteTimeout: 1_000 };
      await expect(transport.post(request, new AbortController().signal)).rejects.toThrow('stopped here');
    }
    expect(asked).toEqual(['http', 'https']);
  });
});
