/** Two versions of a title of the Code with many sections, made of sections of real files. Each is an archive as the publisher has it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIXTURES } from '../../test/publishers/support/readLaw.ts';
import { makeZip } from '../../test/service/documents/support/makeOffice.ts';

/** One section of this number has a text that differs between the versions. */
export const CHANGED = 20;

const SMALL = ['usc24@117-80.cut.xml', ['6', '6a', '13']] as const;
/** Long sections: one of each among 40, so that §§ 2, 179 and 6055 have their own text. */
const LONG = new Map([
  [2, sectionsOf('usc26@119-73.s2.xml', ['2'])[0]],
  [179 % 40, sectionsOf('usc26@119-100.two.xml', ['179'])[0]],
  [6055 % 40, sectionsOf('usc26@119-100.two.xml', ['6055'])[0]],
]);

/** About 5 kB of XML for each section. `unpacked` is the number of bytes of the XML. */
export function makeTitle(sections: number, version: 1 | 2): { readonly archive: Buffer; readonly unpacked: number } {
  const small = sectionsOf(...SMALL);
  const written: string[] = [];
  for (let number = 1; number <= sections; number += 1) {
    const base = LONG.get(number % 40) ?? small[number % small.length] ?? '';
    const amount = version === 2 && number % CHANGED === 0 ? number + 1_000_000 : number;
    written.push(
      base
        .replace(/(<section [^>]*identifier="\/us\/usc\/)t\d+\/s\w+"/, `$1t26/s${number}"`)
        .replace(/<num value="\w+">[^<]*<\/num>/, `<num value="${number}">§ ${number}.</num>`)
        .replace('</heading>', `</heading><chapeau>The amount of case ${number} is $${amount}.</chapeau>`),
    );
  }
  const head = `<uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0" xmlns:html="http://www.w3.org/1999/xhtml"><meta><docNumber>26</docNumber><docPublicationName>Online@119-${version}</docPublicationName></meta><main><title identifier="/us/usc/t26"><num value="26">Title 26</num><heading>CODE</heading>`;
  const xml = Buffer.from(`${head}${written.join('\n')}</title></main></uscDoc>`);
  return { archive: makeZip({ 'usc26.xml': xml }), unpacked: xml.length };
}

function sectionsOf(file: string, numbers: readonly string[]): string[] {
  const xml = readFileSync(join(FIXTURES, file), 'utf8');
  return numbers.map((number) => {
    const from = xml.search(new RegExp(`<section [^>]*identifier="/us/usc/t\\d+/s${number}"`));
    const next = xml.indexOf('\n<section ', from + 1);
    const own = xml.slice(from, next === -1 ? undefined : next);
    return own.slice(0, own.lastIndexOf('</section>') + '</section>'.length);
  });
}
