import { expect, it } from 'vitest';
import { isTooCommon } from '../../src/compliance/clientName.ts';

it.each(['not', 'Unless', 'SECTION', '179', '§ 179', 'Jo', '3M', ' ', 'the Company', 'tax year 2025'])(
  'the name %j of a client is refused, because it would change what is asked',
  (name) => expect(isTooCommon(name)).toBe(true),
);

it.each(['Roe', 'Acme', 'Trust Company of Boston', 'Nothing Bundt', '花王', 'Müller', 'Larkspur 2025'])(
  'the name %j of a client is used',
  (name) => expect(isTooCommon(name)).toBe(false),
);
