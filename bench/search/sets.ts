/** The libraries and questions that the search is measured with. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';

/** A question, and what answers it. */
export interface EvalQuestion {
  readonly id: string;
  readonly set: string;
  readonly kind: string;
  /** The earlier questions of the conversation, the oldest first. */
  readonly conversation: readonly string[];
  readonly question: string;
  readonly selection: { readonly file: string; readonly text: string } | null;
  /** A file that is attached as a whole. */
  readonly attached: string | null;
  /** Sources that answer: the path of a file, `file#section`, or the number of a section of the Code. Empty if nothing answers. */
  readonly gold: readonly string[];
  /** Any one of these phrases is the answer. */
  readonly phrases: readonly string[];
}

export interface EvalLibrary {
  readonly name: string;
  readonly folders: readonly string[];
  readonly questions: readonly EvalQuestion[];
}

const questionSchema = z.object({
  id: z.string(),
  set: z.optional(z.string()),
  kind: z.optional(z.string()),
  lang: z.optional(z.string()),
  conversation: z.optional(z.array(z.string())),
  question: z.string(),
  selection: z.optional(z.nullable(z.object({ file: z.string(), text: z.string() }))),
  attached: z.optional(z.string()),
  gold: z.array(z.string()),
  must_contain: z.optional(z.array(z.string())),
});

const here = import.meta.dirname;
const code = resolve(here, '../../test/fixtures/irc');

export function readQuestions(file: string, set?: string): EvalQuestion[] {
  return z
    .array(questionSchema)
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .map(({ id, kind, lang, conversation, question, selection, attached, gold, must_contain: phrases, ...rest }) => ({
      id,
      set: set ?? rest.set ?? 'questions',
      kind:
        gold.length === 0 ? 'none' : selection ? 'selection' : lang === 'de' && set === 'own' ? 'german' : (kind ?? ''),
      conversation: conversation ?? [],
      question,
      selection: selection ?? null,
      attached: attached ?? null,
      gold,
      phrases: phrases ?? [],
    }));
}

/** The sets of the repository, and those of a folder with more (`own`, `library`, `corpora`). */
export function librariesOf(more: string | undefined, heldOut: boolean): EvalLibrary[] {
  const free: EvalLibrary = {
    name: 'free',
    folders: [join(here, 'library'), code],
    questions: (heldOut ? ['heldOut.json', 'followUpsHeldOut.json'] : ['questions.json', 'followUps.json']).flatMap(
      (name) => readQuestions(join(here, name)),
    ),
  };
  if (more === undefined) return [free];
  const everyday: EvalLibrary = {
    name: 'everyday',
    folders: [join(more, 'own/folder'), join(more, 'library/irc'), resolve(here, '../../samples')],
    questions: readQuestions(join(here, heldOut ? 'conversationsHeldOut.json' : 'conversations.json')),
  };
  const selections: EvalLibrary = {
    ...everyday,
    name: 'selections',
    questions: readQuestions(join(here, heldOut ? 'selectionsHeldOut.json' : 'selections.json')),
  };
  const threads: EvalLibrary = {
    name: 'threads',
    folders: [join(more, 'own/folder'), join(more, 'library/irc'), join(here, 'library')],
    questions: readQuestions(join(here, heldOut ? 'threadsHeldOut.json' : 'threads.json')),
  };
  if (heldOut) return [free, everyday, selections, threads];
  const own = {
    folder: join(more, 'own/folder'),
    questions: readQuestions(join(more, 'own/questions-dev.json'), 'own'),
  };
  const irc = {
    folder: join(more, 'library/irc'),
    questions: [
      ...readQuestions(join(more, 'library/questions-dev.json'), 'Code'),
      ...readQuestions(join(here, '../library/questions.json'), 'sections at random'),
      ...readQuestions(join(here, '../library/ordinary.json'), 'ordinary'),
    ],
  };
  const german = {
    folder: join(more, 'corpora/german-tax/files'),
    questions: [
      ...readQuestions(join(more, 'corpora/german-tax/questions-dev.json'), 'German law'),
      ...readQuestions(join(here, 'germanLaw.json'), 'German law, check'),
    ],
  };
  const regulations = {
    folder: join(more, 'corpora/cfr-accounting/files'),
    questions: [
      ...readQuestions(join(more, 'corpora/cfr-accounting/questions-dev.json'), 'US regulations'),
      ...readQuestions(join(here, 'regulations.json'), 'US regulations, check'),
    ],
  };
  const library = (name: string, ...parts: { folder: string; questions: EvalQuestion[] }[]): EvalLibrary => ({
    name,
    folders: parts.map(({ folder }) => folder),
    questions: parts.flatMap(({ questions }) => questions),
  });
  return [
    free,
    everyday,
    selections,
    threads,
    library('own', own),
    library('own+Code', own, irc),
    library('Code', irc),
    library('German', german),
    library('regulations', regulations),
    library('all', own, irc, german, regulations),
  ];
}
