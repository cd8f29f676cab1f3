/**
 * The laws that were taken, once per user: `law/<work>` is the current text, which the library indexes; `states/<work>/<state>` has the
 * downloaded file, the notes, the manifest and the records of the sections of each version, and the text of the versions before the current
 * one.
 */
import { mkdir, mkdtemp, opendir, readdir, readFile, rename, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile } from '../files/fileLock.ts';
import { removeFolder } from '../files/removeFolder.ts';
import type { SectionChange, SectionRecord } from './compareLaws.ts';
import { type LawReader, lawReader } from './lawReader.ts';
import { type Manifest, readManifest, versionName } from './manifest.ts';
import { PublisherError } from './publisherError.ts';
import { readSections, SECTIONS } from './sectionRecords.ts';

export interface AuthorityStore {
  /** The folder of all current texts. */
  readonly lawFolder: string;
  /** The works whose text is on disk. */
  works(): Promise<string[]>;
  /** All versions of a work, the current one first, then the others by the time at which they were taken. */
  states(work: string): Promise<Manifest[]>;
  /** The sections of a version, in the order of the law. Rejects with the problem `notComparable` if not all can be read. */
  sections(manifest: Manifest): Promise<SectionRecord[]>;
  /** Replaces the list of the sections of a version by the one that `write` writes, from the file of the publisher to a folder. */
  restoreSections(manifest: Manifest, write: (source: string, folder: string) => Promise<unknown>): Promise<void>;
  /** Reads the file of a publisher. */
  readonly convert: LawReader['convert'];
  /** What a new version, in the folder that `begin` gave, changes. Null if the list of the sections of the version on disk is damaged. */
  changes(manifest: Manifest, folder: string): Promise<SectionChange[] | null>;
  /** The folder of the text of a version. */
  textFolder(work: string, state: string): Promise<string>;
  /** The folder of the notes of a version, which have the names of the texts of their sections. */
  notesFolder(manifest: Manifest): string;
  /** An empty folder for a new version. What an interrupted download has left there stays. */
  begin(work: string): Promise<string>;
  /** Makes what `begin` gave, with the list of its sections, the current version. The version before it stays on disk. */
  take(work: string, folder: string, manifest: Manifest): Promise<void>;
  /** Notes that the publisher was asked. */
  checked(work: string, manifest: Manifest): Promise<void>;
  remove(work: string): Promise<void>;
  bytes(work: string): Promise<number>;
  freeBytes(): Promise<number>;
  /** Rejects with the problem `locked` while another window works on the store. */
  exclusively<T>(act: () => Promise<T>): Promise<T>;
}

const MANIFEST = 'manifest.json';
/** The folder of a version while the same version takes its place. */
const OLD = '.old';
/** The folder of a law while it is removed. */
const REMOVED = '.removed';
/** Versions of a work that are kept: the current one, and those before it. */
const KEPT = 5;

/** The folder of all current texts of the store in `root`. */
export const lawFolder = (root: string): string => join(root, 'law');

export function createAuthorityStore(root: string, reader: LawReader = lawReader): AuthorityStore {
  const laws = lawFolder(root);
  const current = (work: string) => join(laws, work);
  const folderOf = (work: string, state: string) => join(root, 'states', work, safe(state));
  const manifestOf = async (work: string, state: string) => {
    const text = await readFile(join(folderOf(work, state), MANIFEST), 'utf8').catch(() => '');
    return readManifest(text);
  };
  const isCurrent = async (work: string, state: string) => !(await exists(join(folderOf(work, state), 'law')));

  /** Puts back the version that an exchange for the same version has moved away, if the exchange was interrupted then. */
  async function restoreMoved(work: string): Promise<void> {
    const old = join(root, 'states', work, OLD);
    const manifest = readManifest(await readFile(join(old, MANIFEST), 'utf8').catch(() => ''));
    if (manifest === null || (await exists(folderOf(work, manifest.state)))) return;
    await rename(old, folderOf(work, manifest.state)).catch(() => {});
  }

  /** A version is current if its text is not in its own folder. Completes an exchange that was interrupted. */
  async function states(work: string): Promise<Manifest[]> {
    await restoreMoved(work);
    const names = (await list(join(root, 'states', work))).filter((name) => !name.startsWith('.'));
    const manifests = (await Promise.all(names.map((name) => manifestOf(work, name)))).filter((one) => one !== null);
    const byTime = manifests.toSorted((one, other) => other.taken.localeCompare(one.taken));
    const [newest] = byTime;
    if (newest && !(await exists(current(work)))) {
      await mkdir(laws, { recursive: true });
      await rename(join(folderOf(work, newest.state), 'law'), current(work)).catch(() => {});
    }
    const flags = await Promise.all(byTime.map(({ state }) => isCurrent(work, state)));
    return [...byTime.filter((_one, at) => flags[at]), ...byTime.filter((_one, at) => !flags[at])];
  }

  return {
    lawFolder: laws,
    states,
    async sections(manifest) {
      const path = join(folderOf(manifest.work, manifest.state), SECTIONS);
      const sections = await readSections(path).catch((cause: unknown) => notComparable(manifest, { cause }));
      return sections.length === manifest.sections ? sections : notComparable(manifest);
    },
    convert: reader.convert,
    changes: ({ work, state, sections }, folder) =>
      reader.compare(join(folderOf(work, state), SECTIONS), sections, join(folder, SECTIONS)),
    async restoreSections(manifest, write) {
      const { work, state } = manifest;
      const folder = await mkdtemp(join(root, 'states', work, '.again-'));
      try {
        await write(join(folderOf(work, state), 'source'), folder);
        await rename(join(folder, SECTIONS), join(folderOf(work, state), SECTIONS));
      } finally {
        await removeFolder(folder);
      }
    },
    works: async () => (await list(laws)).toSorted(),
    async textFolder(work, state) {
      return (await isCurrent(work, state)) ? current(work) : join(folderOf(work, state), 'law');
    },
    notesFolder: ({ work, state }) => join(folderOf(work, state), 'notes'),
    async begin(work) {
      const folder = join(root, 'states', work, '.new');
      for (const name of ['law', 'notes']) await removeFolder(join(folder, name));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return folder;
    },
    async take(work, folder, manifest) {
      const [before] = await states(work);
      const target = folderOf(work, manifest.state);
      await writeFile(join(folder, MANIFEST), JSON.stringify(manifest));
      const old = join(root, 'states', work, OLD);
      await removeFolder(old);
      // The same version again: its text replaces the one on disk.
      if (before?.state === manifest.state) await rename(target, old);
      await removeFolder(target);
      await rename(folder, target);
      if (await exists(current(work))) {
        const isKept = before && before.state !== manifest.state && (await isCurrent(work, before.state));
        const place = isKept ? folderOf(work, before.state) : old;
        // The text of a version whose manifest is damaged belongs to no version, and is not kept.
        await removeFolder(join(place, 'law'));
        await mkdir(place, { recursive: true });
        // Moved at once, because removing its files one by one could be interrupted.
        await rename(current(work), join(place, 'law'));
      }
      await mkdir(laws, { recursive: true });
      await rename(join(target, 'law'), current(work));
      await removeFolder(join(root, 'states', work, OLD));
      for (const old of (await states(work)).slice(KEPT)) {
        await removeFolder(folderOf(work, old.state));
      }
    },
    checked: (work, manifest) => writeFile(join(folderOf(work, manifest.state), MANIFEST), JSON.stringify(manifest)),
    async remove(work) {
      const removed = join(root, 'states', REMOVED);
      await removeFolder(removed);
      await mkdir(removed, { recursive: true });
      // Moved at once, because removing its files one by one could be interrupted. The versions go first: a text without a version can be
      // taken again, and a version without a text would be taken for a law on disk.
      await moveFolder(join(root, 'states', work), join(removed, 'states'));
      await moveFolder(current(work), join(removed, 'law'));
      await removeFolder(removed);
    },
    bytes: async (work) => (await sizeOf(current(work))) + (await sizeOf(join(root, 'states', work))),
    async freeBytes() {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },
    async exclusively(act) {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const unlock = lockFile(join(root, 'store.lock'));
      if (unlock === null) throw new PublisherError('locked');
      try {
        return await act();
      } finally {
        unlock();
      }
    },
  };
}

function notComparable(manifest: Manifest, options?: ErrorOptions): never {
  throw new PublisherError('notComparable', versionName(manifest), options);
}

/** The name of a version as that of a folder. */
function safe(state: string): string {
  return (
    state
      .replace(/[^\w.-]+/g, '_')
      .replace(/^\.+/, '_')
      .slice(0, 80) || '_'
  );
}

async function list(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Does nothing if there is no such folder. */
async function moveFolder(from: string, to: string): Promise<void> {
  if (await exists(from)) await rename(from, to);
}

async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  for await (const entry of (await opendir(folder).catch(() => null)) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) size += await sizeOf(path);
    else if (entry.isFile()) size += (await stat(path).catch(() => null))?.size ?? 0;
  }
  return size;
}
