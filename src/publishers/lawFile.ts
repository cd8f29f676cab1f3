/** The text of a law as Markdown files that the library indexes and VS Code shows: front matter, text, and the publisher's pinpoints. */
import { type Pinpoint, pinpointComment, pinpointEntry } from '../text/pinpoints.ts';
import type { LawLine, LawNote, LawSection } from './law.ts';

/** What stands in the front matter of each file. */
export interface LawFacts {
  readonly title: string;
  /** "2025-07-04, Public Law 119-21". Shown with each quotation. */
  readonly date: string;
  readonly jurisdiction: string;
  /** "EStG". Empty where sections are cited without a name. */
  readonly abbreviation: string;
  /** Address of the original. */
  readonly url: string;
}

/** The headings above what follows the text of a section, in the language of the law. */
export interface LawHeadings {
  readonly footnotes: string;
  /** Above a note without a heading of its own. */
  readonly note: string;
  readonly source: string;
}

/** Writes lines, and notes which of them are nodes. */
class FileWriter {
  readonly #lines: string[] = [];
  readonly #nodes: string[] = [];

  constructor({ title, date, jurisdiction, abbreviation, url }: LawFacts) {
    const facts = { title, kind: 'law', date, jurisdiction, abbreviation, url };
    const written = Object.entries(facts).filter(([, value]) => value !== '');
    this.#lines.push('---', ...written.map(([name, value]) => `${name}: ${oneLine(value)}`), '---');
  }

  heading(level: number, text: string, path: readonly string[] = []): void {
    this.#lines.push('', `${'#'.repeat(Math.min(6, level))} ${oneLine(text)}`);
    if (path.length > 0) this.#note('heading', path);
  }

  paragraph(text: string): void {
    if (text === '') return;
    this.#lines.push('', escaped(oneLine(text)));
  }

  /** What stands in place of the text of a section. */
  removed(text: string): void {
    this.paragraph(text);
    this.#note('removed', []);
  }

  /** What a section is part of, the outermost first. */
  containers(names: readonly string[]): void {
    if (names.length === 0) return;
    this.paragraph(names.join(' › '));
    this.#note('container', []);
  }

  /** The lines of a section. A subsection with a heading is a heading of level `level`. */
  section(lines: readonly LawLine[], level: number): void {
    for (const [at, line] of lines.entries()) {
      const isFirst = line.label !== '' && line.path.length > 0;
      // A heading with nothing below it is all that the law says there: "(b) Repealed. Pub. L. 94–455".
      const isAlone = !isBelow(lines[at + 1], line);
      if (line.kind === 'heading' && isFirst && line.path.length === 1 && !isAlone) {
        this.heading(level, `${line.label} ${line.text}`, line.path);
        continue;
      }
      if (line.kind === 'row') {
        if (lines[at - 1]?.kind !== 'row') this.#lines.push('', tableLine(line.text, widthOf(lines, at)));
        else this.#lines.push(tableLine(line.text, 0));
      } else this.#lines.push('', escaped(oneLine(`${line.label} ${line.text}`.trim())));
      this.#note(isFirst ? (line.kind === 'heading' && !isAlone ? 'heading' : 'item') : 'text', line.path);
      // Markdown knows a table by the line below its first row.
      if (line.kind === 'row' && lines[at - 1]?.kind !== 'row')
        this.#lines.push(`|${' --- |'.repeat(widthOf(lines, at))}`);
    }
  }

  toString(): string {
    return `${this.#lines.join('\n')}\n\n${pinpointComment(this.#nodes)}\n`;
  }

  #note(kind: Pinpoint['kind'], path: readonly string[]): void {
    this.#nodes.push(pinpointEntry(this.#lines.length, kind, path));
  }
}

/** The cells of the widest row of the table that begins at `first`. */
function widthOf(lines: readonly LawLine[], first: number): number {
  let width = 1;
  for (let at = first; lines[at]?.kind === 'row'; at += 1)
    width = Math.max(width, (lines[at]?.text ?? '').split('|').length);
  return width;
}

/** With empty cells after those of the row, up to the width. */
function tableLine(row: string, width: number): string {
  const cells = row.split('|');
  const missing = Array<string>(Math.max(0, width - cells.length)).fill('');
  return `| ${[...cells, ...missing].map(oneLine).join(' | ')} |`;
}

/** Whether a line is part of what another one begins. */
function isBelow(line: LawLine | undefined, { path }: LawLine): boolean {
  if (line === undefined || (line.label !== '' && line.path.length <= path.length)) return false;
  return path.every((label, at) => line.path[at] === label);
}

/** A file for one section, which is cited by its number. */
export function sectionFile(section: LawSection, facts: LawFacts, headings: LawHeadings): string {
  const file = new FileWriter(facts);
  file.heading(1, facts.title);
  file.containers(section.containers);
  // A section that was repealed or reserved has no text. Without a line it could not be found.
  if (section.lines.length === 0 || section.status !== '')
    file.removed(`[${section.status || 'no text'}] ${section.heading}`);
  file.section(section.lines, 2);
  addNotes(
    file,
    section,
    headings,
    2,
    section.lines.length === 0 ? section.notes.filter(({ topic }) => topic === 'codification') : [],
  );
  return file.toString();
}

/** A file for a whole law, whose sections are cited with its name. */
export function wholeLawFile(
  sections: readonly LawSection[],
  facts: LawFacts,
  headings: LawHeadings,
  statements: readonly string[],
): string {
  const file = new FileWriter(facts);
  file.heading(1, facts.title);
  for (const statement of statements) file.paragraph(statement);
  let around: readonly string[] = [];
  for (const section of sections) {
    const same = section.containers.findIndex((name, at) => name !== around[at]);
    const from = same === -1 ? section.containers.length : same;
    for (const [at, name] of section.containers.entries()) if (at >= from) file.heading(2 + Math.min(at, 2), name);
    around = section.containers;
    const title = `${section.label} ${section.heading}`.trim();
    if (title !== '') file.heading(5, title);
    // The publisher has a dash, or nothing, in place of the text of a section that is not in force.
    const isEmpty = section.status !== '' && section.lines.every(({ text }) => /^[-–—]?$/.test(text));
    if (isEmpty) file.removed(section.number === '' ? title : section.heading || title);
    else file.section(section.lines, 6);
    addNotes(file, section, headings, 6);
  }
  return file.toString();
}

/**
 * What belongs to the text of a section although it is a note: footnotes, what changes later, and since when the last change applies.
 * `first`: notes in front of them, for a section without a text: where it was moved to.
 */
function addNotes(
  file: FileWriter,
  { footnotes, credit, notes }: LawSection,
  headings: LawHeadings,
  level: number,
  first: readonly LawNote[] = [],
): void {
  if (footnotes.length > 0) file.heading(level, headings.footnotes);
  for (const footnote of footnotes) file.paragraph(footnote);
  for (const { heading, lines } of [...first, ...telling(notes)]) {
    file.heading(level, heading || headings.note);
    for (const line of lines) file.paragraph(line);
  }
  if (credit !== '') {
    file.heading(level, headings.source);
    file.paragraph(credit);
  }
}

/** Lines of a note that are kept beside the text. */
const MAX_LINES = 12;

function telling(notes: readonly LawNote[]): LawNote[] {
  const years = notes.filter(({ topic }) => /^effectiveDate/.test(topic)).map(yearOf);
  const latest = Math.max(0, ...years);
  return notes
    .filter(
      (note) =>
        note.topic === 'prospectiveAmendment' ||
        note.topic === 'publisher' ||
        (/^effectiveDate/.test(note.topic) && yearOf(note) === latest),
    )
    .filter(({ lines }) => lines.length > 0)
    .map((note) => ({ ...note, lines: note.lines.slice(0, MAX_LINES) }));
}

/** "Effective Date of 2025 Amendment" -> 2025. */
function yearOf({ heading }: LawNote): number {
  return Number(/\b(?:19|20)\d\d\b/.exec(heading)?.[0] ?? 0);
}

/** All notes of a section, for reading. They are not searched. */
export function notesFile(section: LawSection, title: string): string {
  const lines = [`# Notes to ${title}`];
  if (section.credit !== '') lines.push(section.credit);
  for (const note of section.notes) {
    if (note.heading !== '') lines.push(`## ${note.heading}`);
    lines.push(...note.lines.map(escaped));
  }
  return `${lines.map(oneLine).join('\n\n')}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Text that Markdown would take for a heading, a rule or code. */
function escaped(text: string): string {
  return /^(?:#{1,6}\s|```|~~~|---|===|<!--)/.test(text) ? `\\${text}` : text;
}
