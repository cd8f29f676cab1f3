import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import german from '../../l10n/bundle.l10n.de.json' with { type: 'json' };
import { parseAuthorities } from '../../src/authority/parseAuthorities.ts';
import type { LibraryQuestion } from '../../src/libraryClient/askLibrary.ts';
import { createLibraryConnection, type LibraryConnection } from '../../src/libraryClient/libraryConnection.ts';
import { ModelError } from '../../src/model/modelError.ts';
import { plainQuestion } from '../../src/protocol/question.ts';
import type { Source } from '../../src/protocol/researchEvent.ts';
import { EMPTY_TRANSLATIONS, type Translations } from '../../src/protocol/translations.ts';
import { makeWord, paragraph } from '../service/documents/support/makeOffice.ts';
import { makePdf } from '../service/documents/support/makePdf.ts';
import { createScriptedModel, type ScriptedModel } from '../support/scriptedModel.ts';

const WORKER = fileURLToPath(new URL('../../src/service/worker/main.ts', import.meta.url));
const BUNDLES = fileURLToPath(new URL('../../l10n', import.meta.url));
const GERMAN: Translations = { language: 'de', texts: german };
const FRENCH: Translations = { language: 'fr', texts: { 'Your documents': 'Vos documents', Rule: 'Règle' } };

const ASKED_IN_ENGLISH = 'Can a laptop that costs less than $2,500 be expensed?';
const ASKED_IN_GERMAN = 'Kann ein Laptop, der weniger als $2,500 kostet, sofort abgezogen werden?';
const SENTENCE = 'A laptop that costs less than $2,500 may be expensed. {S1 "costs less than $2,500"}';
const INVENTED = 'A laptop that costs less than $9,999 may be expensed. {S1}';

let folder: string;
let connection: LibraryConnection;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiscal-language-'));
  writeFileSync(join(folder, 'laptop.md'), '# Laptop\n\nA laptop that costs less than $2,500 may be expensed.\n');
  writeFileSync(
    join(folder, 'abzug.md'),
    '# Sofortabzug\n\nEin Laptop, der weniger als $2,500 kostet, kann sofort abgezogen werden.\n',
  );
});

afterEach(() => {
  connection.dispose();
  rmSync(folder, { recursive: true });
});

/** VS Code in a language. */
function displayIn(translations: Translations): void {
  connection = createLibraryConnection({
    spawn: () => new Worker(WORKER, { workerData: { translations, bundles: BUNDLES } }),
  });
  connection.configure({ folders: [folder], indexDir: null, exclude: [] });
}

async function ask(text: string, model: ScriptedModel | null = null, fields: Partial<LibraryQuestion> = {}) {
  const mode = 'tax_research_fast_research';
  const question = { question: plainQuestion(text), context: [], mode, allowed: null, zeroRetention: false } as const;
  const options = { model: model && { model, zeroRetention: false }, idleTimeout: 60_000 };
  const steps: string[] = [];
  const sources: Source[] = [];
  let answer = '';
  for await (const event of connection.ask({ ...question, ...fields }, new AbortController().signal, options)) {
    if (event.type === 'step') steps.push(event.title);
    else if (event.type === 'sources') sources.push(...event.sources);
    else if (event.type === 'text') answer += event.text;
    else if (event.type === 'parts') answer = event.text ?? answer;
  }
  return { answer, sources, steps: steps.join('\n') };
}

const writing = () =>
  createScriptedModel({
    replies: { rewrite: 'SEARCH: laptop', write: `## RULE\n${SENTENCE}\n${INVENTED}\nGAP: the year\nEND` },
  });

it('a question in German gets a written answer with German headings, notes, reasons and steps in an English VS Code', async () => {
  displayIn(EMPTY_TRANSLATIONS);
  const model = writing();
  const { answer, steps } = await ask(ASKED_IN_GERMAN, model);
  expect(answer).toContain(`### ${german.Rule}`);
  expect(answer).toContain(`### ${german['Left out']}`);
  expect(answer).toContain(`### ${german['Not in your documents']}`);
  expect(answer).toContain(german['an amount']);
  expect(answer).not.toMatch(/Written by|A sentence under|### Rule/);
  expect(steps).not.toMatch(/Asking|Writing|Sentences|Held back/);
  expect(model.calls.find(({ kind }) => kind === 'repair')?.prompt).toContain('an amount in it was not found');
});

it('a question in English gets an English answer in a German VS Code', async () => {
  displayIn(GERMAN);
  const written = await ask(ASKED_IN_ENGLISH, writing());
  expect(written.answer).toContain('### Rule');
  expect(written.answer).toContain('### Left out');
  expect(written.answer).toContain('Written by Scripted Model');
  expect(written.steps).toContain('Asking Scripted Model for search words');
  const quoted = await ask(ASKED_IN_ENGLISH);
  expect(quoted.answer).toContain('### Your documents');
  expect(quoted.steps).toContain('Searching 2 documents');
});

it('a question in German gets German quotations in an English VS Code, with the reason why the model did not write', async () => {
  displayIn(EMPTY_TRANSLATIONS);
  const { answer } = await ask(ASKED_IN_GERMAN, createScriptedModel({ replies: { rewrite: new ModelError('quota') } }));
  expect(answer).toContain(german['The quota of the language model is used up.']);
  expect(answer).toContain(`### ${german['Your documents']}`);
  expect(answer).toContain(
    german['These are quotations from your documents. The library does not reason, compute or advise.'],
  );
});

it('the places of sources are in the language of the question, and those that a model reads are in English', async () => {
  const sentence = 'Eine Drehbank, die weniger als $2,500 kostet, kann sofort abgezogen werden.';
  writeFileSync(join(folder, 'drehbank.pdf'), makePdf([{ texts: [{ text: sentence, x: 72, y: 700 }] }]));
  const body =
    paragraph('Eine Drehbank der Werkstatt kostet weniger als $2,500.') +
    paragraph('Sie kann sofort abgezogen werden.');
  writeFileSync(join(folder, 'werkstatt.docx'), makeWord(body));
  displayIn(EMPTY_TRANSLATIONS);
  await connection.ready();
  const question = 'Kann eine Drehbank, die weniger als $2,500 kostet, sofort abgezogen werden?';
  const quoted = await ask(question);
  const places = quoted.sources.map(({ location }) => location?.place);
  expect(places).toContain('Seite 1');
  expect(places).toContain('Absätze 1–2');
  expect(quoted.sources.map(({ section }) => section).join('; ')).not.toMatch(/page|paragraph/);
  const model = writing();
  await ask(question, model);
  const prompt = model.calls.find(({ kind }) => kind === 'write')?.prompt ?? '';
  expect(prompt).toContain('page 1');
  expect(prompt).not.toContain('Seite 1');
});

it('the places of an overview are in the display language', async () => {
  const lines = ['Rechnung', 'Rechnungsnummer: R-7'].map((text, at) => ({ text, x: 72, y: 700 - 40 * at }));
  writeFileSync(join(folder, 'rechnung.pdf'), makePdf([{ texts: lines }]));
  displayIn(GERMAN);
  await connection.ready();
  const { documents } = await connection.overview(folder);
  const invoice = documents.find(({ path }) => path.endsWith('.pdf'));
  expect(JSON.stringify(invoice)).toContain('"place":"Seite 1"');
});

it('the place of an authority that is looked up is in the display language', async () => {
  const lines = ['§ 179 Election to expense', '(a) A taxpayer may elect to expense the cost of a lathe.'];
  const texts = lines.map((text, at) => ({ text, x: 72, y: 700 - 40 * at }));
  writeFileSync(join(folder, 'irc-179.pdf'), makePdf([{ texts }]));
  displayIn(GERMAN);
  await connection.ready();
  const { found } = await connection.lookUp(parseAuthorities('§ 179(a)'), 1000);
  expect(found).toMatchObject([{ match: 'exact', place: 'Seite 1' }]);
});

it('questions that are answered at the same time keep their languages', async () => {
  displayIn(EMPTY_TRANSLATIONS);
  const [english, other] = await Promise.all([ask(ASKED_IN_ENGLISH, writing()), ask(ASKED_IN_GERMAN, writing())]);
  expect(english.answer).toContain('### Left out');
  expect(other.answer).toContain(`### ${german['Left out']}`);
});

it('a question without a word that tells its language gets the language of the question before it', async () => {
  displayIn(EMPTY_TRANSLATIONS);
  const context = [{ question: plainQuestion(ASKED_IN_GERMAN), answer: '' }];
  expect((await ask('Laptop 2026?', null, { context })).answer).toContain(german['Your documents']);
  expect((await ask('Laptop 2026?')).answer).toContain('### Your documents');
});

it('an answer stays in a display language that questions are not told apart in', async () => {
  displayIn(FRENCH);
  expect((await ask(ASKED_IN_ENGLISH)).answer).toContain('### Vos documents');
  expect((await ask(ASKED_IN_GERMAN)).answer).toContain('### Vos documents');
});

it('a question in French gets the headings of the display language, and not German ones', async () => {
  displayIn(EMPTY_TRANSLATIONS);
  const asked = 'Quelle est la limite des prix pour les laptops ?';
  expect((await ask(asked, writing())).answer).toContain('### Rule');
});

it('a question in French after one in German gets the headings of the display language, and so does a short one after it', async () => {
  displayIn(EMPTY_TRANSLATIONS);
  const german = { question: plainQuestion(ASKED_IN_GERMAN), answer: '' };
  const asked = 'Quelle est la limite des prix pour les laptops ?';
  expect((await ask(asked, writing(), { context: [german] })).answer).toContain('### Rule');
  const french = { question: plainQuestion(asked), answer: '' };
  expect((await ask('Laptop 2026?', writing(), { context: [german, french] })).answer).toContain('### Rule');
});

it('a question in French gets the headings of a German VS Code, also after one in English', async () => {
  displayIn(GERMAN);
  const context = [{ question: plainQuestion(ASKED_IN_ENGLISH), answer: '' }];
  const { answer } = await ask('Quelle est la limite des prix pour les laptops ?', writing(), { context });
  expect(answer).toContain(`### ${german.Rule}`);
});
