/**
 * One of two windows that ask and stream into the same conversations until they are killed. Tells on standard output, one line
 * each and only once it is true: `asked <turn>` (its question is kept), `kept <turn> <length>`, `got <turn> <length> <time>`.
 * Arguments: folder, name, round, milliseconds between two saves of a growing answer.
 */
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { reduce } from '../../../../src/conversation/changes.ts';
import { type Conversation, emptyAnswer, newConversation } from '../../../../src/conversation/conversation.ts';
import { createFileStore } from '../../../../src/extension/storage/fileStore.ts';
import { answerText } from './answerText.ts';

const [folder = '', name = '', round = '', interval = ''] = process.argv.slice(2);
const store = createFileStore({ folder });
const say = (line: string) => writeSync(1, `${line}\n`);

let conversation: Conversation = newConversation({ id: `r${round}`, now: Date.now() });
say('ready');
for (let n = 0; ; n++) {
  conversation = await pick();
  const turnId = `r${round}-${name}-${n}`;
  conversation = reduce(conversation, {
    type: 'turnAdded',
    turn: {
      id: turnId,
      parent: conversation.currentTurnId,
      epoch: 1,
      askedAt: Date.now(),
      question: { text: `Question ${turnId}`, selections: [] },
      askMode: 'auto',
      zeroRetention: false,
      service: 'library',
      answer: emptyAnswer('waiting'),
    },
  });
  if (await save()) say(`asked ${turnId}`);
  const whole = answerText(turnId);
  let saved = Date.now();
  for (let at = 0; at < whole.length; ) {
    await sleep(5);
    const text = whole.slice(at, at + 40);
    conversation = reduce(conversation, { type: 'text', turnId, epoch: 1, offset: at, text, at: Date.now() });
    at += text.length;
    say(`got ${turnId} ${at} ${Date.now()}`);
    if (Date.now() - saved < Number(interval)) continue;
    if (await save()) say(`kept ${turnId} ${at}`);
    saved = Date.now();
  }
  const ended = { turnId, epoch: 1, state: 'done', finishReason: 'stop', error: null, at: Date.now() } as const;
  conversation = reduce(conversation, { type: 'ended', ...ended });
  if (await save()) say(`kept ${turnId} ${whole.length}`);
}

/** Now and then goes over to another conversation of this round, so that both windows write the same ones. */
async function pick(): Promise<Conversation> {
  const others = (await store.list()).filter(({ id, state }) => id !== conversation.id && state === 'done');
  const other = others[Math.floor(Math.random() * others.length * 2)];
  const loaded = await store.load(other?.id ?? conversation.id);
  return loaded.type === 'ok' ? loaded.conversation : conversation;
}

async function save(): Promise<boolean> {
  const result = await store.save(conversation);
  if ('conversation' in result && result.conversation) conversation = result.conversation;
  if (result.type !== 'saved' && result.type !== 'copied') say(`refused ${JSON.stringify(result)}`);
  return result.type === 'saved' || result.type === 'copied';
}
