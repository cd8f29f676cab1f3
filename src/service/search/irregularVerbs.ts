import { parseLinesOfWords } from './parseWordList.ts';
import { stem } from './stem.ts';
import { readWordList } from './wordLists.ts';

let verbs: ReadonlyMap<string, readonly string[]> | null = null;

/** All forms of the irregular verb that a word is a form of: "kept" and "keep" for "keeping". Empty for other words. */
export function formsOfVerb(word: string): readonly string[] {
  verbs ??= new Map(
    parseLinesOfWords(readWordList('irregularVerbs')).flatMap((forms) => forms.map((form) => [stem(form), forms])),
  );
  return verbs.get(stem(word)) ?? [];
}
