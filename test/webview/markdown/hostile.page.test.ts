import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { HostileCase } from './support/hostile.ts';
import { hostileCases } from './support/hostileCases.ts';
import { openRendererPage, type RendererPage } from './support/rendererPage.ts';

const samples = new URL('../../fixtures/cases/markdown-xss.json', import.meta.url);
const given: HostileCase[] = JSON.parse(readFileSync(samples, 'utf8'));

/**
 * Milliseconds of processor time in which a sample is rendered at once, in chunks, and checked. Rendering that is not linear takes much
 * longer.
 */
const MAX_TIME = 10_000;

let renderer: RendererPage;
beforeAll(async () => {
  renderer = await openRendererPage();
});
afterAll(() => renderer.close());

/** No hostile answer sends a request, runs a script or leaves the page. */
afterEach(async () => {
  expect(renderer.requests).toEqual([]);
  expect(await renderer.page.evaluate(() => window.executed)).toBe(0);
  expect(renderer.page.url()).toBe('https://renderer.test/');
});

async function run(cases: readonly HostileCase[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const sample of cases) {
    for (const fault of await faultsOf(sample)) wrong.push(`${sample.id} ${sample.name.slice(0, 80)}: ${fault}`);
  }
  return wrong;
}

async function faultsOf(sample: HostileCase): Promise<string[]> {
  let faults: string[] = [];
  const time = await renderer.cpuTime(async () => {
    const { wrong, text } = await renderer.page.evaluate((sample) => window.renderer.runHostile(sample), sample);
    const lost = (sample.must_show ?? []).filter((shown) => !text.includes(shown));
    faults = [...wrong, ...lost.map((shown) => `lost: ${shown}`)];
  });
  return time < MAX_TIME ? faults : [...faults, `slow: ${Math.round(time)} ms`];
}

describe('Hostile answers', () => {
  const classes = [...new Set(given.map((sample) => sample.class))];
  it.each(classes)('a hostile answer of the shared samples is harmless in every state: %s', async (name) => {
    expect(await run(given.filter((sample) => sample.class === name))).toEqual([]);
  });

  const isExhausting = (sample: HostileCase) => sample.class === 'resource-exhaustion';
  const own = [...new Set(hostileCases.filter((sample) => !isExhausting(sample)).map((sample) => sample.class))];
  it.each(own)('a hostile answer of our own cases is harmless in every state: %s', async (name) => {
    expect(await run(hostileCases.filter((sample) => sample.class === name))).toEqual([]);
  });

  // One test each: together they take a minute on a busy machine.
  it.each(hostileCases.filter(isExhausting))(
    'a hostile answer of our own cases is rendered in time: $name',
    async (sample) => {
      expect(await run([sample])).toEqual([]);
    },
  );
});
