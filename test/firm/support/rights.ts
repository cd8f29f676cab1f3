/** People, groups, collections and keys in the database of a test. */
import { addKey, addPrincipal, setMember, setRight } from '../../../src/firm/access/administration.ts';
import type { Database } from '../../../src/firm/database/database.ts';

export interface Change {
  readonly table: 'grants' | 'walls';
  readonly kind: 'user' | 'group';
  /** Numbers of the person or group, and of the collection. */
  readonly who: number;
  readonly collection: number;
  readonly exists: boolean;
}

export const USERS = 3;
export const GROUPS = 2;
/** The groups of each user. */
const MEMBERS: readonly (readonly number[])[] = [[0], [0, 1], []];

const nameOf = (kind: Change['kind'], number: number): string => `${kind}${number}`;
export const collectionName = (number: number): string => `collection${number}`;

/** Resolves to the key of each user. */
export async function addPeople(admin: Database): Promise<string[]> {
  for (let group = 0; group < GROUPS; group += 1)
    await addPrincipal(admin, { kind: 'group', name: nameOf('group', group) });
  const keys: string[] = [];
  for (let user = 0; user < USERS; user += 1) {
    const name = nameOf('user', user);
    await addPrincipal(admin, { kind: 'user', name });
    for (const group of MEMBERS[user] ?? []) await setMember(admin, name, nameOf('group', group), true);
    keys.push((await addKey(admin, name, ['ask'], null)).key);
  }
  return keys;
}

export const apply = (admin: Database, { table, kind, who, collection, exists }: Change): Promise<void> =>
  setRight(admin, table, { kind, name: nameOf(kind, who) }, collectionName(collection), exists);

/** What the rights mean, told apart from the SQL that decides it. */
export class ExpectedRights {
  readonly #set = { grants: new Set<string>(), walls: new Set<string>() };

  apply({ table, kind, who, collection, exists }: Change): void {
    const key = `${kind} ${who} ${collection}`;
    if (exists) this.#set[table].add(key);
    else this.#set[table].delete(key);
  }

  maySee(user: number, collection: number): boolean {
    const holders = [`user ${user}`, ...(MEMBERS[user] ?? []).map((group) => `group ${group}`)];
    const any = (table: 'grants' | 'walls') =>
      holders.some((holder) => this.#set[table].has(`${holder} ${collection}`));
    return any('grants') && !any('walls');
  }
}
