/** The built-in library of the open folders: its folders, the status of its index, and when the index is updated. */
import type * as Vscode from 'vscode';
import type { LibraryConnection, LibraryConnectionOptions } from '../../libraryClient/libraryConnection.ts';
import type { LibraryProgress, LibraryStatus } from '../../protocol/worker.ts';
import { failureReason } from '../common/failureReason.ts';
import type { SettingsHolder } from '../common/settings.ts';
import { excludedWithin, foldersOf, relativeFolders } from './libraryFolders.ts';
import { libraryTranslations } from './libraryTranslations.ts';

/** Milliseconds from the last change of a file to the update of the index. */
const UPDATE_DELAY = 1000;

export type OpenLibrary = (options: LibraryConnectionOptions) => LibraryConnection;

export interface Library extends Vscode.Disposable {
  /** The connection to the worker, whose thread starts at the first use; null without folders. */
  connection(): LibraryConnection | null;
  /** The connection for reading single files, also without folders. */
  reader(): Pick<LibraryConnection, 'readPlaced' | 'readWorkbook'>;
  folders(): readonly string[];
  /** Folders of the settings that are not searched, because their paths are not absolute. */
  relativeFolders(): readonly string[];
  /** The content of the index; null before the first update. */
  readonly status: LibraryStatus | null;
  /** Progress while documents are read, else null. */
  readonly indexing: { readonly done: number; readonly total: number } | null;
  /** Number of documents that are not read yet. 0 while it is unknown. */
  readonly unreadDocuments: number;
  /** Why the library could not be read; null if it could. */
  readonly problem: string | null;
  /** Updates the index in the background, before the first question needs it. */
  warmUp(): Promise<void>;
  rebuild(): Promise<void>;
  /** Stops reading documents. The documents that were read can be searched. */
  stopReading(): void;
  /** Applies changed folders and exclusions. */
  configure(): void;
  /** Reads the laws that were taken from their publishers again. */
  authoritiesChanged(): void;
}

export function createLibrary(options: {
  readonly vscode: typeof Vscode;
  readonly open: OpenLibrary;
  readonly settings: SettingsHolder;
  readonly workerPath: string;
  readonly indexFolder: string;
  /** The user's home directory. */
  readonly home: string | undefined;
  /** The folder with the laws that were taken from their publishers; null without any. */
  readonly authorityFolder: () => string | null;
  readonly onDidChange: () => void;
  readonly log: (text: string) => void;
}): Library {
  const { vscode, settings } = options;
  let connection: LibraryConnection | null = null;
  let configured = '';
  let status: LibraryStatus | null = null;
  let progress: LibraryProgress | null = null;
  let problem: string | null = null;
  let watchers: Vscode.Disposable[] = [];
  let updateTimer: ReturnType<typeof setTimeout> | undefined;
  const changedPaths = new Set<string>();

  const paths = () => {
    const laws = options.authorityFolder();
    return { ...foldersOf(vscode, settings.current, options.home), ...(laws !== null && { laws }) };
  };
  const folders = () => {
    const { folders, laws = [] } = paths();
    return folders.concat(laws);
  };

  function configure(): void {
    if (!connection) return;
    const config = {
      ...paths(),
      exclude: [...settings.current.library.exclude],
      excludeWithin: excludedWithin(vscode, settings.current),
      indexDir: options.indexFolder,
      authorityAge: settings.current.authorityAge,
    };
    const text = JSON.stringify(config);
    if (text === configured) return;
    configured = text;
    connection.configure(config);
    watch(folders());
    if (status !== null) void warmUp();
  }

  function connect(): LibraryConnection {
    if (!connection) {
      connection = options.open({
        workerPath: options.workerPath,
        translations: libraryTranslations(vscode),
        log: options.log,
      });
      connection.onDidChangeStatus(updateStatus);
      connection.onDidProgress((next) => {
        progress = next;
        options.onDidChange();
      });
    }
    return connection;
  }

  function open(): LibraryConnection | null {
    if (folders().length === 0) return null;
    const opened = connect();
    configure();
    return opened;
  }

  function updateStatus(next: LibraryStatus): void {
    status = next;
    problem = null;
    options.onDidChange();
  }

  async function finish(work: Promise<LibraryStatus> | undefined): Promise<void> {
    try {
      if (work) updateStatus(await work);
    } catch (error) {
      problem = failureReason(error);
    } finally {
      progress = null;
      options.onDidChange();
    }
  }

  const warmUp = () => finish(open()?.ready());

  /** Watches the folders of the library while its worker runs. */
  function watch(paths: readonly string[]): void {
    for (const watcher of watchers) watcher.dispose();
    const noteChange = (uri: Vscode.Uri) => {
      changedPaths.add(uri.fsPath);
      clearTimeout(updateTimer);
      updateTimer = setTimeout(() => {
        const changed = [...changedPaths];
        changedPaths.clear();
        void connection?.refresh(changed).then(updateStatus, () => {});
      }, UPDATE_DELAY);
    };
    watchers = paths.flatMap((path) => {
      const watcher = vscode.workspace.createFileSystemWatcher(
        new vscode.RelativePattern(vscode.Uri.file(path), '**/*'),
      );
      return [
        watcher,
        watcher.onDidCreate(noteChange),
        watcher.onDidChange(noteChange),
        watcher.onDidDelete(noteChange),
      ];
    });
  }

  return {
    connection: open,
    reader: connect,
    folders,
    warmUp,
    configure,
    authoritiesChanged() {
      configure();
      const authorities = options.authorityFolder();
      if (authorities !== null && status !== null) void finish(connection?.refresh([authorities]));
      options.onDidChange();
    },
    rebuild: () => finish(open()?.rebuild()),
    relativeFolders: () => relativeFolders(settings.current, options.home),
    stopReading: () => connection?.stopReading(),
    get status() {
      return status;
    },
    get indexing() {
      return progress && progress.phase !== 'ready' ? { done: progress.done, total: progress.total } : null;
    },
    get unreadDocuments() {
      return progress?.phase === 'reading' ? Math.max(0, progress.total - progress.done) : 0;
    },
    get problem() {
      return problem;
    },
    dispose() {
      clearTimeout(updateTimer);
      for (const watcher of watchers) watcher.dispose();
      connection?.dispose();
    },
  };
}
