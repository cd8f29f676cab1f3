/**
 * Plays a stream that was saved from *Fiscal: Show Response Events* or with `curl -N`:
 *   node scripts/replay.ts FILE           prints its events as the client reads them, one per line
 *   node scripts/replay.ts FILE --serve   is a research service on this machine that answers every question with it
 *   --port N                              of that service; default 3711, or any free one
 *   --no-pauses                           sends everything at once
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { freePort } from './support/freePort.ts';
import { serveSaved } from './support/replayServer.ts';
import { replay } from './support/savedStream.ts';

const DEFAULT_PORT = 3711;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    serve: { type: 'boolean' },
    port: { type: 'string' },
    pauses: { type: 'boolean', default: true },
  },
});
const [file] = positionals;
if (!file) {
  console.error('Usage: node scripts/replay.ts FILE [--serve [--port N] [--no-pauses]]');
  process.exit(2);
}

const saved = readFileSync(file, 'utf8');
const { events, error } = replay(saved);
if (values.serve) {
  const port = values.port === undefined ? await freePort(DEFAULT_PORT) : Number(values.port);
  const server = await serveSaved(saved, { port, pauses: values.pauses });
  console.log(`${file}: ${events.length} events${error ? `, then an error (${error.kind})` : ''}`);
  console.log(
    `In VS Code (npm start), run "Fiscal: Connect to Research Service…" and enter ${server.address} and any key.`,
  );
  console.log('Ctrl+C stops the service.');
} else {
  for (const event of events) console.log(JSON.stringify(event));
  if (error) console.log(JSON.stringify({ type: 'error', ...error }));
}
