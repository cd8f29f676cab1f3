import { expect, it } from 'vitest';
import { mostRequests } from '../../src/protocol/modelRequests.ts';

it.each([
  ['tax_research_fast_research', 'exceptFast', 3],
  ['tax_research_normal', 'deep', 4],
  ['tax_research_normal', 'exceptFast', 5],
  ['tax_research_deep_research', 'off', 6],
  ['tax_research_deep_research', 'deep', 7],
  ['audit_research', 'deep', 17],
] as const)('%s with the second reading “%s” takes at most %i requests', (mode, setting, most) => {
  expect(mostRequests(mode, [], setting)).toBe(most);
});

it('the mode auto takes as many requests as the largest mode that it may choose', () => {
  expect(mostRequests('auto', [], 'deep')).toBe(17);
  expect(mostRequests('auto', ['tax_research_fast_research', 'tax_research_normal'], 'deep')).toBe(4);
});
