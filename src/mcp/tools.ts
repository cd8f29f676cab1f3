/** What the tools do. */
import { isAbsolute } from 'node:path';
import { NOTICE, passageList, sourceList } from '../conversation/agentText.ts';
import { askWhole } from '../libraryClient/wholeAnswer.ts';
import { type AskMode, DEFAULT_ASK_MODE, NAMED_MODES } from '../protocol/chatCompletions.ts';
import { english, errorLine } from '../protocol/errorMessages.ts';
import { LIBRARY } from '../protocol/library.ts';
import type { Source } from '../protocol/researchEvent.ts';
import { findNamedDocument } from './documents.ts';
import type { McpDeps } from './mcpDeps.ts';
import type { McpGuard } from './mcpGuard.ts';
import type { McpAnswer } from './mcpRecords.ts';
import { outgoingText, outgoingUri } from './outgoing.ts';
import { libraryReady, type Progress } from './progress.ts';
import { readInput, readInputOf, researchInput, searchInput } from './toolInput.ts';
import type { McpPassage, ToolName, ToolOutput } from './toolList.ts';
import { ToolProblem } from './toolProblem.ts';

/** The structured result, and the same as text for clients that read no other. */
export interface ToolResult<Name extends ToolName = ToolName> {
  readonly structured: ToolOutput<Name>;
  readonly text: string;
}

type NamedToolRun<Name extends ToolName> = (
  input: unknown,
  signal: AbortSignal,
  progress: Progress,
) => Promise<ToolResult<Name>>;
export type ToolRun = (input: unknown, signal: AbortSignal, progress: Progress) => Promise<ToolResult>;
export type Tools = { readonly [Name in ToolName]: NamedToolRun<Name> };

/** Passages without `limit`, and lines without an end line. */
const DEFAULT_PASSAGES = 8;
const DEFAULT_LINES = 60;

export function createTools({ library, answering, hosted, guard, records, signal: ended, now }: McpDeps): Tools {
  /** Records the question, does the work, and records its answer, however it ends. */
  async function recorded<T>(
    question: { content: string; askMode: AskMode; service: string },
    work: () => Promise<{ answer: McpAnswer; result: T }>,
  ): Promise<T> {
    const { content, askMode, service } = question;
    const messages = [{ role: 'human', content } as const];
    const finish = await records?.asked({ messages, askMode, service });
    let answer: McpAnswer = { state: 'failed', text: '', sources: [], finishReason: null };
    try {
      const done = await work();
      ({ answer } = done);
      return done.result;
    } finally {
      await finish?.(answer);
    }
  }

  return {
    async research(input, caller, progress) {
      const { question, mode } = readInputOf(researchInput, input);
      const askMode = mode ? NAMED_MODES[mode] : DEFAULT_ASK_MODE;
      // A question to the hosted service has placeholders; one to the library has not.
      const content = hosted ? guard.outgoing(question) : guard.incoming(question);
      if (content === null) {
        throw new ToolProblem('The question contains client identifiers. It was not sent. Remove them and ask again.');
      }
      if (!hosted) await libraryReady(library, progress, now);
      const whole = await recorded({ content, askMode, service: answering.service }, async () => {
        const asked = { messages: [{ role: 'human', content } as const], askMode };
        const result = await askWhole(answering, asked, AbortSignal.any([caller, ended]), progress.step);
        return { answer: { ...result, sources: result.sources.map(unread) }, result };
      });
      if (whole.state === 'failed') throw new ToolProblem(errorLine(answering.describeError(whole.failure), english));
      const { text: answer, sources, suggestions } = whole;
      return {
        structured: {
          answer,
          sources: sources.map((source) => toPassage(source, guard)),
          suggestions: [...suggestions],
        },
        text: `${NOTICE}\n\n${answer}${sourceList(sources)}`,
      };
    },

    async search_library(input, _caller, progress) {
      const { query, limit = DEFAULT_PASSAGES, kind, path, dateFrom, dateTo } = readInputOf(searchInput, input);
      if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo) {
        throw new ToolProblem('dateFrom must not be after dateTo.');
      }
      await libraryReady(library, progress, now);
      await checkKind(library, kind, guard);
      const content = guard.incoming(query);
      const search = {
        query: content,
        limit,
        ...(kind !== undefined && { kind }),
        ...(path !== undefined && { path: guard.incoming(path) }),
        ...(dateFrom !== undefined && { dateFrom }),
        ...(dateTo !== undefined && { dateTo }),
      };
      const asked = { content, askMode: DEFAULT_ASK_MODE, service: LIBRARY };
      const { passages: sources, undated } = await recorded(asked, async () => {
        const found = await library.search(search);
        const { passages } = found;
        return {
          answer: { state: 'done', text: '', sources: passages.map(unread), finishReason: null },
          result: found,
        };
      });
      const nothing = 'No passage was found. Use other words, or fewer filters.';
      const text = sources.length === 0 ? nothing : `${NOTICE}\n\n${passageList(sources)}`;
      return {
        structured: {
          passages: sources.map((source) => toPassage(source, guard)),
          ...(undated > 0 && { note: undatedNote(undated) }),
        },
        text: undated === 0 ? text : `${text}\n\n${undatedNote(undated)}`,
      };
    },

    async read_passage(input, _caller, progress) {
      const { line = 1, endLine, ...named } = readInputOf(readInput, input);
      if (endLine !== undefined && endLine < line) throw new ToolProblem('endLine must not be before line.');
      await libraryReady(library, progress, now);
      const document = await findNamedDocument(library, guard.incoming(named.path));
      if (document === null) {
        throw new ToolProblem(
          'path: the library has no such document, or several whose paths end so. Use a path that search_library returned.',
        );
      }
      const { path } = document;
      const lines = (await library.readLibraryText(path)).split('\n');
      if (line > lines.length) throw new ToolProblem(`line: the document has ${lines.length} lines.`);
      const last = Math.min(endLine ?? line + DEFAULT_LINES - 1, lines.length);
      const text = lines.slice(line - 1, last).join('\n');
      return {
        structured: { path, uri: outgoingUri(guard, path), line, endLine: last, lines: lines.length, text },
        text: `${NOTICE}\n\n${path}:${line}-${last}\n${text}`,
      };
    },
  };
}

async function checkKind(
  library: Pick<McpDeps['library'], 'kinds'>,
  kind: string | undefined,
  guard: McpGuard,
): Promise<void> {
  if (kind === undefined) return;
  const kinds = await library.kinds();
  if (kinds.includes(kind)) return;
  throw new ToolProblem(
    kinds.length === 0
      ? 'kind: no document of the library states its kind. Leave the field out.'
      : outgoingText(guard, `kind must be one of: ${kinds.join(', ')}.`),
  );
}

function undatedNote(count: number): string {
  return count === 1
    ? '1 passage without a date was left out that fits as well. Search without dateFrom and dateTo to see it.'
    : `${count} passages without a date were left out that fit as well. Search without dateFrom and dateTo to see them.`;
}

const unread = (source: Source) => ({ ...source, review: 'unread' as const });

function toPassage({ title, section, date, kind, url, location, snippet }: Source, guard: McpGuard): McpPassage {
  // Other places are those of the service that answered. As a file, they would have the working folder of this process in front.
  const isFile = location?.document === undefined && isAbsolute(location?.path ?? '');
  const uri = location && isFile ? outgoingUri(guard, location.path) : url;
  return {
    title,
    ...(section !== undefined && { section }),
    ...(location && { path: location.path, line: location.line, endLine: location.endLine }),
    ...(location?.place !== undefined && { place: location.place }),
    ...(date !== undefined && { date }),
    ...(kind !== undefined && { kind }),
    ...(uri !== null && { uri }),
    ...(snippet !== undefined && { text: snippet }),
  };
}
