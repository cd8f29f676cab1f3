/** Writes the text of a law as files of the library, and the notes beside them, while the XML is read. */
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordOf, type SectionRecord } from './compareLaws.ts';
import type { LawHeader, LawSection } from './law.ts';
import { type LawFacts, notesFile, sectionFile, wholeLawFile } from './lawFile.ts';
import { versionName } from './manifest.ts';
import type { Offer, State } from './publisher.ts';
import type { ChosenWork } from './publishers.ts';
import { SECTIONS, sectionLines } from './sectionRecords.ts';
import { readSource } from './sourceText.ts';

export interface Converted extends State {
  readonly header: LawHeader;
  /** How many there are. */
  readonly sections: number;
}

/** See `LawReader`. */
export async function convert(
  chosen: ChosenWork,
  offer: Offer,
  source: string,
  folder: string,
  signal: AbortSignal,
): Promise<Converted> {
  const { publisher, work } = chosen;
  const law = join(folder, 'law');
  const notes = join(folder, 'notes');
  await mkdir(law, { recursive: true });
  await mkdir(notes, { recursive: true });
  const names = createNames();
  const list = await open(join(folder, SECTIONS), 'w');
  let count = 0;
  const whole: LawSection[] = [];
  let waiting: LawSection[] = [];
  const factsOf = (state: State, section: LawSection | null, title: string, abbreviation: string): LawFacts => ({
    title,
    date: versionName(state),
    jurisdiction: publisher.jurisdiction,
    abbreviation,
    url: publisher.urlOf(work, section),
  });

  async function write(): Promise<void> {
    const sections = waiting;
    waiting = [];
    const records: SectionRecord[] = [];
    for (const section of sections) {
      const title = publisher.titleOf(work, section);
      if (publisher.wholeLaw) {
        whole.push(section);
        if (section.label !== '') records.push(recordOf(section, title, `${work.id}.md`));
        continue;
      }
      const file = `${names(section.number || section.id.replace(/^.*\/t\d+[a-z]?\//i, ''))}.md`;
      if (section.notes.length > 0) await writeFile(join(notes, file), notesFile(section, title));
      // Notes between sections are no law.
      if (section.number === '' && section.lines.length === 0) continue;
      const state = publisher.state(offer, NO_HEADER);
      await writeFile(join(law, file), sectionFile(section, factsOf(state, section, title, ''), publisher.headings));
      if (section.number !== '') records.push(recordOf(section, title, file));
    }
    count += records.length;
    await list.appendFile(sectionLines(records));
  }
  /** The files of a piece are written before the next piece is read, so that sections do not wait in memory. */
  async function* pieces(): AsyncGenerator<string, void, void> {
    for await (const piece of readSource(source)) {
      signal.throwIfAborted();
      yield piece;
      await write();
    }
  }

  let header: LawHeader;
  try {
    header = await publisher.read(work, pieces(), (section) => void waiting.push(section));
    await write();
  } finally {
    await list.close();
  }
  const state = publisher.state(offer, header);
  if (publisher.wholeLaw) {
    const facts = factsOf(state, null, `${header.title} (${header.abbreviation})`, header.abbreviation);
    await writeFile(join(law, `${work.id}.md`), wholeLawFile(whole, facts, publisher.headings, header.statements));
  }
  return { ...state, header, sections: count };
}

const NO_HEADER: LawHeader = { title: '', abbreviation: '', release: '', statements: [] };

/** Names of files that are different also where case does not count. */
function createNames(): (wanted: string) => string {
  const used = new Set<string>();
  return (wanted) => {
    const base =
      wanted
        .replace(/[^\w.()-]+/g, '_')
        .replace(/^[.]+/, '_')
        .slice(0, 80) || 'section';
    let name = base;
    for (let number = 2; used.has(name.toLowerCase()); number += 1) name = `${base}_${number}`;
    used.add(name.toLowerCase());
    return name;
  };
}
