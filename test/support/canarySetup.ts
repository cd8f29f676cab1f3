/** Runs before every unit test file: fails it when the canary key is printed by anything in it. */
import { afterAll, expect } from 'vitest';
import { holdsCanary } from './canary.ts';

let leaked: string | undefined;

for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream);
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    if (holdsCanary(text)) leaked = text.slice(0, 40);
    return (write as (...all: unknown[]) => boolean)(chunk, ...rest);
  }) as typeof stream.write;
}
for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
  const print = console[name].bind(console);
  console[name] = (...values: unknown[]) => {
    const text = values
      .map((value) => (value instanceof Error ? `${value.stack}${value.message}` : String(value)))
      .join(' ');
    if (holdsCanary(text)) leaked = `console.${name}`;
    print(...values);
  };
}

afterAll(() => {
  expect(leaked, 'the canary key was printed').toBeUndefined();
});
