/** Conversation -> documents: Markdown, HTML, CSV of sources, JSON, memo. Pure; text that we did not write is escaped. */

import { activeBranch } from './branches.ts';
import { toContent } from './context.ts';
import { type Conversation, conversationSchema, type StoredSource, type Turn } from './conversation.ts';
import { hasLines, isoTime, locationLabel } from './display.ts';
import { csvField, escapeHtml, escapeMarkdown } from './escape.ts';
import { outgoingMarkdown } from './outgoingMarkdown.ts';

/** What one answer looks like in a document: its text, then the numbered sources that its `[n]` marks refer to. */
export function answerMarkdown(turn: Turn): string {
  return joined([outgoingMarkdown(turn.answer.text.trim()), stateNote(turn), sourceList(turn.answer.sources)]);
}

/** The same without Markdown's own marks, for a mail or a form field. */
export function answerPlain(turn: Turn): string {
  const text = turn.answer.text
    .replace(/^```.*$/gm, '')
    .replace(/^#{1,6} {1,9}/gm, '')
    .replace(/(\*\*|__)(?=\S)([^\n]{1,1000}?)(?<=\S)\1/g, '$2')
    .replace(/^([ \t]*)[*+-] +/gm, '$1- ')
    .replace(/^> ?/gm, '')
    .replace(
      /!?\[([^[\]\n]{0,500})\]\(([^\s()]{1,2000})(?: "[^"\n]{0,500}")?\)/g,
      (_all, label: string, address: string) => `${label} (${address})`,
    )
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const sources = turn.answer.sources.map((source, index) => `[${index + 1}] ${citation(source)}`).join('\n');
  return joined([text, stateNote(turn), sources]);
}

/** One source as a line of plain text. Of a document's path only its name: the folders above it are nobody else's business. */
export function citation(source: StoredSource): string {
  const where = source.location ? locationLabel(source.location) : source.url;
  const parts = [source.title, source.section, source.date && `as of ${source.date}`, where];
  return parts
    .filter((part) => part !== undefined && part !== null && part !== '')
    .map((part) => oneLine(String(part)))
    .join(', ');
}

/** A memo of one answer. What only its author can know is left as a line to fill in; nothing is invented. */
export function memo(conversation: Conversation, turn: Turn): string {
  const { question, answer } = turn;
  const facts = question.selections.map(
    (selection) =>
      `From ${escapeMarkdown(selection.label)}, lines ${selection.startLine}-${selection.endLine}:\n\n${quote(selection.text)}`,
  );
  const law = answer.sources.map((source, index) => {
    const snippet = source.snippet ? `\n\n${indent(quote(source.snippet))}` : '';
    return `${index + 1}. ${escapeMarkdown(citation(source))}${snippet}`;
  });
  return joined([
    `# ${escapeMarkdown(oneLine(conversation.title || 'Research memo'))}`,
    `Date: ${day(turn.askedAt)}`,
    '## Issue',
    escapeMarkdown(question.text.trim()),
    '## Facts',
    facts.length > 0 ? facts.join('\n\n') : '*To be stated by the author.*',
    '## Law',
    law.length > 0 ? law.join('\n\n') : '*The answer names no sources.*',
    '## Analysis',
    outgoingMarkdown(answer.text.trim()) || '*No answer was received.*',
    stateNote(turn),
    '## Conclusion',
    '*To be drawn by the author.*',
    '## Sources',
    sourceList(answer.sources) || '*None.*',
    provenance(turn),
  ]);
}

export function conversationMarkdown(conversation: Conversation): string {
  return joined([
    `# ${escapeMarkdown(oneLine(conversation.title || 'Conversation'))}`,
    ...activeBranch(conversation).flatMap((turn, index) => [
      `## Question ${index + 1}`,
      outgoingMarkdown(toContent(turn.question)),
      '### Answer',
      answerMarkdown(turn) || '*No answer was received.*',
      provenance(turn),
    ]),
  ]);
}

/** A page of its own without scripts, images or links that load anything. Answers stand as they were written, escaped. */
export function conversationHtml(conversation: Conversation): string {
  const title = escapeHtml(oneLine(conversation.title || 'Conversation'));
  const turns = activeBranch(conversation).map((turn, index) => {
    const sources = turn.answer.sources.map((source) => `<li>${htmlCitation(source)}</li>`).join('\n');
    return `<section>
<h2>Question ${index + 1}</h2>
<pre>${escapeHtml(toContent(turn.question))}</pre>
<h3>Answer</h3>
<pre>${escapeHtml(turn.answer.text.trim())}</pre>
${sources === '' ? '' : `<h3>Sources</h3>\n<ol>\n${sources}\n</ol>`}
<p><small>${escapeHtml(provenanceText(turn))}</small></p>
</section>`;
  });
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>body{max-width:48em;margin:2em auto;padding:0 1em;font-family:sans-serif}pre{white-space:pre-wrap;font:inherit}</style>
</head>
<body>
<h1>${title}</h1>
${turns.join('\n')}
</body>
</html>
`;
}

/** The sources of the shown branch, one a row. Fields that a spreadsheet would run as a formula are made text. */
export function sourcesCsv(conversation: Conversation): string {
  const head = ['question', 'number', 'title', 'section', 'date', 'kind', 'url', 'path', 'line', 'review'];
  const rows = activeBranch(conversation).flatMap((turn, question) =>
    turn.answer.sources.map((source, index) => [
      String(question + 1),
      String(index + 1),
      source.title,
      source.section ?? '',
      source.date ?? '',
      source.kind ?? '',
      source.url ?? '',
      source.location?.path ?? '',
      source.location && hasLines(source.location.path) ? String(source.location.line) : '',
      source.review,
    ]),
  );
  return `${[head, ...rows].map((row) => row.map(csvField).join(',')).join('\r\n')}\r\n`;
}

/** The whole conversation with every branch; `parseConversation` reads it again. */
export function conversationJson(conversation: Conversation): string {
  return `${JSON.stringify({ format: 'fiscal-conversation', ...conversation }, null, 2)}\n`;
}

/** Reads an exported conversation; null when the text is none. It gets a new id, so that an import replaces nothing. */
export function parseConversation(text: string, newId: string): Conversation | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = conversationSchema.safeParse(value);
  if (!parsed.success) return null;
  return { ...parsed.data, id: newId, pinned: false, turns: parsed.data.turns.map(asImported) };
}

/**
 * What a file says about the past is not proof that text was sent from here before. A stricter guard mode stays in effect. Only
 * web addresses are kept, because others could open a file or an app.
 */
function asImported({ guard, ...turn }: Turn): Turn {
  const sources = turn.answer.sources.map((source) => ({
    ...source,
    url: isWebAddress(source.url) ? source.url : null,
  }));
  const stricter = guard === 'replace' || guard === 'block';
  return { ...turn, ...(stricter && { guard }), answer: { ...turn.answer, sources } };
}

function sourceList(sources: readonly StoredSource[]): string {
  return sources
    .map((source, index) => {
      const text = escapeMarkdown(citation({ ...source, url: source.location ? source.url : null }));
      const link = isWebAddress(source.url) ? ` <${encodeAddress(source.url)}>` : '';
      return `${index + 1}. ${text}${link}`;
    })
    .join('\n');
}

function htmlCitation(source: StoredSource): string {
  const text = escapeHtml(citation(source));
  return !isWebAddress(source.url)
    ? text
    : `${text} <a rel="noreferrer noopener" href="${escapeHtml(encodeAddress(source.url))}">${escapeHtml(source.url)}</a>`;
}

function isWebAddress(address: string | null): address is string {
  return address !== null && /^https?:\/\//i.test(address) && URL.canParse(address);
}

function encodeAddress(address: string): string {
  return address.replace(/[\s<>"]/g, (character) => encodeURIComponent(character));
}

/** Marks an answer that is not whole. */
function stateNote(turn: Turn): string {
  const notes: Partial<Record<Turn['answer']['state'], string>> = {
    stopped: '*This answer was stopped before it was whole.*',
    truncated: '*This answer is incomplete.*',
    failed: '*This answer failed before it was whole.*',
    interrupted: '*This answer was interrupted before it was whole.*',
    waiting: '*This answer is still under way.*',
    streaming: '*This answer is still under way.*',
  };
  return notes[turn.answer.state] ?? '';
}

function provenance(turn: Turn): string {
  return `*${escapeMarkdown(provenanceText(turn))}*`;
}

function provenanceText(turn: Turn): string {
  const library = turn.model
    ? `the built-in library with the language model ${turn.model.name} (${turn.model.provider})`
    : 'the built-in library, which quotes and does not reason';
  const service = turn.service === 'library' ? library : turn.service;
  const retention = turn.zeroRetention ? ', zero data retention asked for' : '';
  const { selectedMode } = turn.answer;
  const mode =
    selectedMode && selectedMode !== turn.askMode ? `${turn.askMode} (selected: ${selectedMode})` : turn.askMode;
  return `Asked ${day(turn.askedAt)} of ${service}, mode ${mode}${retention}. To be checked against the sources before use.`;
}

function day(time: number): string {
  return isoTime(time).slice(0, 10);
}

function quote(text: string): string {
  return text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${escapeMarkdown(line)}`)
    .join('\n');
}

function indent(text: string): string {
  return text.replace(/^/gm, '   ');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function joined(parts: readonly string[]): string {
  const text = parts.filter((part) => part.trim() !== '').join('\n\n');
  return text === '' ? '' : `${text}\n`;
}
