import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { sharedEntities } from '../../scripts/support/builds.ts';
import { root } from '../../scripts/support/paths.ts';

async function entities(plugins: [] | [typeof sharedEntities]): Promise<Record<string, string>> {
  const { outputFiles } = await build({
    entryPoints: ['node_modules/postal-mime/dist/esm/html-entities.js'],
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    plugins,
    write: false,
  });
  const source = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const { htmlEntities } = await import(`data:text/javascript;base64,${source}`);
  return htmlEntities;
}

it('the reader decodes each HTML entity as postal-mime does', async () => {
  const [own, shared] = await Promise.all([entities([]), entities([sharedEntities])]);
  expect(Object.keys(own).length).toBeGreaterThan(2000);
  expect(Object.keys(shared)).toEqual([]);
  for (const [entity, text] of Object.entries(own)) expect(shared[entity]).toBe(text);
});
