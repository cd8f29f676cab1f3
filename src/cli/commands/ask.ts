/** `fiscal ask`: prints the answer to one question, for people and scripts. */
import { text as readAll } from 'node:stream/consumers';
import { DEFAULT_LIMITS } from '../../client/limits.ts';
import { findIdentifiers, mask } from '../../compliance/guard/identifiers.ts';
import { sourceLine } from '../../conversation/agentText.ts';
import { createLibraryClient, type LibraryClient } from '../../libraryClient/libraryClient.ts';
import type { QuestionModel } from '../../libraryClient/modelCalls.ts';
import { askWhole, type WholeAnswer } from '../../libraryClient/wholeAnswer.ts';
import { createMcpGuard } from '../../mcp/mcpGuard.ts';
import { type AskMode, NAMED_MODES } from '../../protocol/chatCompletions.ts';
import { english, errorLine } from '../../protocol/errorMessages.ts';
import { type Command, type Environment, EXIT, UsageError } from '../command.ts';
import { openHosted, readClientNames, readGuard, readHosted } from '../hostedOptions.ts';
import { MODEL_HELP, MODEL_OPTIONS, type ModelGuard, openModel, readModel } from '../modelOptions.ts';
import { openLibrary } from '../openLibrary.ts';
import { LIBRARY_HELP, LIBRARY_OPTIONS, parseOptions, readLibrary } from '../options.ts';
import { print, printError, printJson } from '../terminal.ts';
import { createTerminalProgress, type TerminalProgress } from '../terminalProgress.ts';

const MODES: Readonly<Record<string, AskMode>> = { ...NAMED_MODES, auto: 'auto' };

const HELP = `Answers a question, with its sources.

Usage: fiscal ask QUESTION --library DIR [options]

A question of - is read from standard input. With --library or --laws, the library answers. Without them,
the service of FISCAL_BASE_URL answers, with the key of FISCAL_API_KEY.

${LIBRARY_HELP}  --mode MODE        fast (default), deep, audit or auto.
  --json             Print the answer, its sources and suggestions as JSON. Default: Markdown.
  --zero-retention   Ask the service, or the language model, not to retain the question and the answer.
  --identifiers MODE Client identifiers in a question to a service, and in what a language model on another machine receives:
                     "replace" (default) sends placeholders and says so, "block" refuses, "off" does not check.
                     FISCAL_CLIENT_NAMES names clients, one a line, which are identifiers as well.
${MODEL_HELP}  --help             Show this.

Exit codes: 0 an answer with sources, 1 a failure, 2 wrong options, 3 an answer without sources: nothing was found.
`;

interface Question {
  readonly text: string;
  readonly askMode: AskMode;
  readonly zeroRetention: boolean;
}

/** Who answers, and what ends it. */
interface Answerer {
  readonly client: LibraryClient;
  /** Ends when all that can be searched is read. A program of the command line cannot offer to ask again. */
  ready(): Promise<unknown>;
  /** The question as it is sent. */
  readonly sent: string;
  /** A text of the answer as the user reads it. */
  received(text: string): string;
  dispose(): void;
}

async function run(argv: readonly string[], env: Environment): Promise<void> {
  const { values, positionals } = parseOptions(argv, {
    ...LIBRARY_OPTIONS,
    ...MODEL_OPTIONS,
    mode: { type: 'string', default: 'fast' },
    json: { type: 'boolean', default: false },
    'zero-retention': { type: 'boolean', default: false },
    identifiers: { type: 'string', default: 'replace' },
  });
  const askMode = Object.hasOwn(MODES, values.mode) ? MODES[values.mode] : undefined;
  if (askMode === undefined) throw new UsageError(`--mode: use ${Object.keys(MODES).join(', ')}`);
  const words = positionals.join(' ').trim();
  const text = words === '-' ? (await readAll(process.stdin)).trim() : words;
  if (text === '') throw new UsageError('Enter a question: fiscal ask "QUESTION" --library DIR');
  const question = { text, askMode, zeroRetention: values['zero-retention'] };
  const guard = { guard: readGuard(values.identifiers), clientNames: readClientNames(env) };
  const model = readModel(values, env);
  const usesLibrary = Boolean(values.library || values.laws);
  const leaves = usesLibrary ? model !== null && !model.onThisMachine : true;
  if (leaves && guard.guard === 'replace') sayReplaced(text, guard.clientNames);
  const progress = createTerminalProgress();
  const answerer = usesLibrary
    ? openLibraryAnswerer(text, readLibrary(values, [], env), model && openModel(model, guard), progress)
    : openHostedAnswerer(text, guard, env);
  try {
    await answerer.ready();
    const answer = await answerOf(question, answerer, progress);
    if (values.json) printJson(answer);
    else print(toMarkdown(answer));
    if (answer.sources.length === 0) process.exitCode = EXIT.nothingFound;
  } finally {
    progress.clear();
    answerer.dispose();
  }
}

/** Says which client identifiers of the question are sent as placeholders. */
function sayReplaced(text: string, clientNames: readonly string[]): void {
  const found = new Set(findIdentifiers(text, clientNames).map((finding) => `${finding.kind} ${mask(finding)}`));
  if (found.size > 0)
    printError(`Client identifiers of the question are sent as placeholders: ${[...found].join(', ')}`);
}

function openLibraryAnswerer(
  text: string,
  config: Parameters<typeof openLibrary>[0],
  model: QuestionModel | null,
  progress: TerminalProgress,
): Answerer {
  const connection = openLibrary(config, progress.library);
  const { idleTimeout } = DEFAULT_LIMITS;
  const client = createLibraryClient({ connection, model, idleTimeout });
  const { ready, dispose } = connection;
  return { client, ready, sent: text, received: (received) => received, dispose };
}

function openHostedAnswerer(text: string, { guard: mode, clientNames }: ModelGuard, env: Environment): Answerer {
  const hosted = readHosted(env);
  if (hosted === null) {
    throw new UsageError('Name a folder of documents: --library DIR. Or set FISCAL_BASE_URL and FISCAL_API_KEY.');
  }
  const guard = createMcpGuard(mode, clientNames);
  const sent = guard.outgoing(text);
  if (sent === null)
    throw new Error('The question contains client identifiers. It was not sent. Remove them and ask again.');
  return { client: openHosted(hosted), ready: async () => {}, sent, received: guard.shown, dispose: () => {} };
}

/** Throws if there is no whole answer. */
async function answerOf(
  { text, askMode, zeroRetention }: Question,
  { client, sent, received }: Answerer,
  progress: TerminalProgress,
): Promise<WholeAnswer & { question: string }> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const messages = [{ role: 'human', content: sent } as const];
  const asked = { messages, askMode, ...(zeroRetention && { ZeroDataRetention: true }) };
  const { failure, ...answer } = await askWhole(client, asked, stop.signal, progress.show);
  progress.clear();
  if (answer.state === 'failed') throw new Error(errorLine(client.describeError(failure), english));
  if (answer.state === 'stopped') throw new Error('The answer was stopped.');
  return { question: text, ...answer, text: received(answer.text) };
}

function toMarkdown({ text, sources }: WholeAnswer): string {
  const list = sources.map((source, index) => `[${index + 1}] ${sourceLine(source)}  \n`).join('');
  return list === '' ? text.trim() : `${text.trim()}\n\n## Sources\n\n${list.trimEnd()}`;
}

export const ask: Command = { help: HELP, run };
