import { expect, it } from 'vitest';
import type { WebviewPanel } from 'vscode';
import { newConversation } from '../../../src/conversation/conversation.ts';
import { createChatPanels } from '../../../src/extension/panel/editorPanel.ts';
import type { Chat } from '../../../src/extension/session/chat.ts';
import { createSession } from '../../../src/extension/session/session.ts';
import { fakeMemento, fakeVscode } from '../../support/fakeVscode.ts';
import { manualClock } from '../../support/manualClock.ts';

function open() {
  const fake = fakeVscode();
  const memento = fakeMemento();
  const calls: string[] = [];
  const chatOf = (id: string) => {
    const session = createSession(
      { ...newConversation({ id, now: 0 }), title: `Title of ${id}` },
      {
        clock: manualClock(),
        newId: () => 'id',
        preflight: async () => {
          throw new Error('unexpected');
        },
      },
    );
    return { session, readOnly: null } as unknown as Chat;
  };
  const panelOf = () => {
    let viewState = () => {};
    let closed = () => {};
    return {
      title: '',
      visible: true,
      active: false,
      webview: {},
      onDidChangeViewState: (listener: () => void) => (viewState = listener),
      onDidDispose: (listener: () => void) => (closed = listener),
      viewStateChanged: () => viewState(),
      dispose: () => closed(),
    };
  };
  let last = panelOf();
  Object.assign(fake.api.window, { createWebviewPanel: () => (last = panelOf()) });
  const pages = {
    open: (_webview: unknown, chat: Chat, place: { toSide: boolean; isVisible: () => boolean }) => {
      calls.push(`open ${chat.session.conversation.id} toSide ${place.toSide} visible ${place.isVisible()}`);
      return { chat, hidden: () => calls.push('hidden'), loading: () => calls.push('loading') };
    },
    close: () => calls.push('close'),
  };
  const chats = {
    open: async (id: string) => chatOf(id),
    create: () => chatOf('new'),
    release: (chat: Chat) => calls.push(`release ${chat.session.conversation.id}`),
  };
  const panels = createChatPanels({
    vscode: fake.api,
    extensionUri: fake.api.Uri.file('/extension'),
    chats,
    pages,
    memento,
    keep: () => false,
    onDidChangeActive: () => {},
  } as unknown as Parameters<typeof createChatPanels>[0]);
  const restore = async (state: unknown) => {
    const panel = panelOf();
    await panels.restore(panel as unknown as WebviewPanel, state);
    return panel;
  };
  return { panels, memento, calls, chatOf, restore, last: () => last };
}

it('a tab is restored with the conversation that its page saved, and takes its title', async () => {
  const { restore, calls } = open();
  const panel = await restore({ conversation: 'a' });
  expect([calls, panel.title]).toEqual([['open a toSide true visible true'], 'Title of a']);
});

it.each([null, 'a', {}, { conversation: 7 }, { conversation: 'x'.repeat(201) }, { conversation: null }])(
  'a tab whose page saved no usable conversation shows the last one of a tab: %j',
  async (state) => {
    const { restore, memento, calls } = open();
    await memento.update('fiscal.panelConversation', 'last');
    await restore(state);
    expect(calls[0]).toContain('open last');
  },
);

it('a tab shows a new conversation if no tab was open before', async () => {
  const { restore, calls } = open();
  await restore(undefined);
  expect(calls[0]).toContain('open new');
});

it('the title of a tab follows the title of its conversation', () => {
  const { panels, chatOf, last } = open();
  const chat = chatOf('a');
  panels.open(chat);
  chat.session.apply({ type: 'titled', title: 'Leases', hasCustomTitle: true });
  expect(last().title).toBe('Leases');
  chat.session.apply({ type: 'titled', title: '', hasCustomTitle: true });
  expect(last().title).toBe('Fiscal');
});

it('a tab that is shown expects its page, a hidden tab loses it, and a closed tab releases its conversation', () => {
  const { panels, chatOf, last, calls } = open();
  panels.open(chatOf('a'));
  last().viewStateChanged();
  last().visible = false;
  last().viewStateChanged();
  last().dispose();
  expect(calls.slice(1)).toEqual(['loading', 'hidden', 'close', 'release a']);
  expect(panels.active).toBeNull();
});

it('the active page is that of the tab with the focus, and closing a conversation closes its tabs', () => {
  const { panels, chatOf, last, calls } = open();
  const chat = chatOf('a');
  panels.open(chat);
  expect(panels.active).toBeNull();
  last().active = true;
  expect(panels.active?.chat).toBe(chat);
  panels.close(chatOf('b'));
  expect(calls).not.toContain('close');
  panels.close(chat);
  expect(calls).toContain('close');
});
