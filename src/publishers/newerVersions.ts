/** Asks publishers what they offer now, without taking a law. */
import { fetchListing, isModified, type Network } from './download.ts';
import type { OwnedWork } from './lawsOnDisk.ts';
import { versionName } from './manifest.ts';
import { isOlder, type Publisher } from './publisher.ts';
import { PublisherError } from './publisherError.ts';

/** The version that is offered of the first work; null if only the files of the publisher state it. Throws PublisherError. */
export async function checkPublisher(
  publisher: Publisher,
  network: Network,
  signal: AbortSignal,
): Promise<string | null> {
  const [work] = publisher.works;
  if (!work) return null;
  if (publisher.listing === null) {
    await isModified(publisher.offer(work, '').url, { etag: null, lastModified: null }, network, signal);
    return null;
  }
  const { asOf, label, state } = publisher.offer(work, await fetchListing(publisher.listing, network, signal));
  return versionName({ asOf, label, state: state ?? '' });
}

/** Those of which the publisher offers another version. One request for each list, else one for each law. */
export async function newerVersions(
  works: readonly OwnedWork[],
  network: Network,
  signal: AbortSignal,
): Promise<{ readonly newer: OwnedWork[]; readonly failures: PublisherError[] }> {
  const newer: OwnedWork[] = [];
  const failures: PublisherError[] = [];
  const listings = new Map<string, Promise<string>>();
  for (const owned of works) {
    try {
      if (await isNewer(owned)) newer.push(owned);
    } catch (error) {
      if (!(error instanceof PublisherError)) throw error;
      failures.push(error);
    }
  }
  return { newer, failures };

  async function isNewer({ chosen: { publisher, work }, current }: OwnedWork): Promise<boolean> {
    const { listing } = publisher;
    if (listing === null) {
      // Of a file from another machine, the publisher cannot say whether it has changed.
      if (current.etag === null && current.lastModified === null) return false;
      return isModified(publisher.offer(work, '').url, current, network, signal);
    }
    const text = listings.get(listing) ?? fetchListing(listing, network, signal);
    listings.set(listing, text);
    const { state, asOf } = publisher.offer(work, await text);
    const isOfSameDay = asOf !== null && asOf === current.asOf;
    return state !== current.state && !isOfSameDay && !isOlder(publisher, { state, asOf }, current);
  }
}
