import { expect, it } from 'vitest';
import type { LibraryClient } from '../../src/libraryClient/libraryClient.ts';
import { createMcpGuard } from '../../src/mcp/mcpGuard.ts';
import { createTools } from '../../src/mcp/tools.ts';
import type { SourceLocation } from '../../src/protocol/researchEvent.ts';

const unused = async (): Promise<never> => {
  throw new Error('A question to a hosted service does not call the library.');
};

async function uriOf(location: SourceLocation): Promise<string | undefined> {
  const answering: LibraryClient = {
    service: 'firm.example',
    describeError: () => {
      throw new Error('The question did not fail.');
    },
    async *ask() {
      yield { type: 'sources', sources: [{ title: 'Memo', url: null, location }] };
      yield { type: 'done', finishReason: 'stop' };
    },
  };
  const tools = createTools({
    library: {
      ...{ documents: unused, kinds: unused, search: unused, readLibraryText: unused, ready: unused, refresh: unused },
      onDidProgress: () => ({ dispose() {} }),
      onDidChangeStatus: () => ({ dispose() {} }),
    },
    answering,
    ...{ hosted: true, guard: createMcpGuard('replace', []), records: null },
    ...{ signal: new AbortController().signal, version: '1', now: () => 0 },
  });
  const progress = { step: () => {}, end: async () => {} };
  const { structured } = await tools.research({ question: 'What?' }, new AbortController().signal, progress);
  expect(structured.sources[0]?.path).toBe(location.path);
  return structured.sources[0]?.uri;
}

it('a source in a file of this machine has the address of the file', async () => {
  expect(await uriOf({ path: '/law/a b.md', line: 1, endLine: 2 })).toBe('file:///law/a%20b.md');
});

it.each([
  { path: 'law/memo.md', line: 1, endLine: 2 },
  { path: 'law/memo.md', line: 1, endLine: 2, document: 'c1-d1' },
  { path: '/law/memo.md', line: 1, endLine: 2, document: 'c1-d1' },
])('a source of a hosted service at %j has no address, which would name a folder of this machine', async (location) => {
  expect(await uriOf(location)).toBeUndefined();
});
