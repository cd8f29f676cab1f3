/** Writes documents into the index. Statements are prepared once per database. */
import { createHash } from 'node:crypto';
import { basename, relative } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { formatOf } from '../documents/formats.ts';
import { writeRanges } from '../documents/itemRange.ts';
import type { PassageDocument } from '../documents/passages.ts';
import { placeOf, writePlace } from '../documents/place.ts';
import type { FoundFile } from '../documents/walk.ts';
import { isInside } from '../nodeHelpers.ts';
import { searchableText, wordsInName } from '../search/words.ts';
import { t } from '../translate.ts';
import { digestOf, documentRow, numberedSections, passageRows } from './documentRows.ts';
import type { FileStamp, FileWriter } from './readFiles.ts';
import { isDamage, isDiskProblem } from './schema.ts';

export interface IndexWriter extends FileWriter {
  known(): Map<string, FileStamp>;
  stamp(path: string): FileStamp | null;
  put(file: FoundFile, document: PassageDocument): Generator<void, void, void>;
  skip(file: FoundFile, reason: string): void;
  remove(paths: readonly string[]): void;
  /** Ends the transaction of all writes before it. */
  commit(): void;
  summary(limit: number): {
    documents: number;
    passages: number;
    bytes: number;
    skippedCount: number;
    skipped: { path: string; reason: string }[];
  };
}

/** Passages that are indexed between two yields: about 20 ms. */
const PART = 60;

const writers = new WeakMap<DatabaseSync, IndexWriter>();

/** `folders` are those of the library. The words of a path below them are searched. */
export function createIndexWriter(database: DatabaseSync, folders: readonly string[]): IndexWriter {
  const existing = writers.get(database);
  if (existing) return existing;
  const writer = prepare(database, (path) => {
    const folder = folders.find((each) => isInside(path, each));
    return folder === undefined ? basename(path) : relative(folder, path);
  });
  writers.set(database, writer);
  return writer;
}

function prepare(database: DatabaseSync, nameOf: (path: string) => string): IndexWriter {
  const sql = (text: string) => database.prepare(text);
  /** The values are given by the names of the columns. */
  const insertInto = (table: string, columns: string) =>
    sql(`INSERT INTO ${table} (${columns}) VALUES (${columns.replace(/\w+/g, ':$&')})`);
  const insertDocument = insertInto(
    'documents',
    'path, size, mtime, name, title, language, authority, isAuthority, abbreviation, kind, date, url, digest, passages, parts, skipReason, undated',
  );
  const insertSkipped = sql('INSERT INTO documents (path, size, mtime, skipReason) VALUES (?,?,?,?)');
  const insertPassage = insertInto(
    'passages',
    'document, heading, pins, marks, line, endLine, page, pageLabel, place, placeWords, itemRanges, text, section, sectionTitle, sectionDate',
  );
  const insertSection = sql(
    'INSERT INTO sections (document, number, pin, title, firstPassage, lastPassage) VALUES (?,?,?,?,0,-1)',
  );
  const extendSection = sql(
    'UPDATE sections SET firstPassage = iif(firstPassage = 0, ?1, firstPassage), lastPassage = ?1 WHERE id = ?2',
  );
  const insertName = sql('INSERT INTO names (document, name) VALUES (?,?)');
  const insertValue = sql(
    'INSERT INTO labelledValues (document, label, value, line, page, place, items) VALUES (?,?,?,?,?,?,?)',
  );
  const insertIn = (lane: 'own' | 'law') =>
    sql(`INSERT INTO passageIndex (rowid, title, heading, path, ${lane}) VALUES (?,?,?,?,?)`);
  const indexPassage = { own: insertIn('own'), law: insertIn('law') };
  const find = sql('SELECT id FROM documents WHERE path = ?');
  const undatedOf = sql('SELECT undated FROM documents WHERE path = ?');
  const redate = sql('UPDATE documents SET size = ?, mtime = ?, date = ?, digest = ? WHERE path = ?');
  const stampOf = sql('SELECT size, mtime FROM documents WHERE path = ?');
  const unindexPassages = sql('DELETE FROM passageIndex WHERE rowid IN (SELECT id FROM passages WHERE document = ?)');
  const deleteSections = sql('DELETE FROM sections WHERE document = ?');
  const deleteNames = sql('DELETE FROM names WHERE document = ?');
  const deleteValues = sql('DELETE FROM labelledValues WHERE document = ?');
  const deletePassages = sql('DELETE FROM passages WHERE document = ?');
  const deleteDocument = sql('DELETE FROM documents WHERE id = ?');

  const begin = () => {
    if (!database.isTransaction) database.exec('BEGIN IMMEDIATE');
  };
  const removeOne = (path: string) => {
    const id = find.get(path)?.id;
    if (id === undefined) return;
    unindexPassages.run(id);
    deleteSections.run(id);
    deleteNames.run(id);
    deleteValues.run(id);
    deletePassages.run(id);
    deleteDocument.run(id);
  };

  return {
    known() {
      const known = new Map<string, { size: number; mtime: number }>();
      for (const row of sql('SELECT path, size, mtime FROM documents').iterate()) {
        known.set(String(row.path), { size: Number(row.size), mtime: Number(row.mtime) });
      }
      return known;
    },
    stamp(path) {
      const row = stampOf.get(path);
      return row ? { size: Number(row.size), mtime: Number(row.mtime) } : null;
    },
    *put(file, document) {
      begin();
      const { authority, values } = document;
      const undated = undatedDigestOf(document);
      if (undatedOf.get(file.path)?.undated === undated) {
        const date = document.meta.date ?? (authority.date || null);
        redate.run(file.size, file.mtime, date, digestOf(document), file.path);
        return;
      }
      removeOne(file.path);
      const row = documentRow(file.path, nameOf(file.path), document);
      const { language } = row;
      const numbered = numberedSections(authority);
      const indexOne = indexPassage[row.isAuthority ? 'law' : 'own'];
      const id = insertDocument.run({
        ...row,
        size: file.size,
        mtime: file.mtime,
        isAuthority: Number(row.isAuthority),
        parts: authority.names.length + numbered.length + values.length,
        skipReason: row.passages === 0 ? emptyReason(file.path) : null,
        undated,
      }).lastInsertRowid;
      for (const name of authority.names) insertName.run(id, name);
      for (const { label, value, line, place, items } of values) {
        insertValue.run(
          id,
          label,
          value,
          line,
          place?.page ?? null,
          writePlace(placeOf(place)),
          items ? writeRanges([items]) : null,
        );
      }
      /** The rows of each section: one for each number of its heading. */
      const rowsOf = authority.sections.map((): (number | bigint)[] => []);
      for (const { number, section } of numbered) {
        const { pin = '', title = '' } = authority.sections[section] ?? {};
        rowsOf[section]?.push(insertSection.run(id, number, pin, title).lastInsertRowid);
      }
      const searchTitle = searchableText(row.title, language);
      const searchPath = searchableText(wordsInName(row.name), language);
      let before = '';
      let searchHeading = '';
      let at = 0;
      for (const passage of passageRows(document)) {
        if (at % PART === PART - 1) yield;
        at += 1;
        const { heading } = passage;
        const sections = rowsOf[passage.section] ?? [];
        const rowid = insertPassage.run({
          ...passage,
          document: id,
          pins: ` ${passage.pins.join(' ')} `,
          section: sections[0] ?? null,
        }).lastInsertRowid;
        for (const section of sections) extendSection.run(rowid, section);
        if (heading !== before) searchHeading = searchableText(heading, language);
        before = heading;
        indexOne.run(rowid, searchTitle, searchHeading, searchPath, searchableText(passage.text, language));
      }
    },
    skip(file, reason) {
      begin();
      removeOne(file.path);
      insertSkipped.run(file.path, file.size, file.mtime, reason);
    },
    remove(paths) {
      if (paths.length === 0) return;
      begin();
      for (const path of paths) removeOne(path);
      database.exec('COMMIT');
    },
    commit() {
      if (database.isTransaction) database.exec('COMMIT');
    },
    isStoreProblem: (error) => isDamage(error) || isDiskProblem(error),
    summary(limit) {
      const row = sql(
        `SELECT count(*) AS files, count(skipReason) AS skippedCount, coalesce(sum(passages), 0) AS passages,
          coalesce(sum(size) FILTER (WHERE skipReason IS NULL), 0) AS bytes FROM documents`,
      ).get();
      const skippedCount = Number(row?.skippedCount ?? 0);
      const listed =
        skippedCount === 0
          ? []
          : sql(
              'SELECT path, skipReason AS reason FROM documents WHERE skipReason IS NOT NULL ORDER BY path LIMIT ?',
            ).all(limit);
      return {
        documents: Number(row?.files ?? 0) - skippedCount,
        passages: Number(row?.passages ?? 0),
        bytes: Number(row?.bytes ?? 0),
        skippedCount,
        skipped: listed.map((item) => ({ path: String(item.path), reason: String(item.reason) })),
      };
    },
  };
}

/** Why a file that was read has no passages. */
const emptyReason = (path: string): string =>
  formatOf(path) === 'code'
    ? t('It has no comments and no constants with numbers, which are what is read of source code.')
    : t('It contains no text.');

/** Equal for two states of a document if all that is written of them is equal, without the date. */
function undatedDigestOf({ meta, authority, passages, ...document }: PassageDocument): string {
  const undated = [{ ...meta, date: null }, { ...authority, date: null }, document];
  const hash = createHash('sha1').update(JSON.stringify(undated));
  // One at a time, because the text of a large document is several times in memory otherwise.
  for (const passage of passages) hash.update(JSON.stringify(passage));
  return hash.digest('base64');
}
