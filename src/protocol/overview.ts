/** What a folder contains: its documents, and the values that they state, each with its place. */
import * as z from 'zod/mini';

/** What a document is, by its name, its title and its values. */
export const DOCUMENT_KINDS = [
  'invoice',
  'creditNote',
  'receipt',
  'deliveryNote',
  'contract',
  'minutes',
  'plan',
  'report',
  'workpaper',
  'policy',
  'memo',
  'confirmation',
  'letter',
  'mail',
  'law',
  'table',
  'code',
  'other',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** What each document is looked through for. */
export const OVERVIEW_FIELDS = ['date', 'number', 'net', 'tax', 'total', 'from', 'to'] as const;
export type OverviewField = (typeof OVERVIEW_FIELDS)[number];

/** A value as its document states it. */
const overviewValueSchema = z.object({
  label: z.string(),
  text: z.string(),
  /** Null if it is no amount. */
  amount: z.nullable(z.number()),
  /** Code or sign of the currency; empty if none is stated. */
  currency: z.string(),
  /** YYYY-MM-DD; empty if it is no date, or one whose day and month could be either. */
  date: z.string(),
  /** The first line of the text that was read, from 1. 0: the name of the file states it. */
  line: z.int(),
  page: z.nullable(z.int()),
  /** Page, paragraphs or cells, in words. */
  place: z.string(),
  /** Of a PDF: first and last text item of the page. */
  items: z.nullable(z.tuple([z.int(), z.int()])),
});
export type OverviewValue = z.infer<typeof overviewValueSchema>;

/** `several`: the document states different values under labels of the same meaning, and none of them is chosen. Each is listed once. */
const overviewFieldSchema = z.union([overviewValueSchema, z.object({ several: z.array(overviewValueSchema) })]);
export type OverviewCell = z.infer<typeof overviewFieldSchema>;

const overviewDocumentSchema = z.object({
  /** Absolute. */
  path: z.string(),
  /** The path within the folder, with slashes. */
  name: z.string(),
  title: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  fields: z.partialRecord(z.enum(OVERVIEW_FIELDS), overviewFieldSchema),
  /** By the label, as one of `labels` writes it. */
  values: z.record(z.string(), overviewFieldSchema),
});
export type OverviewDocument = z.infer<typeof overviewDocumentSchema>;

export const folderOverviewSchema = z.object({
  documents: z.array(overviewDocumentSchema),
  /** Labels that more than one document has, those of most documents first. */
  labels: z.array(z.string()),
  /** The number of all documents of the folder; `documents` can be the first ones only. */
  total: z.int(),
  /** Files that could not be read. */
  unread: z.array(z.object({ path: z.string(), name: z.string(), reason: z.string() })),
  /** Documents that are still to be read. */
  waiting: z.int(),
});
export type FolderOverview = z.infer<typeof folderOverviewSchema>;
