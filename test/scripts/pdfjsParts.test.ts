import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/support/paths.ts';
import { leaveOut, PDF, PDF_WORKER, type PdfjsParts } from '../../scripts/support/pdfjsParts.ts';

const read = (name: string) => readFileSync(join(root, 'node_modules/pdfjs-dist/legacy/build', name), 'utf8');

/** Names that the program declares, and names that it uses. Scopes are not told apart. */
function namesOf(source: string): { declared: Set<string>; used: Set<string> } {
  const declared = new Set<string>();
  const used = new Set<string>();
  const visit = (node: unknown, key: string, parent: Record<string, unknown> | null): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, key, parent);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const fields = node as Record<string, unknown>;
    if (fields.type === 'Identifier' && typeof fields.name === 'string') {
      const isName = (key === 'property' || key === 'key') && parent?.computed !== true;
      const declares = ['id', 'params', 'param', 'local', 'elements', 'argument', 'left', 'value'].includes(key);
      if (declares) declared.add(fields.name);
      if (!isName && key !== 'label') used.add(fields.name);
    }
    for (const [name, value] of Object.entries(fields)) visit(value, name, fields);
  };
  visit(parseSync('pdf.js', source).program, '', null);
  return { declared, used };
}

describe.each<[string, PdfjsParts]>([
  ['pdf.mjs', PDF],
  ['pdf.worker.mjs', PDF_WORKER],
])('%s of pdf.js without the parts that nothing uses', (name, parts) => {
  it(`${name} uses no name that only a part that is left out declares`, () => {
    const whole = namesOf(read(name));
    const kept = namesOf(leaveOut(read(name), parts));
    const lost = [...kept.used].filter(
      (each) => whole.declared.has(each) && !kept.declared.has(each) && !(each in globalThis),
    );
    expect(lost).toEqual([]);
  });

  it(`${name} of another structure stops the build`, () => {
    expect(() => leaveOut('const changed = 1;', parts)).toThrow('pdf.js has no module');
    expect(() => leaveOut(read(name), { ...parts, replaced: [['no such expression', '']] })).toThrow(
      'pdf.js does not contain: no such expression',
    );
  });
});
