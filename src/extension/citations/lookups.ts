/** Look-ups of authorities in the library, cached until the index changes. */

import type { LibraryConnection } from '../../libraryClient/libraryConnection.ts';
import type { AuthorityRequest } from '../../protocol/worker.ts';
import { type AuthorityPassage, MAX_LOOKED_UP } from '../../protocol/worker.ts';

/** Characters of a passage that are kept. */
const SHORT_TEXT = 4000;
/** Passages that are kept. */
const MAX_CACHED = 5000;

export interface Found {
  /** null if the library does not have the authority. */
  readonly passage: AuthorityPassage | null;
  /** False while documents are still being read. */
  readonly complete: boolean;
}

export interface Lookups {
  /** One entry for each authority. null without a library. */
  find(authorities: readonly AuthorityRequest[]): Promise<readonly Found[] | null>;
  /** The text up to `maxText` characters, which is not kept. */
  read(authority: AuthorityRequest, maxText: number): Promise<Found | null>;
  /** The index or the folders of the library have changed. */
  clear(): void;
}

/** The part of the library that is used. */
interface LookUpPort {
  connection(): Pick<LibraryConnection, 'lookUp'> | null;
}

export function createLookups(library: () => LookUpPort | null): Lookups {
  let cache = new Map<string, Found>();

  async function ask(authorities: readonly AuthorityRequest[], maxText: number): Promise<Found[] | null> {
    const connection = library()?.connection();
    if (!connection) return null;
    const all: Found[] = [];
    for (let at = 0; at < authorities.length; at += MAX_LOOKED_UP) {
      const batch = authorities.slice(at, at + MAX_LOOKED_UP).map(withinItsDocument);
      const { found, complete } = await connection.lookUp(batch, maxText);
      all.push(...batch.map((_authority, index) => ({ passage: found[index] ?? null, complete })));
    }
    return all;
  }

  return {
    async find(authorities) {
      const current = cache;
      const missing = new Map(
        authorities.filter((each) => !current.has(idOf(each))).map((each) => [idOf(each), each] as const),
      );
      const found = await ask([...missing.values()], SHORT_TEXT);
      if (found === null) return null;
      const fresh = new Map([...missing.keys()].map((id, at) => [id, found[at]] as const));
      if (current.size + fresh.size > MAX_CACHED) current.clear();
      for (const [id, each] of fresh) if (each?.complete) current.set(id, each);
      const none: Found = { passage: null, complete: false };
      return authorities.map((each) => fresh.get(idOf(each)) ?? current.get(idOf(each)) ?? none);
    },
    async read(authority, maxText) {
      return (await ask([authority], maxText))?.[0] ?? null;
    },
    clear() {
      cache = new Map();
    },
  };
}

/** A regulation is no paragraph of its section of the Code: without "§ 1.1031(k)-1", the document "§ 1031" has none of it. */
function withinItsDocument({ key, pin, base }: AuthorityRequest): AuthorityRequest {
  return { key, pin, base: key.includes(' ') ? base : key };
}

export function idOf({ key, pin }: Pick<AuthorityRequest, 'key' | 'pin'>): string {
  return `${key} ${pin}`;
}
