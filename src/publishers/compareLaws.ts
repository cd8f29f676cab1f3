/** What differs between two versions of a law. Identifiers change with every conversion, so texts are compared. */
import { createHash } from 'node:crypto';
import type { LawSection } from './law.ts';

/** What is kept of each section, in the order of the law. */
export interface SectionRecord {
  readonly id: string;
  /** "§ 179. Election to expense …" */
  readonly title: string;
  readonly status: string;
  /** File below the folder of the law. */
  readonly file: string;
  /** Digests of the text as it stands, of the text without typography, and of notes, footnotes and credits. */
  readonly text: string;
  readonly plain: string;
  readonly notes: string;
}

export type ChangeKind = 'added' | 'removed' | 'text' | 'typography' | 'notes';

export interface SectionChange {
  readonly id: string;
  readonly title: string;
  readonly kind: ChangeKind;
  /** The file of the section, or the one that it had. */
  readonly file: string;
}

export function recordOf(section: LawSection, title: string, file: string): SectionRecord {
  const text = [
    section.status,
    section.label,
    section.heading,
    ...section.lines.map(({ path, label, text }) => `${path.join('.')}\t${label}\t${text}`),
  ].join('\n');
  const notes = [
    section.credit,
    ...section.footnotes,
    ...section.notes.map(({ heading, lines }) => [heading, ...lines].join('\n')),
  ].join('\n');
  return {
    id: copyOf(section.id),
    title: copyOf(title),
    status: copyOf(section.status),
    file: copyOf(file),
    text: digest(text),
    plain: digest(withoutTypography(text)),
    notes: digest(withoutTypography(notes)),
  };
}

/** In the order of the newer version; removed sections last. */
export function compareLaws(older: readonly SectionRecord[], newer: readonly SectionRecord[]): SectionChange[] {
  const before = byId(older);
  const after = byId(newer);
  const changes: SectionChange[] = [];
  for (const [id, sections] of after) {
    const old = before.get(id);
    const first = sections[0];
    if (!first) continue;
    const kind = old ? kindOf(old, sections) : 'added';
    if (kind) changes.push({ id, title: first.title, kind, file: first.file });
  }
  for (const [id, [first]] of before) {
    if (first && !after.has(id)) changes.push({ id, title: first.title, kind: 'removed', file: first.file });
  }
  return changes;
}

/** An identifier may stand for several sections of one number. */
function byId(records: readonly SectionRecord[]): Map<string, SectionRecord[]> {
  const result = new Map<string, SectionRecord[]>();
  for (const record of records) {
    const same = result.get(record.id);
    if (same) same.push(record);
    else result.set(record.id, [record]);
  }
  return result;
}

function kindOf(older: readonly SectionRecord[], newer: readonly SectionRecord[]): ChangeKind | null {
  const differs = (field: 'text' | 'plain' | 'notes') =>
    older.map((one) => one[field]).join() !== newer.map((one) => one[field]).join();
  if (differs('plain')) return 'text';
  if (differs('notes')) return 'notes';
  return differs('text') ? 'typography' : null;
}

/** A part of a text keeps the whole text in memory, here a piece of the file for each section. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

function withoutTypography(text: string): string {
  return text
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/[\s\u00a0\u2000-\u200a\u202f]+/g, '');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
