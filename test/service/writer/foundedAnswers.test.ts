/** Answers over the sections of the Internal Revenue Code, by models that copy sentences of the passages, faithfully or not. */

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { plainSentences, plantFault, seeded } from '../../../bench/check/generate.ts';
import type { ResearchMode } from '../../../src/protocol/chatCompletions.ts';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { createLibraryResearcher, type LibraryResearcher } from '../../../src/service/research/libraryResearcher.ts';
import { escapeMarkdown } from '../../../src/service/writer/cleanText.ts';
import { createScriptedModel } from '../../support/scriptedModel.ts';
import { IRC } from '../temporary.ts';

const ANSWERS = { numRuns: 40, seed: 15 } as const;
const QUESTIONS = [
  'How long must a home be owned before its gain is excluded?',
  'What limits the expensing of equipment?',
  'Which losses from wash sales are disallowed?',
  'When is gain on a like-kind exchange recognized?',
  'How is the basis of property from a decedent determined?',
  'What is the gross income test for a dependent?',
  'Which corporations can be S corporations?',
  'What is the rate of tax on self-employment income?',
  'Who may deduct contributions to a retirement plan?',
  'When is a casualty loss deductible?',
  'Which credits depend on adjusted gross income?',
  'When are business meals deductible?',
] as const;

let library: LibraryResearcher;
beforeAll(async () => {
  library = createLibraryResearcher({ indexDir: null, folders: [IRC] });
  await library.ready();
  return () => library.close();
});

interface Given {
  readonly key: string;
  readonly text: string;
}

/** The passages of a prompt, as the model receives them. */
function passagesOf(prompt: string): Given[] {
  const passages: { key: string; text: string }[] = [];
  for (const line of prompt.split('\n')) {
    const key = /^=====\S+ (S\d+) \|/.exec(line)?.[1];
    if (key !== undefined) passages.push({ key, text: '' });
    const last = passages.at(-1);
    if (last && line.startsWith('> ')) last.text += `${line.slice(2)}\n`;
  }
  return passages;
}

interface Written {
  readonly text: string;
  readonly steps: string;
  /** The sentences of the model that are copied from the passages. */
  readonly faithful: readonly string[];
  /** The values of the model that are in no passage. */
  readonly invented: readonly string[];
}

/** Asks a model that writes up to nine sentences and invents a value in one of four, or in none. */
async function answered(seed: number, invents: boolean): Promise<Written> {
  const random = seeded(seed);
  const faithful: string[] = [];
  const invented: string[] = [];
  const question = QUESTIONS[Math.floor(random() * QUESTIONS.length)] ?? QUESTIONS[0];
  const askMode: ResearchMode = random() < 0.5 ? 'tax_research_normal' : 'tax_research_fast_research';
  const model = createScriptedModel({
    chunk: 1 + Math.floor(random() * 40),
    replies: {
      rewrite: 'SEARCH: limitation taxable year amount',
      write(prompt) {
        const all = passagesOf(prompt).flatMap(({ key, text }) =>
          plainSentences(text).map((sentence) => ({ key, sentence })),
        );
        const chosen = new Map<string, string>();
        while (chosen.size < Math.min(9, all.length)) {
          const { key, sentence } = all[Math.floor(random() * all.length)] ?? { key: '', sentence: '' };
          chosen.set(sentence, key);
        }
        const planted = all.flatMap(({ key, sentence }) => {
          const fault = invents && !chosen.has(sentence) ? plantFault(sentence, prompt, random) : null;
          return fault ? [{ key, ...fault }] : [];
        });
        const lines = [...chosen].flatMap(([sentence, key], at) => {
          faithful.push(sentence);
          const fault = at % 3 === 2 ? planted[(at - 2) / 3] : undefined;
          if (fault) invented.push(fault.value);
          return [`${sentence}. {${key}}`, ...(fault ? [`${fault.sentence}. {${fault.key}}`] : [])];
        });
        return `## RULE\n${lines.join('\n')}\n## CONCLUSION\n${lines[0] ?? ''}\nEND`;
      },
      repair: () => (random() < 0.5 ? 'DROP\nDROP\nDROP\nEND' : 'The amount is $97,531,864.21. {S1}\nDROP\nEND'),
    },
  });
  const request = {
    question: plainQuestion(question),
    context: [],
    askMode,
    allowedAskModes: null,
    zeroDataRetention: false,
  };
  let text = '';
  let steps = '';
  for await (const output of library.research(request, new AbortController().signal, { model, zeroRetention: false })) {
    if (output.type === 'text') text += output.text;
    if (output.type === 'parts') text = output.text ?? text;
    if (output.type === 'step') steps += `${output.title}\n`;
  }
  return { text, steps, faithful, invented };
}

describe('answers of a model over the library', () => {
  it('no sentence of a model that copies from the passages is left out', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const { text, faithful } = await answered(seed, false);
        expect(faithful.length).toBeGreaterThan(0);
        expect(text).toContain('Written by Scripted Model');
        expect(text).not.toContain('Left out');
        for (const sentence of faithful) expect(text).toContain(escapeMarkdown(sentence.trim()));
      }),
      ANSWERS,
    );
  });

  it('no value that a model invents is shown, and the sentences around it are', async () => {
    let inventions = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const { text, steps, faithful, invented } = await answered(seed, true);
        inventions += invented.length;
        for (const value of [...invented, '$97,531,864.21']) expect(`${text}\n${steps}`).not.toContain(value);
        for (const sentence of faithful) expect(text).toContain(escapeMarkdown(sentence.trim()));
        expect(text.includes('### Left out')).toBe(invented.length > 0);
      }),
      ANSWERS,
    );
    expect(inventions).toBeGreaterThan(80);
  });
});
