/** Ids of rows in a library of several parts: the id of the part, and the id of the row in its index. */

/** More rows than SQLite holds of one table on a disk. The id of a part is below 2^20, so that the ids are exact numbers. */
const ROWS = 2 ** 32;

export const toJoined = (part: number, id: number): number => part * ROWS + id;
export const partOf = (id: number): number => Math.floor(id / ROWS);
export const toLocal = (id: number): number => id % ROWS;
