/** The tools as a client lists them. Descriptions are for language models and are not translated. */
import type { Tool } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { jsonSchema, readInput, researchInput, searchInput } from './toolInput.ts';

const passageSchema = z.object({
  title: z.string(),
  section: z.optional(z.string()),
  /** Absent for a source of a hosted service. */
  path: z.optional(z.string()),
  line: z.optional(z.int()),
  endLine: z.optional(z.int()),
  /** The place in words, for documents that have no lines. */
  place: z.optional(z.string()),
  date: z.optional(z.string()),
  kind: z.optional(z.string()),
  /** The resource of this server, or the address of the source. */
  uri: z.optional(z.string()),
  text: z.optional(z.string()),
});
export type McpPassage = z.infer<typeof passageSchema>;

const outputs = {
  research: z.object({
    answer: z.string(),
    /** In the order of the marks `[1]` of the answer. */
    sources: z.array(passageSchema),
    suggestions: z.array(z.string()),
  }),
  search_library: z.object({
    passages: z.array(passageSchema),
    /** What the dates left out. */
    note: z.optional(z.string()),
  }),
  read_passage: z.object({
    path: z.string(),
    uri: z.string(),
    line: z.int(),
    endLine: z.int(),
    /** Lines of the whole document. */
    lines: z.int(),
    text: z.string(),
  }),
};
export type ToolName = keyof typeof outputs;
export type ToolOutput<Name extends ToolName> = z.infer<(typeof outputs)[Name]>;

const outputSchemas = {
  research: jsonSchema(outputs.research),
  search_library: jsonSchema(outputs.search_library),
  read_passage: jsonSchema(outputs.read_passage),
};

/** `hosted`: the tool `research` asks a service, which costs money. */
export function toolList(hosted: boolean): Tool[] {
  const local = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  return [
    {
      name: 'research',
      title: 'Research a question',
      description: `Answers a question of tax, accounting or auditing with numbered sources. ${
        hosted
          ? 'Asks a research service, which may cost money.'
          : 'Quotes the documents of the library. Free: no service is asked.'
      } Ask one complete question with the facts, the year and the jurisdiction, without names or numbers of clients.`,
      inputSchema: jsonSchema(researchInput),
      outputSchema: outputSchemas.research,
      annotations: { ...local, idempotentHint: !hosted, openWorldHint: hosted },
    },
    {
      name: 'search_library',
      title: 'Search the library',
      description:
        "Searches the user's own documents (law, standards, memos, workpapers) and returns passages with file and lines. Free: no service is asked. Write the words of the rule that you look for.",
      inputSchema: jsonSchema(searchInput),
      outputSchema: outputSchemas.search_library,
      annotations: local,
    },
    {
      name: 'read_passage',
      title: 'Read lines of a document',
      description: 'Reads lines of a document of the library. Use the path and lines that search_library returned.',
      inputSchema: jsonSchema(readInput),
      outputSchema: outputSchemas.read_passage,
      annotations: local,
    },
  ];
}
