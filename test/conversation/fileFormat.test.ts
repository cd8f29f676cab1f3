import { expect, it, vi } from 'vitest';
import { newConversation } from '../../src/conversation/conversation.ts';
import { createReplay, headerLine, readSummary, summaryLine } from '../../src/conversation/fileFormat.ts';

it.each(['a', '{}'])('a conversation file with millions of lines like %s is given up after 10,000 of them', (line) => {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    const replay = createReplay('c');
    for (let at = 0; at < 2_000_000; at += 1) replay.add(line);
    expect(replay).toMatchObject({ damaged: 2_000_000, isUnreadable: true });
    expect(parse.mock.calls.length).toBe(10_000);
  } finally {
    parse.mockRestore();
  }
});

it.each([true, undefined])('a file says whether an agent began its conversation: %s', (byAgent) => {
  const conversation = newConversation({ id: 'c', now: 1, ...(byAgent && { byAgent }) });
  const replay = createReplay('c');
  replay.add(headerLine(conversation));
  expect(replay.conversation.byAgent).toBe(byAgent);
  expect(readSummary(summaryLine(conversation))?.byAgent).toBe(byAgent);
});
