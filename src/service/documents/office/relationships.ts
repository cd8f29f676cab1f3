/** Relationships between the parts of an Office file. */
import { posix } from 'node:path';
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
