/** The local check of an answer as sentences for a memo. They never say that an answer is right. */
import type { CitationCheck, ComparedAnswer } from '../../check/checkResult.ts';
import { oneLine, shorten } from '../display.ts';
import { type DocumentLanguage, formatNumber } from '../documentLanguage.ts';

/** Authorities that are named. */
const MAX_NAMED = 10;

/** `check`: undefined if the answer was not checked. `quotesOnly`: the answer contains no sentences of its own. */
export function answerChecks(check: CitationCheck | undefined, quotesOnly: boolean, l10n: DocumentLanguage): string[] {
  if (!check) return [l10n.t('The answer was not compared with its sources.')];
  const { marks, authorities, quotations, sentences, unclearSources, compared } = check;
  const count = (list: readonly unknown[]) => formatNumber(list.length, l10n);
  return [
    ...(compared === null ? [] : [comparedIn(compared, l10n)]),
    ...(marks.length === 0
      ? []
      : [l10n.t('Citations without a source: {0}.', marks.map((mark) => `[${mark}]`).join(', '))]),
    ...(authorities.length === 0 ? [] : [l10n.t('Not found in the listed sources: {0}.', named(authorities, l10n))]),
    ...(quotations.length === 0 ? [] : [l10n.t('Quotations not found in the listed sources: {0}.', count(quotations))]),
    ...(quotesOnly || sentences.length === 0 ? [] : [l10n.t('Sentences to review: {0}.', count(sentences))]),
    ...(unclearSources.length === 0
      ? []
      : [l10n.t('Sources that show too little text to compare: {0}.', count(unclearSources))]),
  ];
}

function comparedIn({ amounts, dates, sections, quotations, without }: ComparedAnswer, l10n: DocumentLanguage): string {
  const number = (count: number) => formatNumber(count, l10n);
  return l10n.t(
    'Found in the listed sources: amounts: {0}, dates: {1}, sections: {2}, quotations: {3}. Sentences with nothing that can be compared: {4}.',
    ...[amounts, dates, sections, quotations, without].map(number),
  );
}

function named(names: readonly string[], l10n: DocumentLanguage): string {
  const shown = names
    .slice(0, MAX_NAMED)
    .map((name) => shorten(oneLine(name), 60))
    .join(', ');
  return names.length > MAX_NAMED ? l10n.t('{0} and {1} more', shown, names.length - MAX_NAMED) : shown;
}
