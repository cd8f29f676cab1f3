/** Words that are not searched for. */
import { parseWords } from './parseWordList.ts';
import { readWordList } from './wordLists.ts';

/** Words that say nothing about the subject of a question. */
export const STOP_WORDS: ReadonlySet<string> = new Set(parseWords(readWordList('stopWords')).entries);

/** Words that say what to do with a selected text. They are left out of a question about a selection only. */
export const INSTRUCTION_WORDS: ReadonlySet<string> = new Set(parseWords(readWordList('instructionWords')).entries);
