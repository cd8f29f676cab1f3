/**
 * Names of files in the folder of conversations. The revision is part of the name, so that creating the next one is the moment
 * at which one of two windows wins, without a lock that could be left behind.
 */

export type NamedFile =
  /** `<id>.<revision>.jsonl`: a whole conversation; of several the highest revision counts. */
  | { readonly kind: 'whole'; readonly id: string; readonly revision: number }
  /** `<id>.<revision>.partial`: the answer so far on top of that revision. */
  | { readonly kind: 'partial'; readonly id: string; readonly revision: number }
  /** `….tmp`: being written, or left by a crash. */
  | { readonly kind: 'temporary'; readonly id: string }
  /** `….corrupt-<time>`: set aside. */
  | { readonly kind: 'quarantined'; readonly id: string }
  | { readonly kind: 'foreign' };

const ID = /^[A-Za-z0-9_-]{1,80}$/;
const NAME = /^([A-Za-z0-9_-]{1,80})\.(\d{1,15})\.(jsonl|partial)(\.corrupt-[0-9TZ]+(?:-\d+)?|\.[A-Za-z0-9-]+\.tmp)?$/;

/** Whether an id can be the beginning of a file name on every system. */
export function isFileId(id: string): boolean {
  return ID.test(id);
}

export function parseName(name: string): NamedFile {
  const match = NAME.exec(name);
  if (!match) return { kind: 'foreign' };
  const [, id = '', revision = '', ending, rest] = match;
  if (rest?.endsWith('.tmp')) return { kind: 'temporary', id };
  if (rest) return { kind: 'quarantined', id };
  return { kind: ending === 'jsonl' ? 'whole' : 'partial', id, revision: Number(revision) };
}

export function wholeName(id: string, revision: number): string {
  return `${id}.${revision}.jsonl`;
}

export function partialName(id: string, revision: number): string {
  return `${id}.${revision}.partial`;
}

/** `time` in ms; the name sorts by it and holds no character that a file system refuses. */
export function setAsideName(name: string, time: number): string {
  return `${name}.corrupt-${new Date(time).toISOString().replace(/[-:.]/g, '')}`;
}

/** Newest revision by id. */
export function newestRevisions(names: readonly string[]): Map<string, number> {
  const newest = new Map<string, number>();
  for (const name of names) {
    const file = parseName(name);
    if (file.kind === 'whole' && file.revision > (newest.get(file.id) ?? -1)) newest.set(file.id, file.revision);
  }
  return newest;
}
