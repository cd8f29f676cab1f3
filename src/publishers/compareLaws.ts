/** What differs between two versions of a law. Identifiers change with every conversion, so texts are compared. */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { LawSection } from './law.ts';

/** What is kept of each section, in the order of the law. */
export const sectionSchema = z.object({
  id: z.string(),
  /** "§ 179. Election to expense …" */
  title: z.string(),
  status: z.string(),
  /** File below the folder of the law. */
  file: z.string(),
  /** Digests of the text as it stands, of the text without typography, and of notes, footnotes and credits. */
  text: z.string(),
  plain: z.string(),
  notes: z.string(),
});
export type SectionRecord = Readonly<z.infer<typeof sectionSchema>>;

export type ChangeKind = 'added' | 'removed' | 'text' | 'typography' | 'notes';

/** With the file of the section, or the one that it had. */
export interface SectionChange extends Pick<SectionRecord, 'id' | 'title' | 'file'> {
  readonly kind: ChangeKind;
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
  for (const section of after.values()) {
    const old = before.get(section.id);
    const kind = old ? kindOf(old, section) : 'added';
    if (kind) changes.push(changeOf(section, kind));
  }
  for (const section of before.values()) if (!after.has(section.id)) changes.push(changeOf(section, 'removed'));
  return changes;
}

const changeOf = ({ id, title, file }: SectionRecord, kind: ChangeKind): SectionChange => ({ id, title, kind, file });

/** An identifier may stand for several sections of one number. They are the first of them, with the digests of all. */
function byId(records: readonly SectionRecord[]): Map<string, SectionRecord> {
  const result = new Map<string, SectionRecord>();
  for (const record of records) {
    const same = result.get(record.id);
    result.set(record.id, same ? withDigestsOf(same, record) : record);
  }
  return result;
}

function withDigestsOf(section: SectionRecord, { text, plain, notes }: SectionRecord): SectionRecord {
  return {
    ...section,
    text: `${section.text},${text}`,
    plain: `${section.plain},${plain}`,
    notes: `${section.notes},${notes}`,
  };
}

function kindOf(older: SectionRecord, newer: SectionRecord): ChangeKind | null {
  if (older.plain !== newer.plain) return 'text';
  if (older.notes !== newer.notes) return 'notes';
  return older.text === newer.text ? null : 'typography';
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
