import { describe, expect, it } from 'vitest';
import { hostMessageSchema } from '../../src/panel/messages.ts';
import { MAX_QUESTION, pageMessageSchema } from '../../src/panel/pageMessages.ts';

const ask = {
  type: 'ask',
  request: 1,
  conversation: 'c1',
  text: 'Why?',
  parent: null,
  askMode: 'auto',
  zeroRetention: false,
};

describe('Messages of the page', () => {
  it('a message of the page with an unknown type or action is refused', () => {
    expect(pageMessageSchema.safeParse(ask).success).toBe(true);
    expect(pageMessageSchema.safeParse({ type: 'run', command: 'workbench.action.quit' }).success).toBe(false);
    expect(pageMessageSchema.safeParse({ type: 'runAction', action: 'workbench.action.quit' }).success).toBe(false);
    expect(pageMessageSchema.safeParse(null).success).toBe(false);
  });

  it('messages of the page are limited in size', () => {
    expect(pageMessageSchema.safeParse({ ...ask, text: 'a'.repeat(MAX_QUESTION) }).success).toBe(true);
    expect(pageMessageSchema.safeParse({ ...ask, text: 'a'.repeat(MAX_QUESTION + 1) }).success).toBe(false);
    expect(pageMessageSchema.safeParse({ ...ask, parent: 'a'.repeat(201) }).success).toBe(false);
    expect(pageMessageSchema.safeParse({ type: 'openLink', url: 'a'.repeat(9000) }).success).toBe(false);
  });

  it('unknown properties of a message are removed', () => {
    expect(pageMessageSchema.parse({ ...ask, model: 'other' })).toEqual(ask);
  });
});

describe('Messages of the host', () => {
  it('a message of the host with an unknown type or change is refused', () => {
    expect(hostMessageSchema.safeParse({ type: 'find' }).success).toBe(true);
    expect(hostMessageSchema.safeParse({ type: 'eval', text: '1' }).success).toBe(false);
    expect(hostMessageSchema.safeParse({ type: 'changes', seq: 1, changes: [{ type: 'nonsense' }] }).success).toBe(
      false,
    );
  });
});
