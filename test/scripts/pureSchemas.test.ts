import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { root } from '../../scripts/support/paths.ts';
import { pureSchemas } from '../../scripts/support/pureSchemas.ts';

/** What a bundle contains that exports these names of a file of `src`. */
async function bundleOf(file: string, names: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${names} } from './src/${file}';`, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    plugins: [pureSchemas],
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

it('a bundle that uses no schema of a file contains none of them, and no zod', async () => {
  for (const [file, names] of [
    ['protocol/worker.ts', 'MAX_LOOKED_UP'],
    ['conversation/conversation.ts', 'CONVERSATION_SCHEMA'],
    ['protocol/translations.ts', 'EMPTY_TRANSLATIONS'],
  ] as const) {
    const text = await bundleOf(file, names);
    expect(text).toContain(names);
    expect(text.length).toBeLessThan(500);
  }
});

it('a bundle that uses a schema contains it with the schemas that it consists of', async () => {
  const text = await bundleOf('panel/messages.ts', 'requestOutcomeSchema');
  expect(text).toContain('previewSchema');
  expect(text).not.toContain('hostMessageSchema');
});
