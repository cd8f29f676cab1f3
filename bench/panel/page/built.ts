/** Runs in the built page before its script: the extension host's side of the protocol, as small as can be. */
import './contender.ts';
import type { Change } from '../../../src/conversation/change.ts';
import type { Answer, Conversation, Turn } from '../../../src/conversation/conversation.ts';
import { emptyAnswer, newConversation } from '../../../src/conversation/conversation.ts';
import type { HostMessage } from '../../../src/panel/messages.ts';
import { panelState } from '../../../test/support/panelState.ts';

let seq = 0;
let length = 0;
let turns = 0;
let conversations = 0;
let current = '';

function post(message: HostMessage): void {
  window.postMessage(message, '*');
}

function turn(id: string, parent: string | null, question: string, answer: Partial<Answer>): Turn {
  return {
    id,
    parent,
    epoch: 1,
    askedAt: Date.now(),
    question: { text: question, selections: [] },
    askMode: 'tax_research_fast_research',
    zeroRetention: false,
    service: 'library',
    answer: { ...emptyAnswer('done'), startedAt: Date.now(), ...answer },
  };
}

/** In the conversation that is already shown, the page takes a turn that it does not know for a new question. */
function show(list: readonly Turn[], inShownConversation = false): void {
  if (!inShownConversation) conversations++;
  const conversation: Conversation = {
    ...newConversation({ id: `c${conversations}`, now: Date.now() }),
    turns: [...list],
    currentTurnId: list.at(-1)?.id ?? null,
  };
  post({
    type: 'state',
    seq,
    conversation,
    draft: '',
    panelState: panelState(),
  });
}

function change(...changes: Change[]): void {
  post({ type: 'changes', seq: seq + 1, changes });
  seq += changes.length;
}

const sources = Array.from({ length: 12 }, (_, i) => ({
  title: `Source ${i + 1}`,
  url: null,
  review: 'unread' as const,
}));

/** Always by message: there is no other way into the page. */
function append(text: string): void {
  change({ type: 'text', turnId: current, epoch: 1, offset: length, text, at: Date.now() });
  length += text.length;
}

const sections = document.getElementsByClassName('md-section');

window.contender = {
  load(text) {
    current = `t${++turns}`;
    length = text.length;
    show([turn(current, null, 'What applies?', { state: 'streaming', text, sources })]);
  },
  append,
  post: append,
  /** Cheap enough to be asked each frame: whole sections are not counted by their text. */
  drawn: () => sections.length * 1_000_000 + (sections[sections.length - 1]?.textContent ?? '').length,
};

const host = {
  /**
   * Opens a conversation of many turns at its end. With `running`, the answer to another question is running. With `newQuestion`,
   * the last turn is a new question with its whole answer, which the page moves to the top of the view.
   */
  loadTurns(answers: readonly string[], { running = false, newQuestion = false }) {
    const list: Turn[] = [];
    for (const text of answers) {
      list.push(
        turn(`t${++turns}`, list.at(-1)?.id ?? null, `Question ${list.length + 1}`, {
          text,
          sources,
          endedAt: Date.now(),
        }),
      );
    }
    if (running) {
      current = `t${++turns}`;
      length = 0;
      list.push(turn(current, list.at(-1)?.id ?? null, 'And now?', { state: 'streaming', sources }));
    }
    show(list, newQuestion);
  },
  clear: () => show([]),
  /** One question and its whole answer, as they come. */
  ask(text: string) {
    current = `t${++turns}`;
    length = 0;
    change({ type: 'turnAdded', turn: turn(current, null, 'What applies?', { state: 'waiting' }) });
    change({ type: 'sent', turnId: current, epoch: 1, at: Date.now() });
    append(text);
    change({ type: 'sources', turnId: current, epoch: 1, sources, at: Date.now() });
    change({
      type: 'ended',
      turnId: current,
      epoch: 1,
      state: 'done',
      finishReason: 'stop',
      error: null,
      at: Date.now(),
    });
  },
};
export type BenchHost = typeof host;

declare global {
  interface Window {
    host: BenchHost;
  }
}

Object.assign(window, {
  host,
  acquireVsCodeApi: () => ({
    postMessage(message: { type: string }) {
      if (message.type === 'ready') host.clear();
    },
    getState() {},
    setState() {},
  }),
});
