/** The tools as a client lists them. */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';

export const TOOLS: readonly Tool[] = [
  {
    name: 'research',
    description:
      'Answers a question of US tax, accounting or auditing with numbered sources. Asks the research service if one is set up, which may cost money, else it quotes the built-in library. Ask one complete question with the facts, the year and the jurisdiction, without names or numbers of clients.',
    inputSchema: {
      type: 'object',
      required: ['question'],
      properties: {
        question: { type: 'string', description: 'The complete question with its facts.' },
        mode: { type: 'string', enum: ['fast', 'deep', 'audit'], description: 'Default: fast.' },
      },
    },
  },
  {
    name: 'search_library',
    description:
      "Searches the user's own documents (law, standards, memos, workpapers) and returns quoted passages with file and lines. Free and local. Write the words of the rule that you look for.",
    inputSchema: { type: 'object', required: ['query'], properties: { query: { type: 'string' } } },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'read_passage',
    description: 'Reads lines of a document of the library. Use the path and lines that search_library returned.',
    inputSchema: {
      type: 'object',
      required: ['path'],
      properties: {
        path: { type: 'string', description: 'Absolute path of the document.' },
        line: { type: 'integer', minimum: 1, description: 'First line. Default: 1.' },
        endLine: { type: 'integer', minimum: 1, description: 'Last line. Default: 60 lines.' },
      },
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
];
