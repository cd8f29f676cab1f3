/** Relationships between the parts of an Office file, and its properties. */
import { posix } from 'node:path';
import type { DocumentMeta } from '../document.ts';
import { readXml } from './xml.ts';
import type { ZipArchive } from './zipArchive.ts';

export interface Relationship {
  readonly id: string;
  /** Last part of the type's address: `officeDocument`, `styles`, `header`, `worksheet`. */
  readonly type: string;
  /** Name of the part in the archive. */
  readonly target: string;
}

/** Relationships of a part; of the whole file for the empty name. External ones are left out. */
export async function readRelationships(archive: ZipArchive, part: string): Promise<Relationship[]> {
  const folder = posix.dirname(part);
  const name = part === '' ? '_rels/.rels' : posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const relationships: Relationship[] = [];
  await readXml(archive.text(name), {
    open(element, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode = '' }) {
      if (element !== 'Relationship' || mode === 'External') return;
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      relationships.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: path });
    },
  });
  return relationships;
}

/** Title of the file, and the date of its last change. */
export async function readProperties(archive: ZipArchive): Promise<DocumentMeta> {
  const values = new Map<string, string>();
  let name = '';
  await readXml(archive.text('docProps/core.xml'), {
    open(element) {
      name = element;
    },
    text(text) {
      values.set(name, `${values.get(name) ?? ''}${text}`.slice(0, 300));
    },
    close() {
      name = '';
    },
  });
  const title = values.get('title')?.trim() ?? '';
  const date = /^\d{4}-\d\d-\d\d/.exec(values.get('modified') ?? values.get('created') ?? '')?.[0];
  return { ...(title === '' ? {} : { title }), ...(date === undefined ? {} : { date }) };
}
