/** Shows an answer in VS Code's Chat while it arrives: steps as progress, text, and the sources as links to their lines. */
import type * as Vscode from 'vscode';
import type { Change } from '../../conversation/change.ts';
import type { StoredSource, Turn } from '../../conversation/conversation.ts';
import { sourceOrigin, sourceSection } from '../../conversation/display.ts';
import { modeLabel } from '../../conversation/labels.ts';
import { factLabel } from '../../conversation/matter.ts';
import { errorLine } from '../../protocol/errorMessages.ts';
import { createChatMarkdown } from './chatMarkdown.ts';
import { chatText } from './chatText.ts';
import { serviceName } from './describeTarget.ts';
import { type PlaceDeps, sourcePlace } from './sourcePlace.ts';

/** Sources that are listed below an answer. */
const MAX_SOURCES = 100;

export interface AnswerStream {
  change(change: Change): void;
  /** Writes what is left of the text, the sources and the service. */
  end(turn: Turn): Promise<void>;
}

export function createAnswerStream(stream: Vscode.ChatResponseStream, deps: PlaceDeps): AnswerStream {
  const { l10n } = deps.vscode;
  const markdown = createChatMarkdown();
  /** A text that was replaced is written at the end, because VS Code's Chat takes nothing back. */
  let isReplaced = false;
  const write = (text: string) => {
    if (text !== '') stream.markdown(text);
  };

  return {
    change(change) {
      if (change.type === 'step') stream.progress(chatText(change.title));
      else if (change.type === 'retry') stream.progress(chatText(errorLine(change.error, l10n.t)));
      else if (change.type === 'parts' && change.text !== undefined) isReplaced = true;
      else if (change.type === 'text' && !isReplaced) write(markdown.push(change.text));
    },
    async end(turn) {
      if (isReplaced) write(markdown.push(turn.answer.text));
      write(markdown.end());
      const { sources } = turn.answer;
      if (sources.length > 0) {
        stream.markdown(`\n\n**${l10n.t('Sources')}**\n\n`);
        for (const [index, source] of sources.slice(0, MAX_SOURCES).entries()) {
          await writeSource(stream, index + 1, source, deps);
        }
        if (sources.length > MAX_SOURCES) write(`\n${l10n.t('{0} more', sources.length - MAX_SOURCES)}\n`);
      }
      stream.markdown(`\n\n*${chatText(origin(turn, l10n))}*\n`);
      const { matterName } = turn.question;
      if (matterName !== undefined) stream.markdown(`\n*${chatText(l10n.t('Matter: {0}', matterName))}*\n`);
      const facts = (turn.question.matter ?? []).map(({ name, value }) => `${factLabel(name, l10n)}: ${value}`);
      // The user sees what was sent in addition to the question.
      if (facts.length > 0)
        stream.markdown(`\n*${chatText(l10n.t('Facts of the matter that were sent: {0}', facts.join(' · ')))}*\n`);
    },
  };
}

/** `1. memo.md:12 · section · date`, with a link that opens the document at the line. */
async function writeSource(
  stream: Vscode.ChatResponseStream,
  number: number,
  source: StoredSource,
  deps: PlaceDeps,
): Promise<void> {
  const place = await sourcePlace(source, deps);
  stream.markdown(`${number}. `);
  if (place) {
    stream.anchor(place, anchorTitle(source.title));
    stream.reference(place);
  } else stream.markdown(chatText(source.title));
  // Chat shows the file and its lines as the text of the link.
  const facts = [
    sourceSection(source) || (place ? source.title : undefined),
    place ? undefined : sourceOrigin(source),
    source.date,
  ].filter((fact) => fact);
  stream.markdown(`${facts.map((fact) => ` · ${chatText(fact ?? '')}`).join('')}\n`);
}

/** VS Code puts the title into a Markdown link without escaping it. */
function anchorTitle(title: string): string {
  return chatText(title.replace(/\[/g, '(').replace(/\]/g, ')'));
}

function origin({ service, model, askMode, answer, zeroRetention }: Turn, l10n: typeof Vscode.l10n): string {
  const name = model ? l10n.t('{0} with {1}', serviceName(service, l10n), model.name) : serviceName(service, l10n);
  const mode = modeLabel(answer.selectedMode ?? askMode, l10n);
  const answered = l10n.t('Answered by {0} · {1}', name, mode);
  return zeroRetention ? `${answered} · ${l10n.t('Zero data retention')}` : answered;
}
