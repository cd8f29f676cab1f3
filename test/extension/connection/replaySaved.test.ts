import { describe, expect, test } from 'vitest';
import { replay } from '../../../src/client/recorder.ts';
import type { Conversation } from '../../../src/conversation/conversation.ts';
import { replaySaved, toConversation } from '../../../src/extension/connection/replaySaved.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const WHOLE = [
  '{"type":"step_message","title":"Reading § 179"}',
  '{"choices":[{"index":0,"delta":{"content":"The limit is "}}]}',
  '{"choices":[{"index":0,"delta":{"content":"$1,220,000 [1]."}}]}',
  '{"type":"source_message","content":[{"title":"IRC § 179","url":"https://irs.example/179"}]}',
  '{"type":"suggestions","suggestions":["What of § 280F?"]}',
  '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}',
  '[DONE]',
]
  .map((data) => `data: ${data}\n\n`)
  .join('');
const CUT = WHOLE.slice(0, WHOLE.indexOf('data: [DONE]')).replace(/data: [^\n]*finish_reason[^\n]*\n\n/, '');

let ids = 0;
const newId = () => `id-${ids++}`;

async function turnOf(saved: string) {
  const conversation = await toConversation(replay(saved), 'Replay of a.log', newId);
  expect(conversation).toMatchObject({ temporary: true, title: 'Replay of a.log', turns: [{ service: 'replay' }] });
  const [turn] = conversation.turns;
  if (!turn) throw new Error('no turn');
  return turn;
}

describe('a replayed answer', () => {
  test('has the text, steps, sources, suggestions and end of the one that was saved', async () => {
    expect((await turnOf(WHOLE)).answer).toMatchObject({
      state: 'done',
      finishReason: 'stop',
      text: 'The limit is $1,220,000 [1].',
      steps: [{ title: 'Reading § 179' }],
      sources: [{ title: 'IRC § 179', url: 'https://irs.example/179', review: 'unread' }],
      suggestions: ['What of § 280F?'],
      error: null,
    });
  });

  test('that was cut, or that the service ended with an error, says so', async () => {
    expect((await turnOf(CUT)).answer).toMatchObject({ state: 'truncated', error: { kind: 'truncated' } });
    const failed = await turnOf(`${CUT}data: {"error":{"message":"overloaded"}}\n\n`);
    expect(failed.answer).toMatchObject({
      state: 'failed',
      text: 'The limit is $1,220,000 [1].',
      error: { kind: 'server', detail: 'overloaded' },
    });
  });
});

describe('Replay Saved Stream', () => {
  function desk(options: { open?: string; picked?: { text: string; size?: number } } = {}) {
    const fake = fakeVscode();
    const adopted: { conversation: Conversation; readOnly: string | undefined }[] = [];
    const uri = fake.api.Uri.file('/matter/a.log');
    const vscode = {
      ...fake.api,
      window: {
        ...fake.api.window,
        activeTextEditor: options.open === undefined ? undefined : { document: { uri, getText: () => options.open } },
        showOpenDialog: async () => (options.picked ? [uri] : undefined),
      },
      workspace: {
        ...fake.api.workspace,
        fs: {
          stat: async () => ({ size: options.picked?.size ?? 0 }),
          readFile: async () => new TextEncoder().encode(options.picked?.text),
        },
      },
    } as unknown as typeof fake.api;
    const run = () =>
      replaySaved({
        vscode,
        chats: {
          adopt(conversation, readOnly) {
            adopted.push({ conversation, readOnly });
            return {} as never;
          },
        },
        view: { show: () => {}, reveal: async () => {} },
        newId,
        redact: (text) => text.replaceAll('sk-1', '[key]'),
      });
    return { run, adopted, messages: fake.messages };
  }

  test('takes the stream that is open, without the key, and lets nothing be asked in it', async () => {
    const { run, adopted } = desk({ open: WHOLE.replace('limit', 'sk-1') });
    await run();
    expect(adopted[0]?.conversation.turns[0]?.answer.text).toBe('The [key] is $1,220,000 [1].');
    expect(adopted[0]?.readOnly).toMatch(/replay/);
  });

  test('asks for a file when what is open is no stream', async () => {
    const { run, adopted } = desk({ open: '# A memo', picked: { text: CUT } });
    await run();
    expect(adopted[0]?.conversation.turns[0]).toMatchObject({ question: { text: 'Replay of a.log' } });
  });

  test('says why a file cannot be replayed, and shows nothing', async () => {
    const large = desk({ picked: { text: '', size: 1e9 } });
    await large.run();
    expect(large.messages.join()).toMatch(/too large/);
    const other = desk({ picked: { text: '# A memo' } });
    await other.run();
    expect(other.messages.join()).toMatch(/nothing to replay in a\.log/);
    const none = desk();
    await none.run();
    expect(none.messages).toEqual([]);
    expect([...large.adopted, ...other.adopted, ...none.adopted]).toEqual([]);
  });
});
