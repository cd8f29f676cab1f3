/** Three questions that documents of the opened folder answer, for a conversation without questions. */
import type * as Vscode from 'vscode';
import { baseName, oneLine, shorten } from '../../conversation/display.ts';
import { lastKind } from '../../protocol/documentKinds.ts';
import type { DocumentKind } from '../../protocol/overview.ts';
import { frontMatterValue } from '../../text/frontMatter.ts';
import { isThroughLink } from '../common/throughLink.ts';

const DOCUMENTS = '**/*.{md,markdown,txt,pdf,docx}';
const EXCLUDED = '**/{node_modules,.git,.*}/**';
const MAX_FOUND = 200;
const TEXT = /\.(?:md|markdown|txt)$/i;
/** Questions that are shown. */
const MAX_QUESTIONS = 3;
/** Files that are read. Usually three are enough. */
const MAX_READ = 24;
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
/** Headings that say nothing about what is below them, that are above questions, or that name a part of each memo. */
const NO_TOPIC =
  /\?|\b(?:questions?|introduction|overview|background|summary|general|contents|appendix|definitions|facts|analysis|results?|conclusions?|fragen|einleitung|überblick|allgemeines|zusammenfassung|inhalt|anhang|sachverhalt|würdigung|ergebnis)\b/iu;
/** Words of a heading that names its subject. A longer one is a statement. */
const MAX_WORDS = 4;
/** The number of a heading: “2.”, “Article IV”, “606-10-25-1”. */
const NUMBER =
  /^(?:(?:article|section|part|artikel|abschnitt|teil|§)?[ \t]*(?:\d[\d.-]*\)?|[IVX]+[.)]?)[ \t]|§)[ \t]*/i;

/** Documents that people look things up in come first, then those that explain. Nobody asks what a plan or a letter says. */
const LOOKED_UP: ReadonlySet<DocumentKind | null> = new Set([null, 'law', 'contract', 'policy']);
const EXPLAINED: ReadonlySet<DocumentKind | null> = new Set(['memo', 'report', 'workpaper']);

type Workspace = Pick<typeof Vscode.workspace, 'fs'>;
type Vscodes = Pick<typeof Vscode, 'workspace' | 'FileType' | 'Uri' | 'l10n'>;

export interface StarterQuestions {
  /** Empty until `update` has found documents. */
  readonly current: readonly string[];
  update(): Promise<void>;
}

export function createStarterQuestions(vscode: Vscodes, onDidChange: () => void): StarterQuestions {
  const { workspace, l10n } = vscode;
  let current: readonly string[] = [];
  return {
    get current() {
      return current;
    },
    async update() {
      const files = await workspace.findFiles(DOCUMENTS, EXCLUDED, MAX_FOUND);
      const next = (await documentsOf(vscode, spread(files))).map(({ name, topic }) => {
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

/** Three documents with different names. Those without a topic only if no document has one. */
async function documentsOf(vscode: Vscodes, files: readonly Vscode.Uri[]): Promise<NamedDocument[]> {
  const ranked = files.toSorted((one, other) => rankOf(one) - rankOf(other));
  const texts = ranked.filter(({ path }) => TEXT.test(path)).slice(0, MAX_READ);
  const withTopic = await named(vscode, texts, ({ topic }) => topic !== null);
  return withTopic.length > 0 ? withTopic : named(vscode, ranked.slice(0, MAX_READ), () => true);
}

async function named(
  vscode: Vscodes,
  files: readonly Vscode.Uri[],
  isWanted: (document: NamedDocument) => boolean,
): Promise<NamedDocument[]> {
  const { workspace } = vscode;
  const found = new Map<string, NamedDocument>();
  for (const file of files) {
    if (found.size === MAX_QUESTIONS) break;
    // The library follows no links to folders, and none to files outside of it. VS Code finds files behind both.
    if (await isThroughLink(vscode, file)) continue;
    const text = TEXT.test(file.path) ? await readText(workspace, file) : '';
    const name = shorten(oneLine(nameOf(shortTitle(titleIn(text)), withoutEnding(file.path))), MAX_NAME);
    const document = { name, topic: topicIn(text) };
    if (name !== '' && !found.has(name) && isWanted(document)) found.set(name, document);
  }
  return [...found.values()];
}

/** The name of the file says more than a title whose words it has: "Loan agreement First Ridge Bank 2023". */
function nameOf(title: string, fileName: string): string {
  const isLonger = fileName.length > title.length && fileName.toLowerCase().startsWith(title.toLowerCase());
  return isLonger ? fileName : title;
}

function rankOf({ path }: Vscode.Uri): number {
  const kind = lastKind(withoutEnding(path));
  if (LOOKED_UP.has(kind)) return 0;
  return EXPLAINED.has(kind) ? 1 : 2;
}

/** "Audit plan: Finch Metals, Inc., year ended December 31, 2025" is the audit plan. One word is too short for a name. */
function shortTitle(title: string): string {
  const [before = ''] = title.split(/:\s|,\s|\s[(–—-]/, 1);
  return lastKind(before) === null || !before.includes(' ') ? title : before;
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
  const title = frontMatterValue(text, 'title') || /^#[ \t]+(.+)$/m.exec(text)?.[1];
  // What a title has in brackets at its end is a remark: “(summary)”.
  return title?.replace(/[*_`]/g, '').replace(/[ \t]+\([^()\d]*\)[ \t]*$/, '') ?? '';
}

/** What people ask for: an amount or a percentage, else a number that counts no paragraphs. */
const ANSWERS = [/[$€£%]/, /\d{2}/];

/** The first Markdown heading below the title that names a subject, if possible one that is answered by a figure. */
function topicIn(text: string): string | null {
  const withoutCode = text.replace(/^(`{3,}|~{3,})[\s\S]*?(?:^\1|$(?![\s\S]))/gm, '');
  const [, ...sections] = withoutCode.split(/^##[ \t]+(?=\S)/m);
  const topics = sections.flatMap((section) => {
    const [heading = '', ...below] = section.split('\n');
    const topic = oneLine(heading.replace(/[*_`]|[ \t]#+[ \t]*$/g, '').replace(NUMBER, '')).trim();
    const isTopic = topic.length >= MIN_TOPIC && topic.length <= MAX_TOPIC && topic.split(' ').length <= MAX_WORDS;
    return isTopic && !NO_TOPIC.test(topic) ? [{ topic, text: below.join('\n') }] : [];
  });
  const answered = ANSWERS.map((answer) => topics.find(({ text }) => answer.test(text))).find(Boolean);
  return (answered ?? topics[0])?.topic ?? null;
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

/** The name of a file without its ending, with blanks for the characters that separate words. The hyphens of dates are kept. */
function withoutEnding(path: string): string {
  return baseName(path)
    .replace(/\.[^.]*$/, '')
    .replace(/(?:_|(?<!\d)-|-(?!\d))+/g, ' ');
}
