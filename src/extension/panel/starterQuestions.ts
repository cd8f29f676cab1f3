/** Three questions about documents of the opened folder, for a conversation without questions. */
import type * as Vscode from 'vscode';
import { baseName, oneLine, shorten } from '../../conversation/display.ts';

const DOCUMENTS = '**/*.{md,markdown,txt,pdf,docx}';
const EXCLUDED = '**/{node_modules,.git,.*}/**';
const MAX_FOUND = 200;
/** Files that are not about the subject of the folder. */
const UNRELATED = /^(?:readme|license|licence|changelog|contributing|notice|agents|claude)\b/i;
/** Longest name of a document in a question, in UTF-16 units. */
const MAX_NAME = 70;

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
      const names = spread(files.map(({ path }) => path))
        .map(documentName)
        .filter((name, index, all) => name !== '' && all.indexOf(name) === index);
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

/** The paths in an order in which the first ones are in different folders. */
function spread(paths: readonly string[]): string[] {
  const folders = new Map<string, string[]>();
  const related = paths.filter((path) => !UNRELATED.test(baseName(path)));
  for (const path of related.toSorted()) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  const longest = Math.max(0, ...Array.from(folders.values(), (list) => list.length));
  return Array.from({ length: longest }, (_, at) => [...folders.values()].flatMap((list) => list[at] ?? [])).flat();
}

/** The name of a file without its ending, with blanks for the characters that separate words. */
function documentName(path: string): string {
  const name = baseName(path).replace(/\.[^.]*$/, '');
  return shorten(oneLine(name.replace(/[-_]+/g, ' ')), MAX_NAME);
}
