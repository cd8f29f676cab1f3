/**
 * Messages between the extension host and the worker thread of the built-in library service: two unions, one per direction, and the
 * calls that have one reply. The host chooses the `id` that a request and its replies share.
 */
import * as z from 'zod/mini';
import { MODEL_OUTCOMES, MODEL_ROLES } from '../model/languageModel.ts';
import { MODEL_ERROR_KINDS } from '../model/modelError.ts';
import { amountRequestSchema, amountStatementSchema } from './amountStatement.ts';
import { askModeSchema, researchModeSchema } from './chatCompletions.ts';
import { likelyPassageSchema } from './likelyPassage.ts';
import { folderOverviewSchema } from './overview.ts';
import { askedQuestionSchema } from './question.ts';
import { researchEventSchema, sourceSchema } from './researchEvent.ts';
import { SECOND_READINGS } from './secondReading.ts';
import { workbookSchema } from './workbook.ts';

/** The state of the library of documents. */
export const libraryStatusSchema = z.object({
  documents: z.int(),
  passages: z.int(),
  /** Size of the documents that are searched. */
  bytes: z.number(),
  folders: z.readonly(z.array(z.string())),
  /** Milliseconds since 1970 of the last scan of the folders; null before the first one. */
  indexedAt: z.nullable(z.number()),
  /** Files that are not searched, with the reason. */
  skipped: z.readonly(z.array(z.readonly(z.object({ path: z.string(), reason: z.string() })))),
  /** Something that the user should know: a damaged index that was rebuilt, a folder that is gone. */
  message: z.optional(z.string()),
});
export type LibraryStatus = z.infer<typeof libraryStatusSchema>;

export const libraryProgressSchema = z.object({
  done: z.int(),
  total: z.int(),
  phase: z.enum(['scanning', 'reading', 'ready']),
});
export type LibraryProgress = z.infer<typeof libraryProgressSchema>;

export const libraryConfigSchema = z.object({
  /** Absolute paths. */
  folders: z.readonly(z.array(z.string())),
  /** Files and folders are only read if their real path is inside one of these. Absent: inside one of `folders`. */
  roots: z.optional(z.readonly(z.array(z.string()))),
  /** Directory of the index files; null keeps the index in memory. */
  indexDir: z.nullable(z.string()),
  /** Globs relative to each folder. */
  exclude: z.readonly(z.array(z.string())),
  /** Globs that hold below one folder (absolute) only. */
  excludeWithin: z.optional(
    z.readonly(z.array(z.readonly(z.object({ folder: z.string(), globs: z.readonly(z.array(z.string())) })))),
  ),
  /** Folder with the laws that were taken from their publishers. They have an index of their own, which all libraries of the user share. */
  laws: z.optional(z.string()),
  /** Days after which an answer warns that the text of an authority is old; 0: never. Absent: the default. */
  authorityAge: z.optional(z.number().check(z.nonnegative())),
});
export type LibraryConfig = z.infer<typeof libraryConfigSchema>;

const id = z.int();
const askedSchema = z.object({
  ...askedQuestionSchema.shape,
  mode: z.union([askModeSchema, researchModeSchema]),
  /** The modes that `auto` may select; null for any. */
  allowed: z.nullable(z.readonly(z.array(researchModeSchema))),
});
const tokens = z.int().check(z.nonnegative());
const tokenUsageSchema = z.object({ promptTokens: tokens, completionTokens: tokens, totalTokens: tokens });

/** Number of a call of the language model among those of one request. */
const call = z.int();

/** The language model that may write the answer to a question. It runs in the extension host. */
export const workerModelSchema = z.object({
  id: z.string().check(z.maxLength(500)),
  name: z.string().check(z.maxLength(200)),
  inputTokens: z.number().check(z.nonnegative()),
  /** Whether requests with zero data retention may use it. */
  zeroRetention: z.boolean(),
  secondReading: z.optional(z.enum(SECOND_READINGS)),
  /** See LanguageModel. */
  hidden: z.optional(z.object({ block: z.boolean(), names: z.readonly(z.array(z.string())) })),
});
export type WorkerModel = z.infer<typeof workerModelSchema>;

/** An authority as the parser of citations names it. */
const authorityRequestSchema = z.object({
  key: z.string().check(z.maxLength(200)),
  /** The subsection with dots, `b.2.B`; empty for the whole authority. */
  pin: z.string().check(z.maxLength(200)),
  base: z.string().check(z.maxLength(200)),
});
export type AuthorityRequest = z.infer<typeof authorityRequestSchema>;

/** What the library has of an authority. */
const authorityPassageSchema = z.object({
  /** `enclosing`: the library has the document that the paragraph belongs to, and not the paragraph. */
  match: z.enum(['exact', 'enclosing']),
  /** Title, path and date of the document. */
  title: z.string(),
  path: z.string(),
  date: z.nullable(z.string()),
  /** Above the text, outermost first. */
  headings: z.readonly(z.array(z.string())),
  /** Page, paragraphs or cells, in words; empty if the document has lines only. */
  place: z.string(),
  line: z.int(),
  endLine: z.int(),
  /** Verbatim. Empty for `enclosing` if only the document is known. */
  text: z.string(),
  /** False if `text` was cut at the requested length. */
  isWhole: z.boolean(),
  /** The amounts that tables have for the paragraph, of any year. */
  adjusted: z.optional(z.readonly(z.array(z.string()))),
});
export type AuthorityPassage = z.infer<typeof authorityPassageSchema>;

const authorityLookupSchema = z.object({
  /** One entry for each authority, null for those that the library does not have. */
  found: z.readonly(z.array(z.nullable(authorityPassageSchema))),
  /** False while documents are still being read. */
  complete: z.boolean(),
});
export type AuthorityLookup = z.infer<typeof authorityLookupSchema>;

/** What a search for passages asks for. The filters are those of documents. */
export const librarySearchSchema = z.object({
  query: z.string(),
  /** Passages, at most. */
  limit: z.int().check(z.gte(1), z.lte(100)),
  kind: z.optional(z.string()),
  /** Words that the path contains, in any case. */
  path: z.optional(z.string()),
  /** First and last day: `2025-01-01`. */
  dateFrom: z.optional(z.string()),
  dateTo: z.optional(z.string()),
});
export type LibrarySearch = z.infer<typeof librarySearchSchema>;

const foundPassagesSchema = z.object({
  /** Best first. */
  passages: z.readonly(z.array(sourceSchema)),
  /** The passages that a first or last day left out although they fit as well: their documents have no date. */
  undated: z.int(),
});
export type FoundPassages = z.infer<typeof foundPassagesSchema>;

/** Where the block that begins on a line, from 1, is in its file: `¶ 12`, or the cells and the name of their sheet. */
export const linePlaceSchema = z.object({ line: z.int(), label: z.string(), sheet: z.optional(z.string()) });
export type LinePlace = z.infer<typeof linePlaceSchema>;

/** The text of a document, and the places of its blocks. */
const placedTextSchema = z.object({ text: z.string(), places: z.array(linePlaceSchema) });
export type PlacedText = z.infer<typeof placedTextSchema>;

/** A document of the library, as a list shows it. */
const libraryDocumentSchema = z.object({
  /** Absolute path. */
  path: z.string(),
  title: z.string(),
  kind: z.nullable(z.string()),
  /** The date to which the document speaks, as written there. */
  date: z.nullable(z.string()),
  /** Bytes, and milliseconds since 1970 of the last change. */
  size: z.number(),
  mtime: z.number(),
});
export type LibraryDocument = z.infer<typeof libraryDocumentSchema>;

/** Authorities of one `lookUp`. */
export const MAX_LOOKED_UP = 500;

/** Characters of one message to a model, and of one chunk of its reply. */
export const MAX_MODEL_TEXT = 4_000_000;
const modelText = z.string().check(z.maxLength(MAX_MODEL_TEXT));
const modelMessages = z
  .readonly(z.array(z.readonly(z.object({ role: z.enum(MODEL_ROLES), content: modelText }))))
  .check(z.maxLength(50));

const nothing = z.object({});

/** Requests with one reply: what each of them passes to the worker and returns. Paths are absolute. */
export const libraryCalls = {
  /** The passages that a language model with this input limit would probably receive. */
  likelyPassages: {
    input: z.object({ ...askedSchema.shape, inputTokens: z.number() }),
    output: z.readonly(z.array(likelyPassageSchema)),
  },
  /** Returns at once. */
  status: { input: nothing, output: libraryStatusSchema },
  /** Returns when the index agrees with the folders. */
  ready: { input: nothing, output: libraryStatusSchema },
  /** Throws the index away and reads everything again. */
  rebuild: { input: nothing, output: libraryStatusSchema },
  /** Looks again at these files or folders, or at everything. */
  refresh: { input: z.object({ paths: z.optional(z.readonly(z.array(z.string()))) }), output: libraryStatusSchema },
  /** Finds authorities by their exact path. Returns at once, from what the index has. */
  lookUp: {
    input: z.object({
      authorities: z.readonly(z.array(authorityRequestSchema)).check(z.maxLength(MAX_LOOKED_UP)),
      /** Characters of each text, at most. */
      maxText: z.int().check(z.gte(1), z.lte(10_000_000)),
    }),
    output: authorityLookupSchema,
  },
  /** The text of a file, read in a thread of its own. Needs no `configure`. */
  readText: {
    input: z.object({
      path: z.string(),
      /** Only if the real path of the file is inside of the folders of `configure`. */
      onlyLibrary: z.boolean(),
    }),
    output: placedTextSchema,
  },
  /** The cells of a file, read like `readText`. */
  readWorkbook: { input: z.object({ path: z.string() }), output: workbookSchema },
  /** The documents of the library in the order of their paths. */
  documents: {
    input: z.object({
      /** The first document is not before this path. */
      from: z.string(),
      limit: z.int().check(z.gte(1), z.lte(1000)),
      /** Only documents whose path contains this text, in any case. */
      containing: z.optional(z.string()),
    }),
    output: z.readonly(z.array(libraryDocumentSchema)),
  },
  /** The kinds that documents of the library have. */
  kinds: { input: nothing, output: z.readonly(z.array(z.string())) },
  /** Passages that fit. Returns when the index agrees with the folders. */
  search: { input: librarySearchSchema, output: foundPassagesSchema },
  /** Where other documents state an amount. Returns when the index agrees with the folders. */
  amountStatements: { input: amountRequestSchema, output: z.readonly(z.array(amountStatementSchema)) },
  /** The documents of a folder and what they state. Returns at once, from what the index has. */
  overview: { input: z.object({ folder: z.string() }), output: folderOverviewSchema },
} as const;
export type LibraryCall = keyof typeof libraryCalls;
export type CallInput<Name extends LibraryCall> = z.infer<(typeof libraryCalls)[Name]['input']>;
export type CallOutput<Name extends LibraryCall> = z.infer<(typeof libraryCalls)[Name]['output']>;

export const toWorkerSchema = z.discriminatedUnion('type', [
  /** Use these folders from now on. Comes before any other message; nothing is read before it is needed. */
  z.object({ type: z.literal('configure'), config: libraryConfigSchema }),
  /** Answer this question. Replied to by `event`…, the last of them `done`, or by `failed`. */
  z.object({
    type: z.literal('ask'),
    id,
    ...askedSchema.shape,
    zeroRetention: z.boolean(),
    /** Absent: the library quotes and does not write. */
    model: z.optional(workerModelSchema),
  }),
  /** The next text of the reply to a `modelCall`. */
  z.object({ type: z.literal('modelChunk'), id, call, text: modelText }),
  /** The model is busy. It is asked again after these seconds. */
  z.object({ type: z.literal('modelWaits'), id, call, seconds: z.number() }),
  /** The model writes reasoning, which is not passed on. */
  z.object({ type: z.literal('modelThinks'), id, call }),
  z.object({
    type: z.literal('modelEnd'),
    id,
    call,
    outcome: z.enum(MODEL_OUTCOMES),
    usage: z.optional(tokenUsageSchema),
  }),
  z.object({ type: z.literal('modelFailed'), id, call, kind: z.enum(MODEL_ERROR_KINDS) }),
  /** The reply is no longer wanted: stop the work. Nothing is sent for this id after it. */
  z.object({ type: z.literal('abort'), id }),
  /** Replied to by `returned` or `failed`. */
  z.object({
    type: z.literal('call'),
    id,
    name: z.enum(Object.keys(libraryCalls) as [LibraryCall, ...LibraryCall[]]),
    /** What `libraryCalls` describes. */
    input: z.unknown(),
  }),
  /** Stop reading documents. Those that were read can be searched; the others are read at the next `refresh`. */
  z.object({ type: z.literal('stopReading') }),
  /** Close the index, reply with `closed`, and end the thread. */
  z.object({ type: z.literal('close') }),
]);
export type ToWorker = z.infer<typeof toWorkerSchema>;
/** A part of the reply to a `modelCall`. */
export type ModelReplyMessage = Extract<
  ToWorker,
  { type: 'modelChunk' | 'modelWaits' | 'modelThinks' | 'modelEnd' | 'modelFailed' }
>;
/** Messages before the connection has numbered them. */
export type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

export const fromWorkerSchema = z.discriminatedUnion('type', [
  /** The next part of an answer. */
  z.object({ type: z.literal('event'), id, event: researchEventSchema }),
  /** The work on an answer goes on, although there is no event. Sent every ALIVE_INTERVAL. */
  z.object({ type: z.literal('alive'), id }),
  /** Send these messages to the model of the request. Replied to by `modelChunk`…, `modelEnd`, or by `modelFailed`. */
  z.object({ type: z.literal('modelCall'), id, call, messages: modelMessages }),
  /** The reply of the model is no longer wanted. */
  z.object({ type: z.literal('modelAbort'), id, call }),
  /** `output` is what `libraryCalls` describes for the call with this id. */
  z.object({ type: z.literal('returned'), id, output: z.unknown() }),
  /** The message contains no content of documents or questions and may be shown. */
  z.object({ type: z.literal('failed'), id, message: z.string() }),
  z.object({ type: z.literal('progress'), progress: libraryProgressSchema }),
  /** Sent whenever the index has changed. */
  z.object({ type: z.literal('status'), status: libraryStatusSchema }),
  /** No database is open any more, and nothing follows: the thread may be terminated. */
  z.object({ type: z.literal('closed') }),
  /** A line for the log, without content. */
  z.object({ type: z.literal('log'), line: z.string() }),
]);
export type FromWorker = z.infer<typeof fromWorkerSchema>;

/** Milliseconds between two signs of life of a question that is being answered. */
export const ALIVE_INTERVAL = 10_000;
