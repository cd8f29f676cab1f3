/** The messages between the extension host and the page that shows a workbook. The page sends `ready` first. */
import * as z from 'zod/mini';
import { workbookSchema } from '../protocol/workbook.ts';

/** The passage that the page is to show. */
const workbookTargetSchema = z.object({
  /** Distinguishes targets, so that a restored page knows which one it has shown. */
  id: z.int(),
  /** First and last line in the text of the workbook, from 1. */
  line: z.int(),
  endLine: z.int(),
  /** The passage as the library quoted it. */
  snippet: z.optional(z.string()),
  /** Words of the passage whose cells are marked. Without them, its rows are. */
  words: z.optional(z.string()),
});
export type WorkbookTarget = z.infer<typeof workbookTargetSchema>;
/** What the caller of the editor says. The editor numbers the targets. */
export type WorkbookPassage = Omit<WorkbookTarget, 'id'>;

export const workbookHostMessageSchema = z.discriminatedUnion('type', [
  /** The workbook, when it is opened and whenever its file changes. */
  z.object({ type: z.literal('open'), workbook: workbookSchema, target: z.nullable(workbookTargetSchema) }),
  z.object({ type: z.literal('show'), target: workbookTargetSchema }),
  /** The file cannot be read. The text is a sentence for the user. */
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type WorkbookHostMessage = z.infer<typeof workbookHostMessageSchema>;

/** Excel has a million rows. A selection is copied as text, so it must not be larger. */
const row = z.int().check(z.gte(1), z.lte(1_048_576));
const column = z.int().check(z.gte(1), z.lte(16_384));

/** Cells of a sheet. Sheets are numbered from 0. */
const selectedCellsSchema = z.object({
  sheet: z.int().check(z.gte(0)),
  top: row,
  left: column,
  bottom: row,
  right: column,
});
export type SelectedCells = z.infer<typeof selectedCellsSchema>;

export const workbookPageMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** The user selected these cells. */
  z.object({ type: z.literal('selected'), cells: selectedCellsSchema }),
  /** Ask about the selected cells. */
  z.object({ type: z.literal('ask') }),
]);
export type WorkbookPageMessage = z.infer<typeof workbookPageMessageSchema>;

/** What VS Code keeps of the page. Another program can have changed it. */
export const workbookStateSchema = z.object({ target: z.int(), cells: selectedCellsSchema });
export type WorkbookState = z.infer<typeof workbookStateSchema>;
