/** Calls tools as an agent does, through the driver extension in `chatDriver`. */
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './until.ts';

export interface ToolResult {
  readonly text?: string;
  readonly error?: string;
}

export interface Agent {
  /** The driver as an extension under development, and the environment that it needs. */
  readonly driver: { readonly env: NodeJS.ProcessEnv; readonly extensionDevelopment: string };
  /** Starts a call. The result is waited for by calling what it returns. */
  call(name: string, input: unknown): Promise<() => Promise<ToolResult>>;
  /** The names of all tools that VS Code offers. */
  tools(): Promise<string[]>;
  /** The prompts that the language model of the driver received. */
  prompts(): Promise<string[]>;
  close(): Promise<void>;
}

export async function createAgent(): Promise<Agent> {
  const control = await mkdtemp(join(tmpdir(), 'fiscal-agent-'));
  let calls = 0;

  async function send(message: object): Promise<() => Promise<ToolResult>> {
    const number = ++calls;
    await writeFile(join(control, `call-${number}.part`), JSON.stringify(message));
    await rename(join(control, `call-${number}.part`), join(control, `call-${number}.json`));
    return async () => {
      const text = await until(`call ${number} has a result`, () =>
        readFile(join(control, `result-${number}.json`), 'utf8').catch(() => undefined),
      );
      return JSON.parse(text) as ToolResult;
    };
  }

  return {
    driver: {
      env: { FISCAL_TEST_CHAT: control },
      extensionDevelopment: fileURLToPath(new URL('../chatDriver', import.meta.url)),
    },
    call: (name, input) => send({ name, input }),
    tools: async () => ((await (await send({}))()).text ?? '').split('\n'),
    async prompts() {
      const text = await readFile(join(control, 'prompts'), 'utf8').catch(() => '');
      return text.split('\n').flatMap((line) => (line === '' ? [] : String(JSON.parse(line))));
    },
    close: () => rm(control, { recursive: true, force: true }),
  };
}
