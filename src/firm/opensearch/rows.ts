/**
 * What the engine returns, parsed: its hits, and the rows of the port in them. A question parses hundreds of rows, which `zod` compiles
 * a parser for and `zod/mini` does not.
 */
import * as z from 'zod';
import type { DocumentRow, PassageRow, SectionRow } from '../../service/store/libraryReader.ts';

const text = z.string();
const textOrNull = z.nullable(z.string());
const passageSchema = z.object({
  heading: text,
  pins: z.array(text),
  marks: text,
  line: z.int(),
  endLine: z.int(),
  page: z.nullable(z.int()),
  pageLabel: textOrNull,
  place: text,
  itemRanges: textOrNull,
  placeWords: textOrNull,
  text,
  section: z.nullable(z.int()),
  sectionTitle: text,
  sectionDate: text,
});
const documentSchema = z.object({
  id: z.int(),
  path: text,
  name: text,
  title: text,
  isAuthority: z.boolean(),
  language: z.enum(['en', 'de']),
  authority: text,
  abbreviation: text,
  kind: textOrNull,
  date: textOrNull,
  url: textOrNull,
  digest: text,
  passages: z.int(),
});
const sectionSchema = z.object({
  id: z.int(),
  document: z.int(),
  number: text,
  pin: text,
  title: text,
  firstPassage: z.int(),
  lastPassage: z.int(),
  authority: text,
  abbreviation: text,
  names: z.array(text),
});

/** Its source and its fields are parsed as the rows that they are. */
const hitSchema = z.object({
  _source: z.optional(z.unknown()),
  fields: z.optional(z.unknown()),
  sort: z.optional(z.array(z.union([z.number(), z.string(), z.null()]))),
});
export type EngineHit = z.infer<typeof hitSchema>;

const resultSchema = z.object({
  status: z.optional(z.int()),
  timed_out: z.optional(z.boolean()),
  hits: z.optional(
    z.object({
      total: z.optional(z.object({ value: z.int() })),
      hits: z.optional(z.array(hitSchema)),
    }),
  ),
  aggregations: z.optional(z.record(text, z.unknown())),
  error: z.optional(z.object({ type: text })),
});
export type EngineResult = z.infer<typeof resultSchema>;
export const resultsSchema = z.object({ responses: z.array(resultSchema) });
/** Of each result only whether it is one. */
export const outcomesSchema = z.object({
  responses: z.array(z.object({ status: resultSchema.shape.status, error: resultSchema.shape.error })),
});

const inSource = z.object({ collection: text });
const inFields = z.object({ collection: z.tuple([text]) });

/** The collection of a row, which each search returns in its source or its fields. Null if it does not. */
export function collectionOf({ _source: source, fields }: EngineHit): string | null {
  if (source !== undefined) return inSource.safeParse(source).data?.collection ?? null;
  return inFields.safeParse(fields).data?.collection[0] ?? null;
}

export const bucketsSchema = z.object({ buckets: z.record(text, z.object({ doc_count: z.int() })) });
export const kindsSchema = z.object({ buckets: z.array(z.object({ key: text })) });

const numberedSchema = z.object({ id: z.int(), document: z.int(), row: passageSchema });

export function toPassage({ _source: source }: EngineHit): PassageRow {
  const { id, document, row } = numberedSchema.parse(source);
  return { id, document, ...row };
}

export function toDocument({ _source: source }: EngineHit): DocumentRow {
  return documentSchema.parse(source);
}

export function toSection({ _source: source }: EngineHit): SectionRow {
  return sectionSchema.parse(source);
}
