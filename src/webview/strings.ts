/**
 * Every word that the page says of itself. `{0}`, `{1}` stand for values. The host may pass VS Code's bundle of translations
 * (English text to translation) in the `data-strings` attribute of the document (panel/html.ts); what it lacks stays English.
 */
const english = {
  name: 'Fiscal',
  conversation: 'Conversation',
  you: 'Your question',
  answer: 'Answer',
  // Question box
  'box.label': 'Question',
  'box.placeholder': 'Ask about tax, accounting or audit',
  'box.placeholderFollow': 'Ask a follow-up',
  'box.send': 'Send question',
  'box.queue': 'Queue question',
  'box.stop': 'Stop answering',
  'box.preview': 'Preview what will be sent',
  'box.addSelection': "Add the editor's selection",
  'box.goesAlong': 'Goes along with the question',
  'box.remove': 'Remove {0}',
  'box.open': 'Open {0}',
  'box.outdated': 'changed since',
  'box.staleHint': 'The file has changed since this was selected. The text shown here is what is sent.',
  'box.quote': 'Quote from an answer',
  'box.quoteLabel': 'Quote',
  'box.refused': 'Not sent',
  'mode.label': 'Research mode: {0}',
  'mode.menu': 'Research mode',
  'mode.all': 'Show all modes',
  'mode.tax_research_fast_research': 'Fast research',
  'mode.tax_research_deep_research': 'Deep research',
  'mode.audit_research': 'Audit research',
  'mode.auto': 'Auto',
  'mode.tax_research_normal': 'Normal',
  'mode.hint.tax_research_fast_research': 'Fast, focused tax research',
  'mode.hint.tax_research_deep_research': 'Many steps, for complex or high-stakes questions',
  'mode.hint.audit_research': 'Accounting standards and audit compliance',
  'mode.hint.auto': 'The service chooses; billed by the mode it chose',
  'mode.hint.tax_research_normal': "Meant for the operator's own web application",
  'zdr.on': 'Zero retention: on',
  'zdr.off': 'Zero retention: off',
  'zdr.locked': 'Zero retention: on, required by a setting',
  'zdr.badge': 'Zero retention',
  'zdr.badgeHint': 'Asked with zero data retention, and never written to disk.',
  // Lines
  lines: '{0}:{1}-{2}',
  line: '{0}:{1}',
  // Turn
  'turn.label': 'Question {0} and its answer',
  'turn.along': 'Went along with the question',
  'turn.edit': 'Edit and ask again',
  'turn.editLabel': 'Edited question',
  'turn.askAgain': 'Ask again',
  'turn.cancel': 'Cancel',
  'turn.place': 'Version {0} of {1}',
  'turn.previous': 'Previous version',
  'turn.next': 'Next version',
  'turn.queued': 'Queued: is asked when the answer before it has ended',
  'turn.takeBack': 'Take back',
  'turn.notInHistory': 'Left out of later questions',
  'turn.include': 'Include',
  'turn.includeInContext': 'Goes along with later questions',
  'turn.leaveOut': 'Leave out',
  'state.waiting': 'Waiting for the first reply',
  'state.streaming': 'Answering',
  'state.elapsed': '{0}',
  'state.quiet': 'Nothing has arrived for {0}, since {1}',
  'state.stopped': 'You stopped this answer. What had arrived is kept.',
  'state.truncated': 'Cut off: the connection ended before the service said that the answer is whole.',
  'state.interrupted': 'Interrupted: the window was closed while this was being answered.',
  'state.failed': 'The answer could not be finished.',
  'state.reason': 'The service ended this answer with the reason “{0}”.',
  'retry.in': 'Trying again in {0} (attempt {1})',
  'retry.cancel': 'Cancel',
  // Steps
  'steps.one': '1 research step',
  'steps.many': '{0} research steps',
  'steps.took': '{0}, {1}',
  // Sources
  'sources.one': '1 source',
  'sources.many': '{0} sources',
  'sources.cited': '{0}, {1} cited',
  'sources.open': 'Open source {0}: {1}',
  'sources.copy': 'Copy citation of source {0}',
  'sources.listed': 'only listed',
  'sources.listedHint': 'The answer lists this source and does not cite it',
  'sources.more': '{0} more, listed and not cited',
  'review.label': 'Review of source {0}: {1}',
  'review.menu': 'Review',
  'review.unread': 'Unread',
  'review.opened': 'Opened',
  'review.reliedOn': 'Relied on',
  'review.rejected': 'Rejected',
  // Local check
  'check.one': 'Local check: 1 thing to look at',
  'check.many': 'Local check: {0} things to look at',
  'check.marks': 'Names no source: {0}',
  'check.authorities': 'Named in the text, not found in the sources given: {0}',
  'check.quotation': 'Quoted, not found in the sources given: “{0}”',
  'check.moreQuotations': '{0} more quotations, not found in the sources given',
  'check.andMore': '{0} and {1} more',
  'check.basis':
    'The text of the answer was compared with the titles, addresses and passages that came with it, not with the whole documents.',
  'check.nothing': 'Citations checked against the sources given',
  // Suggestions
  'suggestions.label': 'Follow-up questions',
  'suggestions.hint': 'Click to ask. Alt+click to edit first.',
  'suggestions.edit': 'Edit before asking: {0}',
  // Answer bar
  'bar.label': 'What to do with this answer',
  'bar.copy': 'Copy answer',
  'bar.copyMarkdown': 'Copy as Markdown',
  'bar.copyRich': 'Copy as rich text with footnotes',
  'bar.copyPlain': 'Copy as plain text',
  'bar.insert': 'Insert at the cursor',
  'bar.newDocument': 'Open as new document',
  'bar.memo': 'Make a memo',
  'bar.more': 'More',
  'bar.retry': 'Ask again',
  'bar.retryAs': 'Ask again with {0}',
  'bar.retrySame': 'Ask again in the same mode',
  'bar.quote': 'Quote the selected text',
  'bar.quoteHint': 'Select text in an answer first.',
  'bar.usage': '{0} tokens ({1} in, {2} out)',
  'bar.noUsage': 'usage not reported',
  quote: 'Quote in the next question',
  copied: 'Copied',
  'copied.rich': 'Copied as rich text',
  // Service
  'service.library': 'built-in library',
  // Errors
  'error.said': 'The service says',
  'error.status': 'Status {0}',
  'error.request': 'Request {0}',
  'error.details': 'Copy details',
  // Actions
  'act.connect': 'Connect to the service',
  'act.setKey': 'Set key',
  'act.checkConnection': 'Check connection',
  'act.openSettings': 'Open settings',
  'act.openFolder': 'Open folder',
  'act.newConversation': 'New conversation',
  'act.rebuildLibrary': 'Read the library again',
  'act.showLibrary': 'Show the library',
  'act.showEvents': 'Show the events',
  'act.addSelection': 'Add selection',
  'act.openWalkthrough': 'Get started',
  // Welcome
  'welcome.title': 'Ask Fiscal',
  'welcome.what':
    'Fiscal researches tax, accounting and audit questions about the text in front of you. Each answer comes with numbered sources that open at the passage.',
  'welcome.library':
    'The built-in library answers from the open folder: offline, without a key. It quotes what your documents say and does not reason.',
  'welcome.hosted': 'Questions go to {0}.',
  'welcome.examples': 'For example',
  'welcome.example1': 'Can a laptop bought in October be expensed in full this year?',
  'welcome.example2': 'When is a lease modification accounted for as a separate lease?',
  'welcome.example3': 'Which audit evidence is needed for revenue recognised over time?',
  'welcome.select': 'Or select text in an editor and choose Fiscal from its menu.',
  'ready.noKey': 'A key is needed before {0} can be asked.',
  'ready.noFolder':
    'No folder is open, so the built-in library has nothing to search. Open a folder, or connect to the research service.',
  'ready.badAddress': 'The address of the service in the settings is not usable.',
  'ready.emptyLibrary': 'The open folder holds no documents that can be read (Markdown, text, HTML, PDF or Word).',
  'ready.indexing': 'Reading the library: {0} of {1} documents',
  'ready.indexingSome': 'Reading the library: {0} documents so far',
  // Preview
  'confirm.title': 'What will be sent',
  'confirm.send': 'Send',
  'confirm.back': 'Do not send',
  'confirm.close': 'Close',
  'confirm.to': 'To',
  'confirm.mode': 'Mode',
  'confirm.allowed': '{0} (of {1})',
  'confirm.retention': 'Retention',
  'confirm.zero': 'Zero retention asked for',
  'confirm.kept': "By the service's own rules",
  'confirm.history': 'Earlier turns',
  'confirm.noHistory': 'None',
  'confirm.length': 'Characters in all',
  'confirm.text': 'Text of this question',
  'confirm.findings': 'Client identifiers found',
  'confirm.replaced': 'They are replaced by placeholders before anything is sent.',
  'confirm.notReplaced': 'They are sent as they stand.',
  'confirm.reason.asked': '',
  'confirm.reason.mode': 'Questions in this mode are always confirmed.',
  'confirm.reason.identifiers': 'The text seems to hold client identifiers.',
  'confirm.reason.retentionMix':
    'This conversation is kept on disk. This question and its answer will not be: after a reload they are gone, and the rest stays.',
  'confirm.reason.spend': 'The spend guard asks first.',
  // Find and scrolling
  'find.label': 'Find in conversation',
  'find.previous': 'Previous match',
  'find.next': 'Next match',
  'find.close': 'Close find',
  'find.count': '{0} of {1}',
  'find.none': 'No results',
  'scroll.new': 'New text',
  'scroll.newLabel': 'New text below: go to the end',
  'scroll.end': 'Go to the end',
  // Announcements
  'say.step': 'Step: {0}',
  'say.done': 'Answer complete, {0}.',
  'say.doneNoSources': 'Answer complete, no sources.',
  'say.stopped': 'Stopped.',
  'say.failed': 'The answer failed: {0}',
  'say.truncated': 'The answer was cut off.',
  'say.queued': 'Question queued.',
  'say.sent': 'Question sent.',
  'say.quoted': 'Quoted into the next question.',
  'say.removed': 'Removed.',
} as const;

export type StringKey = keyof typeof english;

let translated: Readonly<Record<string, unknown>> = {};

/** Takes the host's translations, a JSON object of strings by English text; anything else leaves the page in English. */
export function loadTranslations(json: string | undefined): void {
  if (json === undefined) return;
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed === 'object' && parsed !== null) translated = parsed as Record<string, unknown>;
  } catch {
    translated = {};
  }
}

/** The translation of an English text, or the text itself, with its values. */
export function translate(text: string, ...values: readonly (string | number)[]): string {
  const translation = Object.hasOwn(translated, text) ? translated[text] : undefined;
  const chosen = typeof translation === 'string' ? translation : text;
  return chosen.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)] ?? ''));
}

export function t(key: StringKey, ...values: readonly (string | number)[]): string {
  return translate(english[key], ...values);
}

/** `key.one` or `key.many` by the number. */
export function counted(key: 'steps' | 'sources' | 'check', count: number): string {
  return count === 1 ? t(`${key}.one`) : t(`${key}.many`, count);
}
