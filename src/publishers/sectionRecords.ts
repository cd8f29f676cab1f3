/** The sections of a version on disk, one JSON object a line. A title may have 50,000 of them, so they are apart from its manifest. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { codeOf } from '../files/fileErrors.ts';
import { type SectionRecord, sectionSchema } from './compareLaws.ts';

export const SECTIONS = 'sections.jsonl';

/** The sections of one piece of a file, as lines. */
export function sectionLines(sections: readonly SectionRecord[]): string {
  return sections.map((section) => `${JSON.stringify(section)}\n`).join('');
}

/** None if there is no such file. Throws if the file cannot be read, or if one of its lines is damaged. */
export async function readSections(path: string): Promise<SectionRecord[]> {
  const sections: SectionRecord[] = [];
  try {
    for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
      sections.push(sectionSchema.parse(JSON.parse(line)));
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  return sections;
}
