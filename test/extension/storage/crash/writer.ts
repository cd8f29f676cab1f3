/**
 * One of two windows that ask and stream into the same conversations until they are killed. Reports on standard output, one line
 * each and only once it is true: `asked <turn>` (its question is on disk), `kept <turn> <length>`, `got <turn> <length> <time>`.
 * Arguments: folder, name, round, milliseconds between two writes of a growing answer that are waited for.
 */
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Change } from '../../../../src/conversation/change.ts';
import { reduce } from '../../../../src/conversation/changes.ts';
import { type Conversation, emptyAnswer, newConversation } from '../../../../src/conversation/conversation.ts';
import { withOwnTurns } from '../../../../src/conversation/stored.ts';
import { createFileStore } from '../../../../src/extension/storage/fileStore.ts';
import { answerText } from './answerText.ts';

const [folder = '', name = '', round = '', interval = ''] = process.argv.slice(2);
const store = createFileStore({ folder });
const say = (line: string) => writeSync(1, `${line}\n`);

let conversation: Conversation = newConversation({ id: `r${round}`, now: Date.now() });
let following = follow();
say('ready');
for (let n = 0; ; n++) {
  await pick();
  const turnId = `r${round}-${name}-${n}`;
  const asked = {
    id: turnId,
    parent: conversation.currentTurnId,
    epoch: 1,
    askedAt: Date.now(),
    question: { text: `Question ${turnId}`, selections: [] },
    askMode: 'auto' as const,
    zeroRetention: false,
    service: 'library',
    answer: emptyAnswer('waiting'),
  };
  apply({ type: 'turnAdded', turn: asked });
  if (await written()) say(`asked ${turnId}`);
  const whole = answerText(turnId);
  let saved = Date.now();
  for (let at = 0; at < whole.length; ) {
    await sleep(5);
    const text = whole.slice(at, at + 40);
    apply({ type: 'text', turnId, epoch: 1, offset: at, text, at: Date.now() });
    at += text.length;
    say(`got ${turnId} ${at} ${Date.now()}`);
    // In the slow rounds only the store's own clock writes, as in the product.
    if (Number(interval) >= 1000 || Date.now() - saved < Number(interval)) continue;
    if (await written()) say(`kept ${turnId} ${at}`);
    saved = Date.now();
  }
  apply({ type: 'ended', turnId, epoch: 1, state: 'done', finishReason: 'stop', error: null, at: Date.now() });
  if (await written()) say(`kept ${turnId} ${whole.length}`);
}

function follow() {
  return store.follow(conversation.id, {
    replaced(stored) {
      conversation = withOwnTurns(stored, conversation, ({ id }) => id.includes(`-${name}-`));
    },
  });
}

function apply(change: Change): void {
  conversation = { ...reduce(conversation, change), updatedAt: Date.now() };
  store.record(conversation, [change]);
}

/** Now and then goes over to another conversation of this round, so that both windows write the same ones. */
async function pick(): Promise<void> {
  const others = (await store.list()).filter(({ id, state }) => id !== conversation.id && state === 'done');
  const other = others[Math.floor(Math.random() * others.length * 2)];
  if (!other) return;
  following.dispose();
  await store.flush();
  const loaded = await store.load(other.id);
  if (loaded.type === 'ok') conversation = loaded.conversation;
  following = follow();
}

async function written(): Promise<boolean> {
  await store.flush(conversation.id);
  const status = store.status(conversation.id);
  if (status !== 'disk') say(`refused ${status}`);
  return status === 'disk';
}
