/** What a check of citations says at its end: what was checked, and what needs attention. */
import type * as Vscode from 'vscode';
import { citationName } from '../../authority/citationName.ts';
import { formatNumber } from '../../conversation/documentLanguage.ts';
import type { FileCheck, FileFinding } from './checkFile.ts';

/** Problems that are named. *Show Problems* lists all. */
const MAX_NAMED = 3;

export function checkedSentence(
  { l10n, env }: Pick<typeof Vscode, 'l10n' | 'env'>,
  { findings, citations, quotations, constants }: Omit<FileCheck, 'isWhole'>,
): string {
  if (citations === 0) return l10n.t('No citations were found in this file.');
  const cited = citations === 1 ? l10n.t('1 citation') : l10n.t('{0} citations', formatNumber(citations, env));
  const quoted = quotations === 1 ? l10n.t('1 quotation') : l10n.t('{0} quotations', formatNumber(quotations, env));
  const numbers = constants === 1 ? l10n.t('1 constant') : l10n.t('{0} constants', formatNumber(constants, env));
  const others = [...(quotations === 0 ? [] : [quoted]), ...(constants === 0 ? [] : [numbers])];
  const first = others.length === 2 ? `${cited}, ${others[0]}` : cited;
  const checked = others.length === 0 ? cited : l10n.t('{0} and {1}', first, others.at(-1) ?? '');
  if (findings.length === 0) {
    if (others.length > 0)
      return l10n.t('{0} checked: the library contains them. Other text was not compared.', checked);
    return citations === 1
      ? l10n.t('{0} checked: the library contains it. What the file says about it was not compared.', checked)
      : l10n.t('{0} checked: the library contains them. What the file says about them was not compared.', checked);
  }
  const isMissing = ({ type }: FileFinding) => type === 'notInLibrary' || type === 'paragraphNotInLibrary';
  // A quotation that differs is an error; an authority may be right and only not be in this library.
  const problems = findings
    .toSorted((one, other) => Number(isMissing(one)) - Number(isMissing(other)))
    .map((finding) =>
      isMissing(finding)
        ? l10n.t('{0} is not in the library', citationName(finding.citation))
        : finding.type === 'constant'
          ? l10n.t('{0} is not in {1}', finding.written, citationName(finding.citation))
          : l10n.t('a quotation from {0} differs', citationName(finding.citation)),
    );
  const different = [...new Set(problems)];
  const named = different.slice(0, MAX_NAMED).join('; ');
  const more = different.length - MAX_NAMED;
  const names = more > 0 ? l10n.t('{0}; and {1} more', named, formatNumber(more, env)) : named;
  return findings.length === 1
    ? l10n.t('{0} checked, 1 needs attention: {1}.', checked, names)
    : l10n.t('{0} checked, {1} need attention: {2}.', checked, formatNumber(findings.length, env), names);
}
