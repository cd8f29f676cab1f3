/** Which documents of an overview are drafts or older versions of others, by their names. */
import type { OverviewDocument } from '../../protocol/overview.ts';
import { FINAL, OLDER, VERSION, versionNumber } from '../../text/versionWords.ts';

/** With the date after the word, which is that of the version. A date before it can be that of the matter. */
const MARK = new RegExp(
  String.raw`(?:${[OLDER, VERSION, FINAL].map(({ source }) => source).join('|')})(?:[ -]+(?:19|20)\d\d(?:-\d\d){0,2})?`,
  'giu',
);

interface Version {
  /** The same for all versions of a document. */
  readonly name: string;
  readonly isOlder: boolean;
  readonly isFinal: boolean;
  /** 0 if the name states none. */
  readonly number: number;
}

/**
 * The paths of versions of one document differ only by words such as "draft", "final" or "v2". `recordOf`: what two documents of other
 * names have in common if they are one bill; null for documents that are none.
 */
export function olderVersions(
  documents: readonly OverviewDocument[],
  recordOf: (document: OverviewDocument) => string | null,
): ReadonlySet<OverviewDocument> {
  const versions = documents.map((document) => ({
    document,
    version: versionOf(document),
    record: recordOf(document),
  }));
  const groups = [
    ...Map.groupBy(versions, ({ version }) => version.name).values(),
    ...Map.groupBy(
      versions.filter(({ record }) => record !== null),
      ({ record }) => record,
    ).values(),
  ];
  const older = groups.flatMap((group) =>
    group.filter(({ version }) => group.some((other) => isBefore(version, other.version))),
  );
  return new Set(older.map(({ document }) => document));
}

/** The name of a document without such words says nothing against one that is called final. */
function isBefore(one: Version, other: Version): boolean {
  if (one.isOlder !== other.isOlder) return one.isOlder;
  if (one.isFinal !== other.isFinal) return other.isFinal && one.number > 0;
  return one.number < other.number;
}

function versionOf({ name, title }: OverviewDocument): Version {
  const path = name.replace(/\.\w+$/, '').replaceAll('_', ' ');
  return {
    name: path
      .toLowerCase()
      .replace(MARK, ' ')
      .split('/')
      .map((part) => part.match(/[\p{L}\p{N}]+/gu)?.join(' '))
      .filter(Boolean)
      .join('/'),
    isOlder: OLDER.test(`${path} ${title}`),
    isFinal: FINAL.test(path),
    number: versionNumber(path),
  };
}
