import { describe, expect, it } from 'vitest';
import { createFirmMcp } from '../../src/firm/http/mcp.ts';

const HIDDEN = 'rent\u{e0041}\u200b of \u202eterces';

/** The text of a tool's result. `reply`: what the interface of the server answers. */
async function call(name: string, input: Record<string, unknown>, reply: string): Promise<string> {
  const mcp = createFirmMcp(async () => new Response(reply));
  const answered = await mcp(
    new Request('http://firm.invalid/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
    }),
  );
  const text = await answered.text();
  const data = text.split('\n').find((line) => line.startsWith('data: {'));
  const { result } = JSON.parse(data?.slice(6) ?? text);
  return result.content[0].text;
}

const document = (text: string) => JSON.stringify({ title: `Lease ${HIDDEN}`, path: `lease ${HIDDEN}.md`, text });
const answer = (text: string) =>
  [
    { choices: [{ delta: { content: text } }] },
    { type: 'source_message', content: [{ title: `Lease ${HIDDEN}`, snippet: HIDDEN }] },
  ]
    .map((each) => `data: ${JSON.stringify(each)}\n\n`)
    .concat('data: [DONE]\n\n')
    .join('');

describe('the MCP server of the firm', () => {
  it.each([
    ['read_document', { document: '1-2' }, document(HIDDEN)],
    ['research', { question: 'What is the rent?' }, answer(HIDDEN)],
    ['list_matters', {}, JSON.stringify({ matters: [{ name: HIDDEN }] })],
    ['research', { question: 'What is the rent?' }, `data: ${JSON.stringify({ error: { message: HIDDEN } })}\n\n`],
  ])(
    'gives the language model of the agent no character that a person could not see: %s',
    async (name, input, reply) => {
      const text = await call(name, input, reply);
      expect(text).toContain('rent[U+E0041][U+200B] of [U+202E]terces');
      expect(text).not.toMatch(/[\u{e0041}\u200b\u202e]/u);
    },
  );

  it('gives at most 60,000 characters of a document or an answer, and says that it was shortened', async () => {
    const long = 'line of the lease\n'.repeat(100_000);
    for (const text of [
      await call('read_document', { document: '1-2', endLine: 100_000 }, document(long)),
      await call('research', { question: 'What is the rent?' }, answer(long)),
    ]) {
      expect(text.length).toBeLessThan(60_100);
      expect(text).toContain('(The result was shortened.)');
    }
  });
});
