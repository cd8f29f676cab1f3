/** A question of a conversation as the library answers it, with its earlier turns. */
import type { EarlierTurn, ResearchQuestion } from '../protocol/question.ts';
import { countsAsHistory } from './context.ts';
import type { Question, Turn } from './conversation.ts';
import { ENGLISH } from './documentLanguage.ts';
import { factLabel } from './matter.ts';

export function toResearchQuestion({ text, selections, quote, general, matter = [] }: Question): ResearchQuestion {
  return {
    text: text.trim(),
    selections: selections
      .filter(({ fileLength }) => fileLength === undefined)
      .map(({ label, startLine, endLine, text: selected }) => ({
        path: label,
        line: startLine,
        endLine,
        text: selected,
      })),
    attachments: selections.flatMap(({ label, text: attached, fileLength }) =>
      fileLength === undefined ? [] : [{ path: label, text: attached, whole: fileLength <= attached.length }],
    ),
    ...(quote !== undefined && { quote }),
    ...(general && { general }),
    matter: matter.map(({ name, value }) => ({ field: name, name: factLabel(name, ENGLISH), value })),
  };
}

/** The turns of a branch that a later question includes, the oldest first. */
export function toEarlierTurns(context: readonly Turn[]): EarlierTurn[] {
  return context
    .filter(countsAsHistory)
    .map(({ question, answer }) => ({ question: toResearchQuestion(question), answer: answer.text }));
}
