/** Quotations -> the Markdown of an answer. */

import { formatOf } from '../documents/formats.ts';
import type { LibraryIndex } from '../index/libraryIndex.ts';
import { createPassageScorer } from '../search/scorePassages.ts';
import { hasSynonyms } from '../search/synonyms.ts';
import type { Gathered } from './gather.ts';
import { pinpoint, type Quotation, shortName } from './quotation.ts';

/** Said in every answer: what this service is not. */
const PLAINLY = 'These are quotations from your documents; the library does not reason, compute or advise.';

export function compose(library: LibraryIndex, gathered: Gathered): string {
  const { quotations } = gathered;
  const parts = [lead(gathered)];
  let role = '';
  for (const [at, quotation] of quotations.entries()) {
    const heading = quotation.via === null ? quotation.role : 'Followed references';
    if (heading !== role) parts.push(`### ${heading}`);
    role = heading;
    parts.push(`${caption(quotation)}\n\n${block(quotation, at + 1)}`);
  }
  parts.push(`### What the library does not say\n\n${silence(library, gathered).join('\n')}`);
  return parts.join('\n\n');
}

/** The answer when nothing fits: names what is closest without citing it. */
export function composeNothing(gathered: Gathered, documents: number): string {
  const closest = gathered.result.documents.slice(0, 2).map((document) => `“${plain(document.title)}”`);
  const held = gathered.result.missingAuthorities.map((citation) => citation.text);
  return [
    `Nothing in the library fits this question well, so nothing is quoted. ${documents.toLocaleString('en-US')} documents were searched.`,
    held.length === 0 ? '' : `Not in the library: ${held.join(', ')}.`,
    closest.length === 0
      ? ''
      : `The closest by its words, and probably about something else: ${closest.join(' and ')}.`,
    'You can ask with the words that your documents use, name a section or topic number, or add documents to the library.',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function lead({ quotations, relevance }: Gathered): string {
  const first = quotations[0];
  if (!first) return PLAINLY;
  const documents = new Set(quotations.map((quotation) => quotation.source.path)).size;
  const where = `${plain(shortName(first.found))}${pinpoint(first.found, first.source.snippet)}`;
  const count = `${quotations.length} ${quotations.length === 1 ? 'passage' : 'passages'} from ${documents} ${documents === 1 ? 'document' : 'documents'}`;
  const how =
    relevance === 'good'
      ? `The library speaks to this in ${count}; the closest is ${where} [1].`
      : `The library touches on this, and may not answer it: ${count}, the closest is ${where} [1].`;
  return `${how} ${PLAINLY}`;
}

function caption({ found, source, via }: Quotation): string {
  const pin = pinpoint(found, source.snippet);
  const date = source.date === undefined ? '' : ` · text as of ${plain(source.date)}`;
  const how = via === null ? '' : ` · ${plain(via)}`;
  return `**${plain(source.title)}**${pin === '' ? '' : ` ${pin}`}${date}${how}`;
}

/** Each line as it stands, behind the mark of a quotation; code and tables in a fence, where nothing is taken for Markdown. */
function block({ source }: Quotation, number: number): string {
  const format = formatOf(source.path);
  const fenced = format === 'code' || format === 'csv';
  const lines = source.snippet.split('\n').map((line) => `> ${line}`.trimEnd());
  if (!fenced && !/^\s*(?:\||```|~~~)/m.test(source.snippet)) return `${lines.join('\n')} [${number}]`;
  const fence = '`'.repeat(Math.max(3, ...Array.from(source.snippet.matchAll(/`+/g), (run) => run[0].length + 1)));
  const body = fenced ? [`> ${fence}`, ...lines, `> ${fence}`] : lines;
  return `${body.join('\n')}\n>\n> [${number}]`;
}

function silence(library: LibraryIndex, { result, quotations }: Gathered): string[] {
  const lines: string[] = [];
  for (const citation of result.missingAuthorities) {
    const base = quotations.some((quotation) => quotation.found.document.authority === citation.base);
    lines.push(
      `- ${plain(citation.text)} is not in the library${base && citation.base !== citation.key ? `; ${/^\d/.test(citation.base) ? '§ ' : ''}${citation.base.toUpperCase()}, on which it rests, is` : ''}.`,
    );
  }
  const scorer = createPassageScorer(library.database(), { ...result.query, added: [] });
  const missing = result.query.terms
    .filter((term) => term.weight === 1 && !/^\d+$/.test(term.word) && !hasSynonyms(term.stem))
    .filter(
      (term) =>
        !quotations.some(({ source }) =>
          scorer.contains(term.stem, `${source.title} ${source.section ?? ''} ${source.snippet}`),
        ),
    )
    .map((term) => term.word);
  if (missing.length > 0)
    lines.push(
      `- No quoted passage uses the ${missing.length === 1 ? 'word' : 'words'}: ${missing.slice(0, 8).join(', ')}.`,
    );
  const dates = [...new Set(quotations.map(({ source }) => source.date ?? null))];
  if (dates.every((date) => date === null)) {
    lines.push(
      '- The quoted documents do not say to which date they speak: check amounts and dates against the current text.',
    );
  } else {
    lines.push(
      `- Amounts and dates are those of the quoted text (${dates.map((date) => date ?? 'undated').join(', ')}); later changes are not in it.`,
    );
  }
  return lines;
}

/** Titles come from documents: nothing in them is taken for Markdown. */
function plain(text: string): string {
  return text
    .replace(/[\\`*_[\]<>#|~]/g, '\\$&')
    .replace(/\s+/g, ' ')
    .trim();
}
