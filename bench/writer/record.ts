/**
 * Records the answers of `test/fixtures/writtenAnswers`: `node bench/writer/record.ts --library DIR [--library DIR] --replies FILE --prompts FILE`.
 * Each round writes the prompts that have no reply yet, and reads replies: a line `=== DIGEST`, then the reply. When none is missing,
 * it writes the record and the answers.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createLibraryIndex } from '../../src/service/index/libraryIndex.ts';
import { createPassageFinder } from '../../src/service/research/passageFinder.ts';
import type { PassageFinder, WriterPassage } from '../../src/service/writer/passage.ts';
import {
  ANSWERS_FILE,
  digestOf,
  RECORD_FILE,
  readQuestions,
  recordedModel,
  rendered,
  runQuestion,
} from '../../test/support/recordedAnswers.ts';

const { values } = parseArgs({
  options: {
    library: { type: 'string', multiple: true, default: [] },
    replies: { type: 'string', default: '' },
    prompts: { type: 'string', default: '' },
  },
});

const replies = new Map<string, string>();
for (const block of existsSync(values.replies) ? readFileSync(values.replies, 'utf8').split(/^=== /m).slice(1) : []) {
  const end = block.indexOf('\n');
  replies.set(block.slice(0, end).trim(), block.slice(end + 1).trim());
}
const folders = values.library.map((folder) => resolve(folder));
const library = createLibraryIndex({ folders, indexDir: join(tmpdir(), 'fiscal-record') });
await library.ready();

const passages = new Map<number, WriterPassage>();
const searches: Record<string, number[]> = {};
const related: Record<string, number[]> = {};
const used: Record<string, string> = {};
const idsOf = (found: readonly WriterPassage[]) =>
  found.map((passage) => {
    const path = folders.reduce((rest, folder) => rest.replace(`${folder}/`, ''), passage.source.location.path);
    const { source } = passage;
    passages.set(passage.id, { ...passage, source: { ...source, location: { ...source.location, path } } });
    return passage.id;
  });

function recording(finder: PassageFinder): PassageFinder {
  return {
    async search(question, limit) {
      const found = await finder.search(question, limit);
      searches[`${limit} ${question.text}`] = idsOf(found);
      return found;
    },
    async related(from, limit) {
      const found = await finder.related(from, limit);
      related[`${limit} ${from.map(({ id }) => id).join(' ')}`] = idsOf(found);
      return found;
    },
  };
}

const missing: string[] = [];
const answers: string[] = [];
for (const question of readQuestions()) {
  const model = recordedModel((messages) => {
    const digest = digestOf(messages);
    const reply = replies.get(digest);
    if (reply === undefined) {
      missing.push(`=== ${digest} ${question.id}\n${messages.map(({ content }) => content).join('\n')}\n`);
      throw new Error('No reply yet.');
    }
    used[digest] = reply;
    return reply;
  });
  const run = await runQuestion(
    question,
    model,
    recording(createPassageFinder(library, new AbortController().signal)),
  ).catch(() => null);
  if (run) answers.push(rendered(question, run));
}
await library.close();
if (values.prompts !== '') writeFileSync(values.prompts, missing.join('\n'));
console.log(`${missing.length} prompts without a reply, ${answers.length} answers`);
if (missing.length === 0) {
  const record = { passages: [...passages.values()], searches, related, replies: used };
  writeFileSync(RECORD_FILE, `${JSON.stringify(record, null, 1)}\n`);
  writeFileSync(ANSWERS_FILE, answers.join('\n'));
}
