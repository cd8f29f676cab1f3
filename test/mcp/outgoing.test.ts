import { expect, it } from 'vitest';
import { createMcpGuard } from '../../src/mcp/mcpGuard.ts';
import { outgoing, outgoingText } from '../../src/mcp/outgoing.ts';

const HIDDEN = '123\u200b-45-\u{e0041}6789';

it('an identifier with hidden characters becomes a placeholder, in a text and in each text of a value', () => {
  const guard = createMcpGuard('replace', []);
  expect(outgoingText(guard, `The SSN is ${HIDDEN}.\u202e`)).toBe('The SSN is [SSN-1].[U+202E]');
  const value = { title: `Loan of ${HIDDEN}`, sources: [{ line: 3, place: HIDDEN }] };
  expect(outgoing(guard, value)).toEqual({ title: 'Loan of [SSN-1]', sources: [{ line: 3, place: '[SSN-1]' }] });
});

it('an identifier at the place where a long result is cut becomes a placeholder before the cut', () => {
  const result = outgoingText(createMcpGuard('replace', []), `${'x'.repeat(59_994)} ${HIDDEN}`);
  expect(result).toMatch(/x \[SSN-\n\(The result was shortened\.\)$/);
});

it('a result with an identifier with hidden characters is withheld if identifiers are blocked', () => {
  expect(() => outgoingText(createMcpGuard('block', []), HIDDEN)).toThrow('contains client identifiers');
});
