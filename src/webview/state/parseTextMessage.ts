/**
 * Messages of the host that are only pieces of text, read by hand: thousands may wait in a row, and the schema of all messages
 * takes many times as long for each. Exactly as strict as the schema; a test holds them against each other.
 */
import type { Change } from '../../conversation/changes.ts';
import type { HostMessage } from '../../panel/messages.ts';

/** The message, made anew without what the schema does not know; null when the schema has to say what it is. */
export function readPieces(data: unknown): HostMessage | null {
  if (!isRecord(data) || data.type !== 'changes' || !isInt(data.seq) || !Array.isArray(data.changes)) return null;
  const changes: Change[] = [];
  for (const change of data.changes) {
    const piece = readPiece(change);
    if (!piece) return null;
    changes.push(piece);
  }
  return { type: 'changes', seq: data.seq, changes };
}

function readPiece(change: unknown): Change | null {
  if (!isRecord(change) || change.type !== 'text') return null;
  const { turnId, epoch, offset, text, at } = change;
  if (typeof turnId !== 'string' || typeof text !== 'string') return null;
  if (!isInt(epoch) || !isInt(offset) || typeof at !== 'number' || !Number.isFinite(at)) return null;
  return { type: 'text', turnId, epoch, offset, text, at };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isInt(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
