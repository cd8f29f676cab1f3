/** Three questions about documents of the opened folder, for a conversation without questions. */
import type * as Vscode from 'vscode';
import { baseName, oneLine, shorten } from '../../conversation/display.ts';

const DOCUMENTS = '**/*.{md,markdown,txt,pdf,docx}';
const EXCLUDED = '**/{node_modules,.git,.*}/**';
const MAX_FOUND = 200;
const TEXT = /\.(?:md|markdown|txt)$/i;
/** Files of which the title is read. Usually three are enough. */
const MAX_READ = 12;
/** Largest file that is read, in bytes, and how much of it is searched for a title. */
const MAX_SIZE = 512 * 1024;
const MAX_START = 4096;
/** Files that are not about the subject of the folder. */
const UNRELATED = /^(?:readme|license|licence|changelog|contributing|notice|agents|claude)\b/i;
/** Longest name of a document in a question, in UTF-16 units. */
const MAX_NAME = 70;

type Workspace = Pick<typeof Vscode.workspace, 'fs'>;

export interface StarterQuestions {
  /** Empty until `update` has found documents. */
  readonly current: readonly string[];
  update(): Promise<void>;
}

export function createStarterQuestions(
  vscode: Pick<typeof Vscode, 'workspace' | 'l10n'>,
  onDidChange: () => void,
): StarterQuestions {
  const { workspace, l10n } = vscode;
  let current: readonly string[] = [];
  return {
    get current() {
      return current;
    },
    async update() {
      const files = await workspace.findFiles(DOCUMENTS, EXCLUDED, MAX_FOUND);
      const names = await namesOf(workspace, spread(files));
      const [first, second, third] = names;
      const next = [
        first === undefined ? undefined : l10n.t('What does “{0}” require?', first),
        second === undefined ? undefined : l10n.t('Which exceptions and limits does “{0}” name?', second),
        third === undefined ? undefined : l10n.t('What does “{0}” say about documentation?', third),
      ].filter((question) => question !== undefined);
      if (next.join('\n') === current.join('\n')) return;
      current = next;
      onDidChange();
    },
  };
}

async function namesOf(workspace: Workspace, files: readonly Vscode.Uri[]): Promise<string[]> {
  const names = new Set<string>();
  for (const file of files.slice(0, MAX_READ)) {
    const title = TEXT.test(file.path) ? titleIn(await readText(workspace, file)) : '';
    const name = shorten(oneLine(title || withoutEnding(file.path)), MAX_NAME);
    if (name !== '') names.add(name);
    if (names.size === 3) break;
  }
  return [...names];
}

async function readText(workspace: Workspace, file: Vscode.Uri): Promise<string> {
  try {
    if ((await workspace.fs.stat(file)).size > MAX_SIZE) return '';
    return new TextDecoder().decode((await workspace.fs.readFile(file)).slice(0, MAX_START));
  } catch {
    // The file was deleted meanwhile or cannot be read. Its name is used.
    return '';
  }
}

/** The title of the front matter, or the first heading. */
function titleIn(text: string): string {
  const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '';
  const title = /^title:[ \t]*["']?(.*?)["']?[ \t]*$/m.exec(frontMatter)?.[1] ?? /^#[ \t]+(.+)$/m.exec(text)?.[1];
  return title?.replace(/[*_`]/g, '') ?? '';
}

/** The files in an order in which the first ones are in different folders. */
function spread(files: readonly Vscode.Uri[]): Vscode.Uri[] {
  const folders = new Map<string, Vscode.Uri[]>();
  const related = files.filter(({ path }) => !UNRELATED.test(baseName(path)));
  for (const file of related.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const folder = file.path.slice(0, file.path.lastIndexOf('/'));
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  const longest = Math.max(0, ...Array.from(folders.values(), (list) => list.length));
  return Array.from({ length: longest }, (_, at) => [...folders.values()].flatMap((list) => list[at] ?? [])).flat();
}

/** The name of a file without its ending, with blanks for the characters that separate words. */
function withoutEnding(path: string): string {
  return baseName(path)
    .replace(/\.[^.]*$/, '')
    .replace(/[-_]+/g, ' ');
}
