/** `fiscal authorities`: takes laws from their publishers, for scripts and for machines without VS Code. */
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { english } from '../../protocol/errorMessages.ts';
import { type AuthorityStore, createAuthorityStore } from '../../publishers/authorityStore.ts';
import { compareLaws, type SectionChange } from '../../publishers/compareLaws.ts';
import { isMirrorAddress, type Network } from '../../publishers/download.ts';
import { type Manifest, versionName } from '../../publishers/manifest.ts';
import { checkPublisher } from '../../publishers/newerVersions.ts';
import { problemText } from '../../publishers/problemText.ts';
import type { Publisher } from '../../publishers/publisher.ts';
import { PublisherError } from '../../publishers/publisherError.ts';
import { type ChosenWork, findWork, PUBLISHERS } from '../../publishers/publishers.ts';
import { sectionsOf } from '../../publishers/sectionsOf.ts';
import { importLaw, lookUpOffer, takeLaw } from '../../publishers/takeLaw.ts';
import { createLawThread } from '../../publishers/thread/lawThread.ts';
import { lawReaderPath, programVersion } from '../builtFiles.ts';
import { type Command, EXIT, UsageError } from '../command.ts';
import { parseOptions } from '../options.ts';
import { print, printError, printJson } from '../terminal.ts';

const HELP = `Takes laws from their publishers, and compares their versions.

Usage: fiscal authorities list [--folder DIR]           The laws that can be downloaded, and the versions on disk.
       fiscal authorities get NAME… --folder DIR        Download these laws.
       fiscal authorities update --folder DIR           Download newer versions of the laws on disk.
       fiscal authorities check                         Whether the publishers can be reached.
       fiscal authorities diff NAME --folder DIR        The sections that differ from the version before.

  --folder DIR       Where the laws are kept: fiscal ask "QUESTION" --laws DIR
  --from FILE        With get and one NAME: a file that was downloaded by hand. Nothing is sent.
  --mirror ADDRESS   Ask for all files below this address, with the host of the publisher as first folder.
  --dry-run          With update: print the sections that differ, and take nothing that differs.
  --json             With diff: print the sections as JSON.
  --help             Show this.

Only get without --from, update and check contact a publisher: with the address of a public file, and nothing else.
Exit codes: 0 done, 1 a failure, 2 wrong options, 3 diff found no earlier version.
`;

async function run(argv: readonly string[]): Promise<void> {
  const { values, positionals } = parseOptions(argv, {
    folder: { type: 'string' },
    from: { type: 'string' },
    mirror: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  });
  const [action, ...names] = positionals;
  const store =
    values.folder === undefined ? null : createAuthorityStore(resolve(values.folder), createLawThread(lawReaderPath()));
  if (action === 'list') return list(store);
  if (action !== 'get' && action !== 'update' && action !== 'diff' && action !== 'check') {
    throw new UsageError('Use fiscal authorities list, get, update, check or diff. See fiscal authorities --help.');
  }
  if (values.mirror !== undefined && !isMirrorAddress(values.mirror))
    throw new UsageError('--mirror: use an https address');
  if (action === 'check') return check(values.mirror ?? null);
  if (store === null) throw new UsageError('Name the folder of the laws: --folder DIR');
  const works = names.map((name) => {
    const work = findWork(name);
    if (!work) throw new UsageError(`There is no law ${name}. See fiscal authorities list.`);
    return work;
  });
  if (action === 'diff') return diff(store, works, values.json);
  if (action === 'get' && works.length === 0)
    throw new UsageError('Name at least one law. See fiscal authorities list.');
  if (values.from !== undefined && (action !== 'get' || works.length !== 1)) {
    throw new UsageError('--from: use it with get and one law');
  }
  if (values['dry-run'] && action !== 'update') throw new UsageError('--dry-run: use it with update');
  const known = (await store.works()).flatMap((name) => findWork(name) ?? []);
  await take(store, action === 'get' ? works : known, {
    mirror: values.mirror ?? null,
    file: values.from ?? null,
    isDry: values['dry-run'],
  });
}

async function list(store: AuthorityStore | null): Promise<void> {
  for (const publisher of PUBLISHERS) {
    print(`${publisher.name}, ${publisher.host}`);
    for (const { id, title } of publisher.works) {
      const [current] = (await store?.states(id)) ?? [];
      const version = current ? ` [${versionName(current)}]` : '';
      print(`  ${id.padEnd(14)} ${title}${version}`);
    }
  }
}

async function check(mirror: string | null): Promise<void> {
  const stop = new AbortController();
  for (const publisher of PUBLISHERS) {
    const host = hostOf(publisher, mirror);
    try {
      const version = await checkPublisher(publisher, networkOf(mirror), stop.signal);
      print(`${host}: reached${version === null ? '' : ` (${version})`}`);
    } catch (error) {
      fail(publisher.id, error, host);
    }
  }
}

function networkOf(mirror: string | null): Network {
  return {
    userAgent: `Fiscal/${programVersion()}`,
    mirror,
    log: printError,
    sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
  };
}

function hostOf({ host }: Publisher, mirror: string | null): string {
  return mirror === null ? host : new URL(mirror).host;
}

function fail(name: string, error: unknown, host: string): void {
  if (!(error instanceof PublisherError)) throw error;
  process.exitCode = EXIT.failed;
  printError(`${name}: ${problemText({ t: english }, error, host)}`);
}

/** All are tried. A failure is printed, and the exit code says that there was one. */
async function take(
  store: AuthorityStore,
  works: readonly ChosenWork[],
  { mirror, file, isDry }: { readonly mirror: string | null; readonly file: string | null; readonly isDry: boolean },
): Promise<void> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new Error('Stopped.')));
  const network = networkOf(mirror);
  async function accepts(manifest: Manifest, changes: readonly SectionChange[] | null): Promise<boolean> {
    if (!isDry) return true;
    const differs = changes === null ? 'cannot be compared' : `${changes.length} sections differ`;
    print(`${manifest.work}: ${versionName(manifest)} (${differs}, not taken)`);
    printChanges(changes ?? []);
    return false;
  }
  const options = { store, signal: stop.signal, now: () => new Date(), onProgress: () => {}, accepts };
  for (const chosen of works) {
    const { work, publisher } = chosen;
    try {
      const { manifest, changes, declined } =
        file === null
          ? await takeLaw(chosen, await lookUpOffer(chosen, network, stop.signal), network, options)
          : await importLaw(chosen, file, options);
      if (declined) continue;
      const differs = changes === null ? 'new' : changes.length === 0 ? 'current' : `${changes.length} sections differ`;
      print(`${work.id}: ${versionName(manifest)} (${differs})`);
    } catch (error) {
      fail(work.id, error, hostOf(publisher, mirror));
    }
  }
}

async function diff(store: AuthorityStore, works: readonly ChosenWork[], json: boolean): Promise<void> {
  const [chosen] = works;
  if (!chosen || works.length > 1) throw new UsageError('Name one law: fiscal authorities diff NAME --folder DIR');
  const [current, before] = await store.states(chosen.work.id);
  if (!current || !before) {
    process.exitCode = EXIT.nothingFound;
    printError(`There is no earlier version of ${chosen.work.id} on disk.`);
    return;
  }
  const [earlier, now] = await Promise.all([
    sectionsOf(chosen, before, store),
    sectionsOf(chosen, current, store),
  ]).catch((error: unknown): [] => {
    fail(chosen.work.id, error, chosen.publisher.host);
    return [];
  });
  if (!earlier || !now) return;
  const changes = compareLaws(earlier, now);
  if (json) {
    const versions = { before: versionName(before), current: versionName(current) };
    printJson({ ...versions, changes });
    return;
  }
  print(`${versionName(before)} -> ${versionName(current)}`);
  printChanges(changes);
}

function printChanges(changes: readonly SectionChange[]): void {
  for (const { kind, title } of changes) print(`${kind.padEnd(10)} ${title}`);
}

export const authorities: Command = { help: HELP, run };
