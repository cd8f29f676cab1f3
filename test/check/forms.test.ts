import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { checkGrounding } from '../support/grounding.ts';

const FILE = join(import.meta.dirname, '../fixtures/cases/groundingForms.json');
/** A passage with answers that it supports and answers with one fault each. */
const passages = z
  .array(
    z.object({
      title: z.string(),
      text: z.string(),
      question: z.string(),
      right: z.array(z.string()),
      wrong: z.array(z.string()),
    }),
  )
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));

const OTHER = {
  title: '§ 7701. Definitions',
  text: 'When used in this title, the term person shall be construed to mean and include an individual, a trust, estate, partnership, association, company or corporation.',
};

for (const { title, text, question, right, wrong } of passages) {
  const findings = (answer: string) => checkGrounding({ question, answer, sources: [{ title, text }, OTHER] });
  describe(`answers from ${title}`, () => {
    it(`each right answer from “${title}” passes, in whatever form it states its values`, () => {
      for (const answer of right) expect(findings(answer), answer).toEqual([]);
    });
    it(`each wrong answer from “${title}” is reported`, () => {
      for (const answer of wrong) expect(findings(answer), answer).not.toEqual([]);
    });
  });
}
