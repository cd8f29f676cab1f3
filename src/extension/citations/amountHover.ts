/** What the hover over an amount shows: the passages of other documents of the library that state it. */
import type * as Vscode from 'vscode';
import type { Quantity } from '../../check/atom.ts';
import { evidenceOf } from '../../check/evidence.ts';
import { normalise } from '../../check/normalise.ts';
import { readAtoms } from '../../check/readAtoms.ts';
import { statesQuantity } from '../../check/valuesInSource.ts';
import { citationParts } from '../../conversation/citation.ts';
import { escapeHidden, hasFileLineNumbers, shorten } from '../../conversation/display.ts';
import { literalParagraphs } from '../../conversation/escape.ts';
import type { LibraryConnection } from '../../libraryClient/libraryConnection.ts';
import type { Source } from '../../protocol/researchEvent.ts';
import { documentLanguage } from '../common/documentLanguage.ts';
import type { FileAmount } from './amountAt.ts';
import { literal } from './hoverContent.ts';

/** Passages that are searched for the amount, and those that are shown. */
const SEARCHED = 40;
const SHOWN = 2;
/** Characters of a passage that are shown. */
const MAX_SHOWN = 500;

type Api = Pick<typeof Vscode, 'MarkdownString' | 'Hover' | 'Uri' | 'l10n' | 'env'>;

/** Undefined if no other document of the library states the amount. */
export async function amountHover(
  vscode: Api,
  amount: FileAmount,
  library: Pick<LibraryConnection, 'search'>,
): Promise<Vscode.Hover | undefined> {
  const [wanted] = readAtoms(normalise(amount.written.replaceAll('_', '')).text).quantities;
  if (!wanted) return undefined;
  const query = `${amount.written.replaceAll('_', '')} ${amount.around}`;
  const sources = await library.search({ query, limit: SEARCHED });
  const stated = sources
    .filter(({ location }) => location !== undefined && location.path !== amount.path)
    .flatMap((source) => {
      const text = statementIn(source, wanted);
      return text === null ? [] : [passageText(vscode, source, text)];
    })
    .slice(0, SHOWN);
  if (stated.length === 0) return undefined;
  const title = vscode.l10n.t('Other documents of the library with {0}:', literal(amount.written));
  return new vscode.Hover([new vscode.MarkdownString([title, ...stated].join('\n\n'))], amount.range);
}

/** The paragraph of a passage that states the quantity. Null if none does. */
function statementIn({ title, snippet = '' }: Source, wanted: Quantity): string | null {
  if (!statesQuantity(evidenceOf(title, snippet), wanted)) return null;
  for (const unit of [/\n\s*\n/, /\n/]) {
    const own = snippet.split(unit).find((part) => statesQuantity(evidenceOf('', part), wanted));
    if (own !== undefined && own.length <= MAX_SHOWN) return own;
  }
  return snippet;
}

function passageText(vscode: Api, source: Source, text: string): string {
  const { Uri, l10n } = vscode;
  const named = citationParts({ ...source, review: 'unread' }, documentLanguage(vscode)).map(literal);
  const quoted = literalParagraphs(escapeHidden(shorten(text, MAX_SHOWN))).map((paragraph) => `> ${paragraph}`);
  const parts = [`**${named.join(' · ')}**`, quoted.join('\n>\n')];
  const { path = '', line = 1 } = source.location ?? {};
  // Other documents have no lines that a link can lead to.
  if (hasFileLineNumbers(path)) {
    const address = Uri.file(path)
      .with({ fragment: `L${line}` })
      .toString();
    parts.push(
      `[${l10n.t('Open')}](${address.replace(/[()]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)})`,
    );
  }
  return parts.join('\n\n');
}
