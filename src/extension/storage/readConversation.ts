/** One stored file -> a conversation, or what of it was whole. */
import { CONVERSATION_SCHEMA, type Conversation, newConversation, type Turn } from '../../conversation/conversation.ts';
import {
  fromHeader,
  guessHeader,
  readHeader,
  readTurn,
  type StoredHeader,
  withPartial,
} from '../../conversation/fileFormat.ts';
import type { StoreFiles } from './diskFiles.ts';
import { codeOf, DamagedError } from './fileErrors.ts';
import { parseName, wholeName } from './fileNames.ts';

export type Read =
  | { readonly type: 'ok'; readonly conversation: Conversation; readonly owner: string | null }
  | { readonly type: 'newer'; readonly schema: number; readonly conversation: Conversation | null }
  | { readonly type: 'damaged'; readonly reason: string; readonly recovered: Conversation | null };

/**
 * `names` are those in the folder, for the partial files of the conversation. Throws what the file system says (ENOENT when
 * another window replaced the file meanwhile).
 */
export async function readConversation(
  files: StoreFiles,
  names: readonly string[],
  id: string,
  revision: number,
): Promise<Read> {
  let header: StoredHeader | null = null;
  let newer: number | null = null;
  let reason: string | null = null;
  const turns: Turn[] = [];
  const name = wholeName(id, revision);
  try {
    let isFirst = true;
    for await (const line of files.lines(name)) {
      if (isFirst) {
        isFirst = false;
        const read = readHeader(line);
        if (read.type === 'ok') header = read.header;
        else if (read.type === 'newer') {
          newer = read.schema;
          header = { ...guessHeader(read.raw), id, revision };
        } else reason = read.reason;
      } else {
        const turn = tryTurn(line, newer === null ? (header?.schema ?? CONVERSATION_SCHEMA) : CONVERSATION_SCHEMA);
        if (turn) turns.push(turn);
        else reason ??= `Line ${turns.length + 2} is not a question with its answer.`;
      }
    }
    if (isFirst) reason = 'The file is empty.';
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error;
    reason ??= error.message;
  }
  if (newer !== null && header) {
    return { type: 'newer', schema: newer, conversation: reason === null ? fromHeader(header, turns) : null };
  }
  if (reason === null && header && header.turns !== turns.length) {
    reason = `${turns.length} of ${header.turns} questions are there.`;
  }
  if (reason === null && header && (header.id !== id || header.revision !== revision)) {
    reason = 'The file is named for another conversation.';
  }
  if (reason !== null || !header) {
    return { type: 'damaged', reason: reason ?? 'The file is empty.', recovered: recover(id, header, turns) };
  }
  let conversation = fromHeader(header, turns);
  for (const name of partialsOf(names, id)) conversation = withPartial(conversation, await textOf(files, name));
  return { type: 'ok', conversation, owner: header.owner };
}

function tryTurn(line: string, schema: number): Turn | null {
  try {
    return readTurn(line, schema);
  } catch {
    return null;
  }
}

/** Of the earliest revision first. */
function partialsOf(names: readonly string[], id: string): string[] {
  return names
    .map((name) => ({ name, file: parseName(name) }))
    .flatMap(({ name, file }) => (file.kind === 'partial' && file.id === id ? [{ name, file }] : []))
    .sort((a, b) => a.file.revision - b.file.revision)
    .map(({ name }) => name);
}

async function textOf(files: StoreFiles, name: string): Promise<string> {
  try {
    let text = '';
    for await (const line of files.lines(name)) text += `${line}\n`;
    return text;
  } catch (error) {
    if (error instanceof DamagedError || codeOf(error) !== undefined) return '';
    throw error;
  }
}

/** The whole turns of a damaged file as a conversation that was never saved; a lost parent is replaced by the turn before. */
function recover(id: string, header: StoredHeader | null, turns: readonly Turn[]): Conversation | null {
  if (turns.length === 0) return null;
  const seen = new Set<string>();
  const hung: Turn[] = [];
  for (const turn of turns) {
    if (seen.has(turn.id)) continue;
    const parent = turn.parent === null || seen.has(turn.parent) ? turn.parent : (hung.at(-1)?.id ?? null);
    hung.push({ ...turn, parent });
    seen.add(turn.id);
  }
  const last = hung.at(-1);
  const now = last?.askedAt ?? 0;
  const base = header ? fromHeader(header, hung) : { ...newConversation({ id, now }), turns: hung };
  const head = base.currentTurnId !== null && seen.has(base.currentTurnId) ? base.currentTurnId : (last?.id ?? null);
  return { ...base, id, revision: 0, currentTurnId: head };
}
