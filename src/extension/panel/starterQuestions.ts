/** Three questions that documents of the opened folder answer, for a conversation without questions. */
import type * as Vscode from 'vscode';
import { baseName, oneLine, shorten } from '../../conversation/display.ts';

const DOCUMENTS = '**/*.{md,markdown,txt,pdf,docx}';
const EXCLUDED = '**/{node_modules,.git,.*}/**';
const MAX_FOUND = 200;
const TEXT = /\.(?:md|markdown|txt)$/i;
/** Files of which the title is read. Usually three are enough. */
const MAX_READ = 12;
/** Largest file that is read, in bytes, and how much of it is searched for headings. */
const MAX_SIZE = 512 * 1024;
const MAX_START = 8192;
/** Files that are not about the subject of the folder. */
const UNRELATED = /^(?:readme|license|licence|changelog|contributing|notice|agents|claude)\b/i;
/** Longest name of a document in a question, in UTF-16 units. */
const MAX_NAME = 70;
/** Lengths of a heading that a question names, in UTF-16 units. */
const MIN_TOPIC = 4;
const MAX_TOPIC = 60;
/** Headings that say nothing about what is below them, or that are above questions. */
const NO_TOPIC =
  /\?|\b(?:questions?|introduction|overview|background|summary|general|contents|appendix|fragen|einleitung|überblick|allgemeines|zusammenfassung|inhalt|anhang)\b/iu;

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
      const next = (await documentsOf(workspace, spread(files))).map(({ name, topic }) => {
        const document = l10n.t('“{0}”', name);
        return topic === null
          ? l10n.t('What does {0} say?', document)
          : l10n.t('What does {0} say on “{1}”?', document, topic);
      });
      if (next.join('\n') === current.join('\n')) return;
      current = next;
      onDidChange();
    },
  };
}

interface NamedDocument {
  readonly name: string;
  /** A heading of the document. */
  readonly topic: string | null;
}

/** Three documents with different names, those with a topic first. */
async function documentsOf(workspace: Workspace, files: readonly Vscode.Uri[]): Promise<NamedDocument[]> {
  const found = new Map<string, NamedDocument>();
  for (const file of files.slice(0, MAX_READ)) {
    const text = TEXT.test(file.path) ? await readText(workspace, file) : '';
    const name = shorten(oneLine(titleIn(text) || withoutEnding(file.path)), MAX_NAME);
    if (name !== '' && !found.has(name)) found.set(name, { name, topic: topicIn(text) });
  }
  return [...found.values()]
    .sort((one, other) => Number(one.topic === null) - Number(other.topic === null))
    .slice(0, 3);
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

/** The first Markdown heading below the title that says what is below it. */
function topicIn(text: string): string | null {
  const withoutCode = text.replace(/^(`{3,}|~{3,})[\s\S]*?(?:^\1|$(?![\s\S]))/gm, '');
  for (const [, heading = ''] of withoutCode.matchAll(/^##[ \t]+(\S.*)$/gm)) {
    const topic = oneLine(
      heading.replace(/[*_`]|[ \t]#+[ \t]*$/g, '').replace(/^(?:\d[\d.]*\)?[ \t]|[IVX]+[.)]|§)[ \t]*/, ''),
    ).trim();
    if (topic.length >= MIN_TOPIC && topic.length <= MAX_TOPIC && !NO_TOPIC.test(topic)) return topic;
  }
  return null;
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
