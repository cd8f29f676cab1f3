/**
 * The one shape of an answer: what a reply of a service consists of once it is parsed. The rest of the code knows no other. The
 * schemas parse the events that the library sends from its thread.
 */
import * as z from 'zod/mini';
import { answerPartSchema } from './answerPart.ts';
import { researchModeSchema } from './chatCompletions.ts';
import { modelUseSchema } from './modelUse.ts';

/** The place of a source in a document of the user's folders. Opened only inside a folder that the user opened. */
const sourceLocationSchema = z.object({
  /** Absolute path of the document, or a path relative to a library folder, as the service wrote it. Untrusted. */
  path: z.string(),
  /** First quoted line, 1-based. */
  line: z.int(),
  /** Last quoted line, 1-based, not before `line`. */
  endLine: z.int(),
  /** Page of a PDF, from 1. */
  page: z.optional(z.int()),
  /** The label that the PDF gives to that page, if it is not the page number. */
  pageLabel: z.optional(z.string()),
  /** The place in words, for documents that have no lines, in the language of the answer: "page iv", "Additions!A2:H9". */
  place: z.optional(z.string()),
  /** The first and the last text item of the page, from 0, between which the passage of a PDF was read. */
  items: z.optional(z.readonly(z.tuple([z.int(), z.int()]))),
  /** The id under which the service that answered gives the document: GET /documents/<id>. Untrusted. */
  document: z.optional(z.string()),
});
export type SourceLocation = Readonly<z.infer<typeof sourceLocationSchema>>;

/** `§ 179(b)(1)`, and its title and headings: `Election to expense › Dollar limitation`. The caption can be empty. */
const citedNameSchema = z.object({ name: z.string(), caption: z.string() });
export type CitedName = Readonly<z.infer<typeof citedNameSchema>>;

export const sourceSchema = z.object({
  /** The title-like string; else the address; else any readable form of the entry. Never blank. */
  title: z.string(),
  /** The address, only if its scheme is http or https after trimming; else null. */
  url: z.nullable(z.string()),
  /** A passage of the document, as the service gave it. */
  snippet: z.optional(z.string()),
  /** The heading path or pinpoint inside the document ("(b)(1) Dollar limitation"). */
  section: z.optional(z.string()),
  /** What the service says the document is: `tax`, `accounting`, `audit`, `workpaper`, … */
  kind: z.optional(z.string()),
  /** The date to which the document speaks, as written there. */
  date: z.optional(z.string()),
  location: z.optional(z.readonly(sourceLocationSchema)),
  /** How a citation names it. The library only. */
  cited: z.optional(citedNameSchema),
});
/** A document that an answer refers to. Every text in it is untrusted. */
export type Source = Readonly<z.infer<typeof sourceSchema>>;

/**
 * The next part of the answer, to be appended unchanged. `draft`: the whole answer follows as `parts` and replaces it. The library only.
 */
const textEventSchema = z.object({ type: z.literal('text'), text: z.string(), draft: z.optional(z.literal(true)) });
/** A research step that the service performs. `mode` is the research mode that `auto` has selected, if the service reports it. */
const stepEventSchema = z.object({
  type: z.literal('step'),
  title: z.string(),
  mode: z.optional(researchModeSchema),
});
/** Documents referenced. Later events add to earlier ones; exact duplicates are already left out. */
const sourcesEventSchema = z.object({ type: z.literal('sources'), sources: z.readonly(z.array(sourceSchema)) });
/** Follow-up questions; duplicates of earlier events are already left out. */
const suggestionsEventSchema = z.object({
  type: z.literal('suggestions'),
  suggestions: z.readonly(z.array(z.string())),
});
/** As reported by the service, never estimated. */
const usageEventSchema = z.object({
  type: z.literal('usage'),
  usage: z.object({ promptTokens: z.number(), completionTokens: z.number(), totalTokens: z.number() }),
});
/** What a language model of the user did for the answer. Sent once, before `done`, by the library only. */
const modelUseEventSchema = z.object({ type: z.literal('modelUse'), use: modelUseSchema });
/** The parts of the answer. `text` replaces the text so far: a conclusion is written last and shown first. The library only. */
const partsEventSchema = z.object({
  type: z.literal('parts'),
  text: z.optional(z.string()),
  parts: z.readonly(z.array(answerPartSchema)),
});
/** Exactly once, last, only when the service said that the answer is complete. */
const doneEventSchema = z.object({ type: z.literal('done'), finishReason: z.nullable(z.string()) });
/** Something that the interface does not describe. It is recorded for the inspector and never shown. */
const unknownEventSchema = z.object({ type: z.literal('unknown'), raw: z.unknown() });

export const researchEventSchema = z.discriminatedUnion('type', [
  textEventSchema,
  stepEventSchema,
  sourcesEventSchema,
  suggestionsEventSchema,
  usageEventSchema,
  modelUseEventSchema,
  partsEventSchema,
  doneEventSchema,
  unknownEventSchema,
]);
export type ResearchEvent = Readonly<z.infer<typeof researchEventSchema>>;
