import { expect, it } from 'vitest';
import { commandOf } from '../../../src/extension/chat/chatCommands.ts';

it.each([
  ['fast', 'tax_research_fast_research', false],
  ['deep', 'tax_research_deep_research', false],
  ['audit', 'audit_research', false],
  ['quote', 'auto', true],
  [undefined, 'auto', false],
  ['unknown', 'auto', false],
] as const)(
  '/%s sets the research mode, and only /quote keeps a question from the service',
  (command, askMode, quoteOnly) => {
    expect(commandOf(command, 'auto')).toEqual({ askMode, quoteOnly });
  },
);
