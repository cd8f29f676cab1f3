/**
 * The library in front of a language model that may not see client identifiers. They are replaced in the question, the earlier turn and each
 * passage before a prompt is put together: quoting, joining and cutting a text hides an identifier from a search in the prompt.
 */
import { findIdentifiers } from '../../compliance/guard/identifiers.ts';
import { createPlaceholders } from '../../compliance/guard/placeholders.ts';
import type { HiddenIdentifiers } from '../../model/languageModel.ts';
import { ModelError } from '../../model/modelError.ts';
import type { LibrarySource } from '../researcher.ts';
import type { PassageFinder, WriterPassage } from '../writer/passage.ts';
import type { PromptContext } from '../writer/prompts.ts';

export interface HiddenWriting {
  readonly context: PromptContext;
  readonly finder: PassageFinder;
  /** Restores the identifiers of a text that is shown. */
  shown(text: string): string;
  /** The passage or source of the library that the model was given with placeholders. */
  original(passage: WriterPassage): WriterPassage;
  originalSource(source: LibrarySource): LibrarySource;
}

/** What looks like one of our placeholders in a document. It must not be restored as an identifier. */
const LITERAL = /\[([A-Z]{1,12}-\d{1,6})\]/g;

/** Throws ModelError, also in its searches, if a text has identifiers that block it. */
export function hideIdentifiers(
  { block, names }: HiddenIdentifiers,
  context: PromptContext,
  finder: PassageFinder,
): HiddenWriting {
  const { question, previous } = context;
  const placeholders = createPlaceholders([question, ...(previous ? [previous.question, previous.answer] : [])], names);
  const originals = new Map<number, WriterPassage>();
  const sources = new Map<LibrarySource, LibrarySource>();

  function hide(text: string): string {
    if (block && findIdentifiers(text, names).length > 0) throw new ModelError('identifiers');
    return placeholders.replace(text);
  }

  function hidePassage(passage: WriterPassage): WriterPassage {
    const hideText = (text: string) => hide(text.replace(LITERAL, '($1)'));
    const source = { ...passage.source, title: hideText(passage.source.title) };
    originals.set(passage.id, passage);
    sources.set(source, passage.source);
    return { ...passage, source, heading: hideText(passage.heading), text: hideText(passage.text) };
  }

  return {
    context: {
      ...context,
      question: hide(question),
      previous: previous && { question: hide(previous.question), answer: hide(previous.answer) },
    },
    finder: {
      search: async (words, limit) => {
        const restored = { ...words, text: placeholders.restoreAll(words.text) };
        return (await finder.search(restored, limit)).map(hidePassage);
      },
      related: async (passages, limit) => (await finder.related(passages, limit)).map(hidePassage),
    },
    shown(text) {
      const restorer = placeholders.restorer();
      return restorer.push(text) + restorer.end();
    },
    original: (passage) => originals.get(passage.id) ?? passage,
    originalSource: (source) => sources.get(source) ?? source,
  };
}
