/** Reads files of laws: those of publishers, and the lists of the sections of their versions. */
import { compareLaws, type SectionChange } from './compareLaws.ts';
import { type Converted, convert } from './convert.ts';
import type { Offer } from './publisher.ts';
import type { ChosenWork } from './publishers.ts';
import { readSections } from './sectionRecords.ts';

export interface LawReader {
  /** `folder` receives the folders `law` and `notes`, and the list of the sections. Throws PublisherError for a file that is not whole. */
  convert(chosen: ChosenWork, offer: Offer, source: string, folder: string, signal: AbortSignal): Promise<Converted>;
  /** The changes between two lists of sections. Null if the older one has another number of sections than `count` or is damaged. */
  compare(older: string, count: number, newer: string): Promise<SectionChange[] | null>;
}

/** Reads in the thread of the caller. */
export const lawReader: LawReader = {
  convert,
  async compare(older, count, newer) {
    const sections = await readSections(older).catch(() => null);
    return sections?.length === count ? compareLaws(sections, await readSections(newer)) : null;
  },
};
