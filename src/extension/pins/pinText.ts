/** A pinned answer as Markdown that VS Code renders next to the lines. */
import type { Turn } from '../../conversation/conversation.ts';
import { shorten, sourceOrigin } from '../../conversation/display.ts';
import { parseBlocks } from '../../conversation/document/parse.ts';
import { writeMarkdown } from '../../conversation/document/writeMarkdown.ts';
import { literalLine } from '../../conversation/escape.ts';

/** Characters of an answer, and sources, that are shown. */
const MAX_ANSWER = 20_000;
const MAX_SOURCES = 50;
const MAX_TITLE = 200;

export function pinText({ answer }: Turn): { readonly text: string; readonly isWhole: boolean } {
  const sources = answer.sources.slice(0, MAX_SOURCES).map((source, at) => {
    const title = literalLine(shorten(source.title, MAX_TITLE));
    return [`${at + 1}. ${title}`, literalLine(sourceOrigin(source))].filter((part) => part !== '').join(' · ');
  });
  const text = answer.text.slice(0, MAX_ANSWER);
  return {
    text: [
      writeMarkdown(parseBlocks(text, answer.sources.length)),
      ...(sources.length > 0 ? [sources.join('\n')] : []),
    ].join('\n\n'),
    isWhole: text.length === answer.text.length && sources.length === answer.sources.length,
  };
}
