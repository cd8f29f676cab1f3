import { expect, it } from 'vitest';
import { withoutIcons } from '../../../src/extension/common/withoutIcons.ts';

/** How VS Code reads a label: each icon as a dot. */
const shown = (label: string) =>
  label.replace(/(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/g, (_all, escaped, name) => (escaped ? `$(${name})` : '•'));

it('no text from outside shows an icon in a label, and every amount stays', () => {
  for (const text of [
    '$(check) Approved',
    'loss of $(500), $(1,000) or $5',
    '$(sync~spin)',
    '$$(x)',
    '$(a$(b)',
    '§ 179 $( )',
  ]) {
    expect(shown(withoutIcons(text))).toBe(text);
  }
  expect(shown('$(check) Approved')).toBe('• Approved');
});
