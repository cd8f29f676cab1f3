import { expect, it } from 'vitest';
import { correspondentsHeading, namesOfCorrespondents } from '../../../src/service/documents/mail/correspondents.ts';

it.each([
  ['Ottoline Baird <o@kestrel.example>', 'Dov Ferris <dov@kestrel.example>', 'From Ottoline Baird to Dov Ferris'],
  ['A B <a@b.example>', 'C D <c@d.example>, E F <e@f.example>', 'From A B to C D, E F'],
  ['a@b.example', 'c@d.example', 'From a@b.example to c@d.example'],
  ['A B <a@b.example>', '', 'From A B'],
])('the heading of a message from %s to %s is shown with the names alone', (from, to, shown) => {
  for (const date of ['Thu, 26 Jun 2025 13:14:00 -0700', '26 Jun 2025 13:14 GMT', ''])
    expect(namesOfCorrespondents(correspondentsHeading({ from, to, date }))).toBe(shown);
});

it('other headings stay as they are', () => {
  for (const heading of ['Attachment missing.csv', 'From January 1, 2025 to March 31, 2025', '5 < 6'])
    expect(namesOfCorrespondents(heading)).toBe(heading);
});
