/** Which earlier answers have an authority among their sources. Conversations are read in the background. */

import { citationsIn } from '../../authority/citationsIn.ts';
import type { Conversation, StoredSource } from '../../conversation/conversation.ts';
import { oneLine, shorten } from '../../conversation/display.ts';
import type { ConversationStore } from '../../conversation/store.ts';
import { within } from '../../protocol/within.ts';
import type { AuthorityRequest } from '../../protocol/worker.ts';

export interface EarlierAnswer {
  /** Id of the conversation. */
  readonly conversation: string;
  readonly question: string;
  readonly askedAt: number;
  /** The user marked the source as relied on. */
  readonly reliedOn: boolean;
  /** The URI of the conversation's folder. Null: it belongs to none. */
  readonly folder: string | null;
}

export interface EarlierAnswers {
  /**
   * Those of one folder, or of none, that were relied on first, then the newest, at most `limit`. Waits a moment for conversations that are
   * being read.
   */
  of(
    authority: Pick<AuthorityRequest, 'key' | 'pin'>,
    options: { readonly folder: string | null; readonly limit: number },
  ): Promise<EarlierAnswer[]>;
  dispose(): void;
}

/** The newest conversations that are read. */
const MAX_CONVERSATIONS = 300;
/** Milliseconds that a hover waits for conversations that are being read. The next hover has them. */
const WAIT = 20;
const MAX_QUESTION = 120;

interface Cited {
  readonly key: string;
  readonly pin: string;
  readonly answer: EarlierAnswer;
}

export function createEarlierAnswers(deps: {
  readonly store: Pick<ConversationStore, 'list' | 'read' | 'onDidChange'>;
  /** The conversations that are open in this window, also those that are never stored. */
  readonly opened: () => readonly Conversation[];
}): EarlierAnswers {
  const byConversation = new Map<string, { readonly updatedAt: number; readonly cited: readonly Cited[] }>();
  let outdated = true;
  let reading: Promise<void> | null = null;
  const listener = deps.store.onDidChange(({ type }) => {
    if (type === 'list') outdated = true;
  });

  async function read(): Promise<void> {
    while (outdated) {
      outdated = false;
      const listed = (await deps.store.list())
        .toSorted((one, other) => other.updatedAt - one.updatedAt)
        .slice(0, MAX_CONVERSATIONS);
      const ids = new Set(listed.map(({ id }) => id));
      for (const id of byConversation.keys()) if (!ids.has(id)) byConversation.delete(id);
      for (const { id, updatedAt } of listed) {
        if (byConversation.get(id)?.updatedAt === updatedAt) continue;
        const conversation = await deps.store.read(id);
        byConversation.set(id, { updatedAt, cited: conversation ? citedBy(conversation) : [] });
      }
    }
  }

  function refresh(): Promise<void> {
    if (!outdated) return Promise.resolve();
    reading ??= read()
      .catch(() => {
        outdated = true;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  }

  return {
    async of({ key, pin }, { folder, limit }) {
      await within(refresh(), WAIT);
      const opened = new Map(deps.opened().map((conversation) => [conversation.id, conversation]));
      const all = [
        ...[...byConversation].flatMap(([id, { cited }]) => (opened.has(id) ? [] : cited)),
        ...[...opened.values()].flatMap(citedBy),
      ];
      const found = new Map<string, EarlierAnswer>();
      for (const cited of all) {
        if (cited.key !== key || cited.answer.folder !== folder || !isRelated(cited.pin, pin)) continue;
        const id = `${cited.answer.conversation} ${cited.answer.askedAt}`;
        if (!found.get(id)?.reliedOn) found.set(id, cited.answer);
      }
      return [...found.values()]
        .sort((one, other) => Number(other.reliedOn) - Number(one.reliedOn) || other.askedAt - one.askedAt)
        .slice(0, limit);
    },
    dispose: () => listener.dispose(),
  };
}

/** A whole section is related to each of its parts. */
function isRelated(one: string, other: string): boolean {
  return one === '' || other === '' || `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`);
}

function citedBy(conversation: Conversation): Cited[] {
  return conversation.turns.flatMap((turn) =>
    turn.answer.sources.flatMap((source) => {
      const authority = authorityOf(source);
      if (authority === null || source.review === 'rejected') return [];
      const answer = {
        conversation: conversation.id,
        question: shorten(oneLine(turn.question.text), MAX_QUESTION),
        askedAt: turn.askedAt,
        reliedOn: source.review === 'reliedOn',
        folder: conversation.folder?.uri ?? null,
      };
      return [{ ...authority, answer }];
    }),
  );
}

/** The authority that a source is of. A hosted service gives the pinpoint as the section. */
function authorityOf({ title, section, cited }: StoredSource): Pick<AuthorityRequest, 'key' | 'pin'> | null {
  const [first] = citationsIn((cited?.name ?? title).slice(0, 500));
  if (!first || first.start > 0) return null;
  const [written = ''] = cited ? [] : (/^(?:\(\w{1,5}\))+$/.exec(section ?? '') ?? []);
  const pin = Array.from(written.matchAll(/\((\w+)\)/g), (match) => match[1]).join('.');
  return { key: first.key, pin: pin === '' ? first.pin : pin };
}
