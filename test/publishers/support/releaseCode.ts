/** The pages of the Office of the Law Revision Counsel for one title, as a played server has them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeZip } from '../../service/documents/support/makeOffice.ts';
import type { PlayedPublishers } from './playPublishers.ts';
import { FIXTURES } from './readLaw.ts';

const FILES = 'uscode.house.gov/download';

/** §§ 179 and 6055 of title 26. */
export const CODE = readFileSync(join(FIXTURES, 'usc26@119-100.two.xml'), 'utf8');

/** Puts a release point on the publisher's page. */
export function releaseCode(
  played: PlayedPublishers,
  { law, date, xml }: { readonly law: string; readonly date: string; readonly xml: string },
): void {
  const body = `<h3>Public Law 119-${law} (${date})</h3><a href="xml_uscAll@119-${law}.zip">All</a>`;
  played.on(`${FILES}/download.shtml`, { body });
  const file = `${FILES}/releasepoints/us/pl/119/${law}/xml_usc26@119-${law}.zip`;
  played.on(file, { body: makeZip({ 'usc26.xml': xml }) });
}
