import { expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import { createChatView } from '../../../src/extension/panel/sidebarView.ts';
import { fakeMemento, fakeVscode } from '../../support/fakeVscode.ts';

function open(memento = fakeMemento()) {
  const fake = fakeVscode();
  const calls: string[] = [];
  const commands: unknown[][] = [];
  Object.assign(fake.api, { commands: { executeCommand: async (...args: unknown[]) => void commands.push(args) } });
  const chatOf = (id: string) => ({ session: { conversation: { id } } });
  const idOf = (chat: ReturnType<typeof chatOf>) => chat.session.conversation.id;
  const pages = {
    open: (_webview: unknown, chat: ReturnType<typeof chatOf>, { toSide }: { toSide: boolean }) => {
      calls.push(`open ${idOf(chat)} toSide ${toSide}`);
      return {
        show: (next: ReturnType<typeof chatOf>) => calls.push(`show ${idOf(next)}`),
        post: (message: { type: string }) => calls.push(`post ${message.type}`),
        hidden: () => calls.push('hidden'),
        loading: () => calls.push('loading'),
      };
    },
    close: () => calls.push('close'),
    isShown: () => false,
  };
  let shownElsewhere: (chat: unknown) => boolean = () => true;
  const chats = {
    open: async (id: string) => chatOf(id),
    create: () => chatOf('new'),
    release: (chat: ReturnType<typeof chatOf>, isShown: (chat: unknown) => boolean) => {
      shownElsewhere = isShown;
      calls.push(`release ${idOf(chat)}`);
    },
  };
  const options = { vscode: fake.api, chats, pages, memento };
  const view = createChatView(options as unknown as Parameters<typeof createChatView>[0]);
  let visibility = () => {};
  let closed = () => {};
  const place = {
    visible: true,
    description: undefined as string | undefined,
    webview: {},
    show: (keepFocus: boolean) => calls.push(`reveal ${keepFocus}`),
    onDidChangeVisibility: (listener: () => void) => (visibility = listener),
    onDidDispose: (listener: () => void) => (closed = listener),
  };
  return {
    ...{ view, calls, commands, memento, chatOf, place },
    isShown: (chat: unknown) => shownElsewhere(chat),
    resolve: () => view.resolve(place as unknown as Vscode.WebviewView),
    setVisible(visible: boolean) {
      place.visible = visible;
      visibility();
    },
    close: () => closed(),
  };
}

it('the view of the side bar shows the same conversation after the window is reloaded, and a new one the first time', async () => {
  const first = open();
  await first.resolve();
  expect(first.calls).toEqual(['open new toSide false']);
  first.view.show(first.chatOf('c1') as never);
  expect(first.calls.slice(1)).toEqual(['show c1', 'release new']);
  expect([first.isShown(first.view.current), first.isShown({})]).toEqual([true, false]);
  const second = open(first.memento);
  await second.resolve();
  expect(second.calls).toEqual(['open c1 toSide false']);
});

it('a view that opens while another conversation is shown in it shows that one', async () => {
  const first = open();
  first.view.show(first.chatOf('earlier') as never);
  const { view, chatOf, resolve, calls } = open(first.memento);
  const shown = view.chat().then(() => view.show(chatOf('later') as never));
  await Promise.all([shown, resolve()]);
  expect(calls.filter((call) => /^(?:open|show) /.test(call)).at(-1)).toContain('later');
});

it('a view that is hidden has no focus any more, and is loaded again when it is shown', async () => {
  const { resolve, setVisible, calls, commands } = open();
  await resolve();
  setVisible(false);
  expect(calls.at(-1)).toBe('hidden');
  expect(commands).toEqual([['setContext', 'fiscal.chatViewFocused', false]]);
  setVisible(true);
  expect([calls.at(-1), commands.length]).toEqual(['loading', 1]);
});

it('messages before the view is open reach its page, and none reaches a page that is closed', async () => {
  const { resolve, close, calls, view, place } = open();
  view.compose('What is due?');
  view.compose(null);
  await resolve();
  expect(calls).toEqual(['open new toSide false', 'post compose', 'post focus']);
  view.compose(null);
  expect(calls.at(-1)).toBe('post focus');
  view.describe('Harbor');
  expect(place.description).toBe('Harbor');
  close();
  view.compose(null);
  expect(calls.at(-1)).toBe('close');
});

it('the view is opened by a command while there is none, and then takes the focus itself', async () => {
  const { resolve, calls, commands, view } = open();
  await view.reveal();
  expect(commands).toEqual([[expect.stringMatching(/\.focus$/)]]);
  await resolve();
  await view.reveal();
  expect([calls.at(-1), commands.length]).toEqual(['reveal false', 1]);
});
