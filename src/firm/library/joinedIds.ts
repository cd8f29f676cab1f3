/** Ids of rows in a library of several collections: the id of the collection, and the id of the row in its index. */

/** More rows than SQLite holds of one table on a disk. `collections.id` is below 2^20, so that the ids are exact numbers. */
const ROWS = 2 ** 32;

export const toJoined = (collection: number, id: number): number => collection * ROWS + id;
export const collectionOf = (id: number): number => Math.floor(id / ROWS);
export const toLocal = (id: number): number => id % ROWS;
