/** Takes a law from its publisher, or from a file that was downloaded by hand: fetch, check, convert, exchange. */
import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../files/fileErrors.ts';
import { removeFolder } from '../files/removeFolder.ts';
import type { AuthorityStore } from './authorityStore.ts';
import type { SectionChange } from './compareLaws.ts';
import { fetchFile, fetchListing, forgetDownload, type Network, type Validators } from './download.ts';
import type { Manifest } from './manifest.ts';
import { isOlder, type Offer } from './publisher.ts';
import { PublisherError } from './publisherError.ts';
import type { ChosenWork } from './publishers.ts';
import { changesSince, digestOf } from './sectionsOf.ts';
import { readSource } from './sourceText.ts';

export interface TakeOptions {
  readonly store: AuthorityStore;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Bytes that were received, and their number where the publisher states it. */
  readonly onProgress: (received: number, total: number | null) => void;
  /**
   * Whether to take a version that differs from the one on disk, or that cannot be compared with it: then the changes are null. Without it,
   * it is taken.
   */
  readonly accepts?: (manifest: Manifest, changes: readonly SectionChange[] | null) => Promise<boolean>;
}

export interface Taken {
  readonly manifest: Manifest;
  /**
   * Against the version before it; null for the first one, and if the version before it cannot be compared. Empty if the version on disk is
   * the current one.
   */
  readonly changes: readonly SectionChange[] | null;
  /** The version was not accepted. `manifest` is that of the version on disk. */
  readonly declined: boolean;
}

/** Bytes that must be free, for a file of unknown size: the file, its text and the index. */
const MIN_FREE = 500 * 1024 * 1024;
/** The share of the sections before that a new version needs. */
const MIN_SHARE = 0.9;

/** The version that the publisher offers. One request, or none. */
export async function lookUpOffer(
  { publisher, work }: ChosenWork,
  network: Network,
  signal: AbortSignal,
): Promise<Offer> {
  const listing = publisher.listing === null ? '' : await fetchListing(publisher.listing, network, signal);
  return publisher.offer(work, listing);
}

export async function takeLaw(
  chosen: ChosenWork,
  offer: Offer,
  network: Network,
  options: TakeOptions,
): Promise<Taken> {
  const { store, signal, now, onProgress } = options;
  return guarded(store, async () => {
    const [before] = await store.states(chosen.work.id);
    if (before && isOlder(chosen.publisher, offer, before)) throw new PublisherError('older', offer.asOf ?? '');
    if (before && offer.state === before.state) return unchanged(chosen, before, options);
    const folder = await begin(chosen, store);
    const source = join(folder, 'source');
    const known = before ?? null;
    const validators = await fetchFile(offer.url, source, { network, signal, known, onProgress });
    if (validators === null && before) return unchanged(chosen, before, options);
    return exchange(chosen, offer, { folder, source, validators, before }, { ...options, now });
  });
}

/** Takes the law from a file on disk. Nothing is sent. */
export async function importLaw(chosen: ChosenWork, path: string, options: TakeOptions): Promise<Taken> {
  const { store, now } = options;
  return guarded(store, async () => {
    const [before] = await store.states(chosen.work.id);
    let head = '';
    for await (const piece of readSource(path)) {
      head += piece;
      if (head.length > 20_000) break;
    }
    const offer = chosen.publisher.offerOf(chosen.work, head, now().toISOString().slice(0, 10));
    const folder = await begin(chosen, store);
    const source = join(folder, 'source');
    await forgetDownload(source);
    await copyFile(path, source);
    return exchange(chosen, offer, { folder, source, validators: null, before }, options);
  });
}

/** The folder for the new version, if the disk has space for it. */
async function begin({ work }: ChosenWork, store: AuthorityStore): Promise<string> {
  if ((await store.freeBytes()) < MIN_FREE) throw new PublisherError('diskFull');
  return store.begin(work.id);
}

async function exchange(
  chosen: ChosenWork,
  offer: Offer,
  {
    folder,
    source,
    validators,
    before,
  }: {
    readonly folder: string;
    readonly source: string;
    readonly validators: Validators | null;
    readonly before: Manifest | undefined;
  },
  { store, signal, now, accepts = async () => true }: TakeOptions,
): Promise<Taken> {
  const { work } = chosen;
  try {
    const { header, sections, ...state } = await store.convert(chosen, offer, source, folder, signal);
    const earlier = before?.sections ?? 0;
    if (sections < MIN_SHARE * earlier || sections === 0) {
      throw new PublisherError('incomplete', `${sections} / ${earlier}`);
    }
    if (before && isOlder(chosen.publisher, state, before)) throw new PublisherError('older', state.asOf ?? '');
    const time = now().toISOString();
    const manifest: Manifest = {
      work: work.id,
      title: work.title,
      ...state,
      taken: time,
      checked: time,
      url: offer.url,
      sha256: await digestOf(source),
      bytes: (await stat(source)).size,
      etag: validators?.etag ?? null,
      lastModified: validators?.lastModified ?? null,
      sections,
      statements: [...header.statements],
    };
    signal.throwIfAborted();
    const changes = before ? await changesSince(chosen, before, folder, store) : null;
    if (before && changes?.length !== 0 && !(await accepts(manifest, changes))) {
      // The file stays for the next time, if the publisher can be asked whether it is still the current one.
      if (manifest.etag ?? manifest.lastModified) await store.begin(work.id);
      else await removeFolder(folder);
      return { manifest: before, changes: [], declined: true };
    }
    await forgetDownload(source);
    await store.take(work.id, folder, manifest);
    return { manifest, changes, declined: false };
  } catch (error) {
    // A file that was refused would be refused again. A full disk gets back what was written to it.
    if (error instanceof PublisherError || codeOf(error) === 'ENOSPC') await removeFolder(folder).catch(() => {});
    throw error;
  }
}

async function unchanged({ work }: ChosenWork, before: Manifest, { store, now }: TakeOptions): Promise<Taken> {
  const manifest = { ...before, checked: now().toISOString() };
  await store.checked(work.id, manifest);
  return { manifest, changes: [], declined: false };
}

async function guarded<T>(store: AuthorityStore, act: () => Promise<T>): Promise<T> {
  try {
    return await store.exclusively(act);
  } catch (error) {
    throw codeOf(error) === 'ENOSPC' ? new PublisherError('diskFull') : error;
  }
}
