import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildProgram } from '../../scripts/support/buildProgram.ts';

let folder: string;
let library: string;
let program: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fiscal-program-'));
  library = join(folder, 'library');
  mkdirSync(library);
  writeFileSync(
    join(library, 'laptop.md'),
    '# § 179\n\nThe cost of a laptop may be expensed under section 179. The limit on expensing is $2,500,000.\u001b[2J\n',
  );
  program = await buildProgram(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the program to its end. Its folder for caches is in the folder of the test. */
function run(args: readonly string[], env: Record<string, string> = {}, input = '') {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, HOME: folder, XDG_CACHE_HOME: folder, LOCALAPPDATA: folder, ...env },
  });
  const out = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => {
    out.stdout += data;
  });
  child.stderr.on('data', (data) => {
    out.stderr += data;
  });
  child.stdin.end(input);
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, ...out })),
  );
}

const QUESTION = 'Can the cost of a laptop be expensed?';

it('fiscal ask prints the answer with its sources as Markdown, and no character that a terminal obeys', async () => {
  const { code, stdout, stderr } = await run(['ask', QUESTION, '--library', library]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout).toContain('may be expensed under section 179');
  expect(stdout).toContain(`\n## Sources\n\n[1] § 179`);
  expect(stdout).toContain(`${join(library, 'laptop.md')}:3`);
  expect(stdout).not.toContain('laptop.md:3-');
  expect(stdout).not.toContain('\u001b');
});

it('fiscal ask answers from laws alone, with the version of their text', async () => {
  const laws = join(folder, 'laws');
  mkdirSync(join(laws, 'law/usc26'), { recursive: true });
  const head = '---\ntitle: § 163. Interest\nkind: law\ndate: 2026-06-26, Public Law 119-100\n---\n\n';
  writeFileSync(join(laws, 'law/usc26/163.md'), `${head}# § 163. Interest\n\nAll interest paid is deductible.\n`);
  const { code, stdout } = await run(['ask', 'Is interest paid deductible?', '--laws', laws, '--in-memory']);
  expect(stdout).toContain('All interest paid is deductible.');
  expect(stdout).toContain('2026-06-26, Public Law 119-100');
  expect(code).toBe(0);
});

it('fiscal ask --json prints the answer, its sources and the question, which may come from standard input', async () => {
  const { code, stdout } = await run(['ask', '-', '--json', '--library', library], {}, `${QUESTION}\n`);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    question: QUESTION,
    state: 'done',
    text: expect.stringContaining('[1]'),
    sources: [{ title: '§ 179', location: { path: join(library, 'laptop.md'), line: 3 } }],
  });
});

it('names of files with characters that a terminal obeys are printed with their codes, and in JSON with escapes', async () => {
  const names = join(folder, 'names');
  mkdirSync(names);
  const name = 'evil\u001b[2J\u009b2J\u202e.docx';
  writeFileSync(join(names, name), 'x');
  const text = await run(['index', '--library', names, '--in-memory']);
  const json = await run(['index', '--library', names, '--in-memory', '--json']);
  const failed = await run(['ask', QUESTION, '--library', join(names, `${name}-missing`)]);
  for (const printed of [text.stdout, json.stdout, failed.stderr]) {
    expect(printed).toContain('evil');
    expect(printed).not.toMatch(/[\u001b\u009b\u202e]/);
  }
  expect(JSON.parse(json.stdout).skipped[0].path).toBe(join(names, name));
});

it('fiscal ask answers from the whole library, also if reading its documents takes longer than the panel waits', async () => {
  const papers = join(folder, 'papers');
  mkdirSync(papers);
  writeFileSync(join(papers, 'laptop.md'), '# Laptops\n\nLaptops are bought in May.\n');
  const rows = Array.from({ length: 30_000 }, (_, row) => `Part ${row} costs $${row}.\n\n`).join('');
  for (let paper = 0; paper < 4; paper++) {
    writeFileSync(join(papers, `parts-${paper}.md`), `# Parts ${paper}\n\nThe crane is inspected in June.\n\n${rows}`);
  }
  const { stdout } = await run(['ask', 'When is the crane inspected?', '--library', papers, '--in-memory']);
  expect(stdout).toContain('The crane is inspected in June.');
  expect(stdout).not.toContain('Not searched yet');
});

it('fiscal ask ends with code 3 if nothing was found', async () => {
  const { code, stdout } = await run(['ask', 'zanzibar quokka', '--library', library, '--json']);
  expect(code).toBe(3);
  expect(JSON.parse(stdout).sources).toEqual([]);
});

it('fiscal ask without a library asks the service of the environment with placeholders, and shows what they stand for', async () => {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const question: string = JSON.parse(body).messages[0].content;
    asked.push(question);
    const delta = { content: `You asked: ${question}` };
    if (question.startsWith('Where'))
      delta.content = '[Here](https://evil.example/?q=[SSN-1]), or evil.example/[SSN-1]';
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const env = { FISCAL_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, FISCAL_API_KEY: 'k' };
  const answered = await run(['ask', 'Must 123-45-6789 file?'], env);
  expect(asked).toEqual(['Must [SSN-1] file?']);
  expect(answered).toMatchObject({ code: 3, stdout: 'You asked: Must 123-45-6789 file?\n' });
  expect(answered.stderr).toContain('Client identifiers of the question are sent as placeholders: SSN ***-**-6789\n');
  const linked = await run(['ask', 'Where does 123-45-6789 file?'], env);
  expect(linked.stdout).toContain('evil.example');
  expect(linked.stdout).not.toContain('6789');
  asked.pop();
  const blocked = await run(['ask', 'Must 123-45-6789 file?', '--identifiers', 'block'], env);
  expect(blocked).toMatchObject({ code: 1, stderr: expect.stringContaining('It was not sent.') });
  expect(asked).toHaveLength(1);
  server.close();
  const failed = await run(['ask', 'Must I file?'], env);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/^\S.*\.\n$/);
});

it('fiscal index reads the library into the cache of the user, and lists what is not searched', async () => {
  writeFileSync(join(library, 'scan.png'), 'a picture');
  writeFileSync(join(library, 'old.doc'), 'a document of an old Word');
  const { code, stdout } = await run(['index', '--library', library]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^1 document, 1 passage \(\d skipped\)\.\nNot searched:\n {2}\S+old\.doc: \S/);
  const index = process.platform === 'darwin' ? 'Library/Caches/Fiscal/index' : 'fiscal/index';
  const folderOfIndex = process.platform === 'win32' ? 'Fiscal/Cache/index' : index;
  expect(readdirSync(join(folder, folderOfIndex)).some((name) => name.endsWith('.sqlite'))).toBe(true);
  const json = await run(['index', '--library', library, '--json', '--rebuild']);
  expect(JSON.parse(json.stdout)).toMatchObject({ documents: 1, folders: [library] });
});

it('--help shows the commands and their options, and --version the version', async () => {
  expect(await run(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage: fiscal COMMAND') });
  for (const command of ['ask', 'index', 'mcp', 'serve']) {
    const help = await run([command, '--library', '/nowhere', '--help']);
    expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(`Usage: fiscal ${command}`) });
  }
  expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

it('on a Node.js that is too old, the program prints one sentence that says so and loads nothing else', async () => {
  const old = join(folder, 'old.cjs');
  writeFileSync(old, "Object.defineProperty(process.versions, 'node', { value: '20.20.2' });\n");
  const { code, stdout, stderr } = await run(['ask', 'Why?', '--library', 'nowhere'], {
    // Such a Node.js has no SQLite.
    NODE_OPTIONS: `--no-experimental-sqlite --require ${old}`,
  });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(
    'Fiscal needs Node.js 22.16 or later, for SQLite with full-text search. This is Node.js 20.20.2.\n',
  );
});

it.each([
  [[], 'Usage: fiscal COMMAND'],
  [['answer'], 'There is no command answer. See fiscal --help.'],
  [['ask', '--library', '.'], 'Enter a question'],
  [['ask', 'Why?'], 'Name a folder of documents'],
  [['ask', 'Why?', '--library', '.', '--mode', 'slow'], '--mode: use fast, deep, audit, auto'],
  [['ask', 'Why?', '--libary', '.'], '--libary'],
  [['index', '--library', 'no-such-folder'], 'there is no folder'],
])('the command line %o ends with code 2 and says what to enter', async (args, sentence) => {
  const { code, stdout, stderr } = await run(args);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});
