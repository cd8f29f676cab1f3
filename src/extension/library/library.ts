/** The built-in library over the open folders: which folders, what state its index is in, and when it looks again. */
import type * as Vscode from 'vscode';
import { ResearchError } from '../../client/errors.ts';
import type { LibraryProgress, LibraryStatus } from '../../protocol/worker.ts';
import type { SettingsHolder } from '../settings.ts';
import { foldersOf } from './libraryFolders.ts';
import type { LibraryConnection } from './workerTransport.ts';

/** Milliseconds after the last change of a file until the library looks again. */
const SETTLE = 1000;

export interface LibraryOptions {
  /** The built worker. */
  readonly workerPath: string;
  readonly onProgress: (progress: LibraryProgress) => void;
  readonly log: (line: string) => void;
}
export type OpenLibrary = (options: LibraryOptions) => LibraryConnection;

export interface Library extends Vscode.Disposable {
  /** The worker's connection, its thread started when it is first used; null without folders. */
  connection(): LibraryConnection | null;
  folders(): readonly string[];
  /** What is in the index; null before it was first looked at. */
  readonly status: LibraryStatus | null;
  /** While documents are read. */
  readonly indexing: { readonly done: number; readonly total: number } | null;
  /** Set when the library could not be read as a whole. */
  readonly problem: string | null;
  /** Brings the index up to date in the background, so that the first question need not wait for it. */
  warmUp(): Promise<void>;
  rebuild(): Promise<void>;
  /** Stops the reading that is under way; what was read can be searched. */
  stopReading(): void;
  /** Takes over changed folders and exclusions. */
  configure(): void;
}

export function createLibrary(options: {
  readonly vscode: typeof Vscode;
  readonly open: OpenLibrary;
  readonly settings: SettingsHolder;
  readonly workerPath: string;
  readonly indexFolder: string;
  /** The user's home directory. */
  readonly home: string | undefined;
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
  let settle: ReturnType<typeof setTimeout> | undefined;
  const touched = new Set<string>();

  const folders = () => foldersOf(vscode, settings.current, options.home);

  function configure(): void {
    if (!connection) return;
    const config = {
      folders: folders(),
      exclude: [...settings.current.library.exclude],
      indexDir: options.indexFolder,
    };
    const text = JSON.stringify(config);
    if (text === configured) return;
    configured = text;
    connection.configure(config);
    watch(config.folders);
    if (status !== null) void warmUp();
  }

  function open(): LibraryConnection | null {
    if (folders().length === 0) return null;
    if (!connection) {
      connection = options.open({
        workerPath: options.workerPath,
        log: options.log,
        onProgress(next) {
          progress = next;
          options.onDidChange();
        },
      });
      connection.onDidChangeStatus(took);
    }
    configure();
    return connection;
  }

  function took(next: LibraryStatus): void {
    status = next;
    problem = null;
    options.onDidChange();
  }

  async function settled(work: Promise<LibraryStatus> | undefined): Promise<void> {
    try {
      if (work) took(await work);
    } catch (error) {
      problem = problemOf(error);
    } finally {
      progress = null;
      options.onDidChange();
    }
  }

  const warmUp = () => settled(open()?.ready());

  /** Only while the service runs, and only in its folders. */
  function watch(paths: readonly string[]): void {
    for (const watcher of watchers) watcher.dispose();
    const note = (uri: Vscode.Uri) => {
      touched.add(uri.fsPath);
      clearTimeout(settle);
      settle = setTimeout(() => {
        const changed = [...touched];
        touched.clear();
        void connection?.refresh(changed).then(took, () => {});
      }, SETTLE);
    };
    watchers = paths.flatMap((path) => {
      const watcher = vscode.workspace.createFileSystemWatcher(
        new vscode.RelativePattern(vscode.Uri.file(path), '**/*'),
      );
      return [watcher, watcher.onDidCreate(note), watcher.onDidChange(note), watcher.onDidDelete(note)];
    });
  }

  return {
    connection: open,
    folders,
    warmUp,
    configure,
    rebuild: () => settled(open()?.rebuild()),
    stopReading: () => connection?.stopReading(),
    get status() {
      return status;
    },
    get indexing() {
      return progress && progress.phase !== 'ready' ? { done: progress.done, total: progress.total } : null;
    },
    get problem() {
      return problem;
    },
    dispose() {
      clearTimeout(settle);
      for (const watcher of watchers) watcher.dispose();
      connection?.dispose();
    },
  };
}

/** What the service said, or else the message. */
function problemOf(error: unknown): string {
  if (error instanceof ResearchError && error.detail !== undefined) return error.detail;
  return error instanceof Error ? error.message : String(error);
}
