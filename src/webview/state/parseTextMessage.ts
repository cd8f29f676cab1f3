/**
 * A parser for messages that contain only text changes. Thousands of them can be queued, and the schema of all messages takes
 * many times as long for each one. The parser is exactly as strict as the schema. A test compares the two.
 */
import type { Change } from '../../conversation/change.ts';
import { capTime } from '../../conversation/conversation.ts';
import type { HostMessage } from '../../panel/messages.ts';

/** Returns a copy of the message without unknown properties, or null if the message must be parsed by the schema. */
export function parseTextMessage(data: unknown): HostMessage | null {
  if (!isRecord(data) || data.type !== 'changes' || !isInt(data.seq) || !Array.isArray(data.changes)) return null;
  const changes: Change[] = [];
  for (const item of data.changes) {
    const change = parseTextChange(item);
    if (!change) return null;
    changes.push(change);
  }
  return { type: 'changes', seq: data.seq, changes };
}

function parseTextChange(change: unknown): Change | null {
  if (!isRecord(change) || change.type !== 'text') return null;
  const { turnId, epoch, offset, text, at } = change;
  if (typeof turnId !== 'string' || typeof text !== 'string') return null;
  if (!isInt(epoch) || !isInt(offset) || typeof at !== 'number' || !Number.isFinite(at)) return null;
  return { type: 'text', turnId, epoch, offset, text, at: capTime(at) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isInt(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
