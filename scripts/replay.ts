/**
 * `node scripts/replay.ts FILE`: reads a saved stream as the client does and prints one event per line. The stream comes
 * from *Fiscal: Show Response Events* or from `curl -N`. Nothing is sent.
 */
import { readFileSync } from 'node:fs';
import { replay } from './support/savedStream.ts';

const [file] = process.argv.slice(2);
if (!file) {
  console.error('Usage: node scripts/replay.ts FILE');
  process.exitCode = 2;
} else {
  const { events, error } = replay(readFileSync(file, 'utf8'));
  for (const event of events) console.log(JSON.stringify(event));
  if (error) console.log(JSON.stringify({ type: 'error', ...error }));
}
