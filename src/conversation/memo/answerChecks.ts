/** The local check of an answer as sentences for a memo. They never say that an answer is right. */
import type { CitationCheck } from '../citationCheckResult.ts';
import { oneLine, shorten } from '../display.ts';

/** Authorities that are named. */
const MAX_NAMED = 10;

/** `check`: undefined if the answer was not checked. `quotesOnly`: the answer contains no sentences of its own. */
export function answerChecks(check: CitationCheck | undefined, quotesOnly: boolean): string[] {
  if (!check) return ['The answer was not compared with its sources.'];
  const { marks, authorities, quotations, sentences, unclearSources } = check;
  const unclear = unclearSources.length;
  return [
    marks.length === 0
      ? 'Every citation has a source.'
      : `Citations without a source: ${marks.map((mark) => `[${mark}]`).join(', ')}.`,
    ...(authorities.length === 0 ? [] : [`Not found in the listed sources: ${named(authorities)}.`]),
    ...(quotations.length === 0 ? [] : [`Quotations not found in the listed sources: ${quotations.length}.`]),
    ...(quotesOnly ? [] : [figures(sentences.length)]),
    ...(unclear === 0 ? [] : [`Sources that show too little text to compare: ${unclear}.`]),
  ];
}

function figures(open: number): string {
  return open === 0
    ? 'No figure, date or section was found that is not in the listed sources.'
    : `Sentences with a figure, date or section that was not found in the listed sources: ${open}.`;
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map((name) => shorten(oneLine(name), 60));
  return names.length > MAX_NAMED ? `${shown.join(', ')} and ${names.length - MAX_NAMED} more` : shown.join(', ');
}
