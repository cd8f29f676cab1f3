/** Passages of the library that fit a query, without an answer around them: for agents. */
import { plainQuestion } from '../../protocol/question.ts';
import type { FoundPassages, LibrarySearch } from '../../protocol/worker.ts';
import type { AnsweringLibrary } from '../index/answeringLibrary.ts';
import { passagesInOrder, search } from '../search/search.ts';
import type { RankedPassage } from '../search/searchResult.ts';
import { toSource } from './quotation.ts';

/** Documents of each lane that are considered with a filter, which leaves some of them out. */
const FILTERED_DOCUMENTS = 500;

export async function searchLibrary(library: AnsweringLibrary, request: LibrarySearch): Promise<FoundPassages> {
  const { passages, undated } = await findPassages(library, request);
  return { passages: passages.map((found) => toSource(found, found.passage)), undated };
}

interface Found {
  readonly passages: RankedPassage[];
  readonly undated: number;
}

/** Waits until the library is read, and reads found documents again that have changed since. */
export async function findPassages(library: AnsweringLibrary, request: LibrarySearch): Promise<Found> {
  await library.ready();
  try {
    const found = await find(library, request);
    const outdated = library.outdated(found.passages.map(({ document }) => document.path));
    if (outdated.length === 0) return found;
    await library.readAgain(outdated);
  } catch (error) {
    if (!(await library.repair(error))) throw error;
  }
  return find(library, request);
}

async function find(
  library: AnsweringLibrary,
  { query, limit, kind, path, dateFrom, dateTo }: LibrarySearch,
): Promise<Found> {
  const isFiltered = [kind, path, dateFrom, dateTo].some((filter) => filter !== undefined);
  const reader = await library.reader(new AbortController().signal);
  const result = await search(reader, plainQuestion(query), isFiltered ? { limit: FILTERED_DOCUMENTS } : {});
  const wanted = path?.toLowerCase();
  const fitting = passagesInOrder(result).filter(
    ({ document }) =>
      (kind === undefined || document.kind === kind) &&
      (wanted === undefined || document.path.toLowerCase().includes(wanted)),
  );
  const isDated = dateFrom !== undefined || dateTo !== undefined;
  return {
    passages: fitting.filter((found) => isWithin(dateOf(found), dateFrom, dateTo)).slice(0, limit),
    undated: isDated ? fitting.slice(0, limit).filter((found) => !isDate(dateOf(found))).length : 0,
  };
}

const dateOf = ({ document, passage }: RankedPassage): string | null =>
  passage.sectionDate === '' ? document.date : passage.sectionDate;

const isDate = (date: string | null): date is string => date !== null && /^\d{4}(?:-\d{2}){0,2}$/.test(date);

/** A date of a document may be a year or a month: it is within the range if one of its days is. */
export function isWithin(date: string | null, from: string | undefined, to: string | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  if (!isDate(date)) return false;
  const first = `${date}-01-01`.slice(0, 10);
  const last = date.length === 10 ? date : date.length === 7 ? `${date}-31` : `${date}-12-31`;
  return (from === undefined || last >= from) && (to === undefined || first <= to);
}
