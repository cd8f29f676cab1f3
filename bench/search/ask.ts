/** Asks the library a question as the panel does, and reads how the answer begins and what it quotes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResearchMode } from '../../src/protocol/chatCompletions.ts';
import type { QuestionSelection } from '../../src/protocol/question.ts';
import { plainQuestion } from '../../src/protocol/question.ts';
import type { LibraryResearcher } from '../../src/service/research/libraryResearcher.ts';
import type { EvalLibrary, EvalQuestion } from './sets.ts';

/** What the first line says of the closest passage if the answer is sure. */
export const SURE = /It contains the words of the question|The question cites it\./;

export interface Given {
  /** Sure, not sure, or a refusal. */
  readonly opening: 'good' | 'partly' | 'none';
  readonly sources: readonly {
    readonly path: string;
    readonly title: string;
    readonly section: string;
    readonly snippet: string;
  }[];
}

export async function ask(
  library: LibraryResearcher,
  folders: EvalLibrary['folders'],
  {
    conversation,
    question,
    selection,
    attached,
  }: Pick<EvalQuestion, 'conversation' | 'question' | 'selection' | 'attached'>,
  askMode: ResearchMode,
): Promise<Given> {
  const sources: Given['sources'][number][] = [];
  let text = '';
  const request = {
    question: {
      ...plainQuestion(question),
      selections: selection ? [selectionIn(folders, selection)] : [],
      attachments: attached === null ? [] : [{ path: attached, text: contentIn(folders, attached), whole: true }],
    },
    context: conversation.map((earlier) => ({ question: plainQuestion(earlier), answer: '' })),
    askMode,
    allowedAskModes: null,
    zeroDataRetention: false,
  };
  for await (const output of library.research(request, new AbortController().signal)) {
    if (output.type === 'text') text += output.text;
    else if (output.type === 'sources')
      sources.push(
        ...output.sources.map(({ location: { path }, title, section = '', snippet }) => ({
          path,
          title,
          section,
          snippet,
        })),
      );
  }
  const opening = SURE.test(text) ? 'good' : sources.length > 0 ? 'partly' : 'none';
  return { opening, sources };
}

function selectionIn(folders: readonly string[], selection: NonNullable<EvalQuestion['selection']>): QuestionSelection {
  const [line = 1, endLine = 1] = linesOf(folders, selection);
  return { path: selection.file, line, endLine, text: selection.text };
}

function linesOf(folders: readonly string[], { file, text }: NonNullable<EvalQuestion['selection']>): number[] {
  const content = contentIn(folders, file);
  const first = content.slice(0, content.indexOf(text)).split('\n').length;
  return [first, first + text.split('\n').length - 1];
}

function contentIn(folders: readonly string[], file: string): string {
  const path = folders.map((folder) => join(folder, file)).find((one) => existsSync(one));
  if (path === undefined) throw new Error(`No folder of the library has ${file}.`);
  return readFileSync(path, 'utf8');
}
