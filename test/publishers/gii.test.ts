import { expect, it } from 'vitest';
import { readGii } from '../../src/publishers/formats/gii.ts';
import type { LawSection } from '../../src/publishers/law.ts';

/** The only section of a law. */
async function sectionOf(label: string, heading: string, text: string): Promise<LawSection | undefined> {
  const sections: LawSection[] = [];
  const law = `<dokumente builddate="20260101000000"><norm doknr="N1"><metadaten><jurabk>UStG</jurabk><enbez>${label}</enbez><titel>${heading}</titel></metadaten><textdaten><text><Content><P>${text}</P></Content></text></textdaten></norm></dokumente>`;
  await readGii([law], (section) => void sections.push(section));
  return sections[0];
}

it.each([
  ['by its title', '§ 7', '(weggefallen)', '-'],
  ['by its text, if it has no title', '§ 7', '', '(weggefallen)'],
  ['by its label', '(XXXX) § 7', 'Ort der Lieferung', 'Der Ort der Lieferung ist im Inland.'],
])('a section of a German law that was repealed is known %s', async (_, label, heading, text) => {
  expect((await sectionOf(label, heading, text))?.status).toBe('repealed');
});

it('a section of a German law in whose text a paragraph was repealed is in force', async () => {
  expect((await sectionOf('§ 7', 'Ort der Lieferung', '(weggefallen)'))?.status).toBe('');
  expect((await sectionOf('§ 7', '', 'Absatz 2 (weggefallen)'))?.status).toBe('');
});
