import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fingerprintOf, sourcesFingerprint } from '../../scripts/support/fingerprint.ts';
import { cpuTime } from '../support/cpuTime.ts';

it('a fingerprint changes with a content, a name and a new file in a folder, and with nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-fingerprint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'inner'));
  const seen = new Set<string>();
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    seen.add(fingerprintOf([folder, join(folder, 'missing')]));
  };
  write('a.txt', 'one');
  write('a.txt', 'one');
  expect(seen.size).toBe(1);
  write('a.txt', 'two');
  write('inner/b.txt', 'two');
  rmSync(join(folder, 'a.txt'));
  write('c.txt', 'two');
  expect(seen.size).toBe(4);
});

it('the fingerprint of the sources takes less than two seconds of CPU time', () => {
  expect(cpuTime(() => expect(sourcesFingerprint()).toBe(sourcesFingerprint()))).toBeLessThan(2000);
});
