/** What differs between the desktop (or a remote host) and a browser: network, library, files, environment. */
import type * as Vscode from 'vscode';
import type { Transport } from '../client/transport/transport.ts';
import type { ConversationStore } from '../conversation/store.ts';
import type { LibraryProgress } from '../protocol/worker.ts';
import type { Records, RecordsOptions } from './compliance/complianceServices.ts';
import type { LibraryConnection } from './library/workerTransport.ts';

export interface LibraryOptions {
  /** The built worker. */
  readonly workerPath: string;
  readonly onProgress: (progress: LibraryProgress) => void;
  readonly log: (line: string) => void;
}

export interface Platform {
  readonly openTransport: () => Promise<Transport>;
  /** null where worker threads are not available. */
  readonly openLibrary: ((options: LibraryOptions) => LibraryConnection) | null;
  readonly openStore: () => ConversationStore;
  /** The research log and the counts; null where there are no files. */
  readonly openRecords: ((options: RecordsOptions) => Promise<Records>) | null;
  readonly environmentKey: string | undefined;
  /** The user's home directory on the machine that reads the library. */
  readonly home: string | undefined;
}

export type PlatformFor = (vscode: typeof Vscode, context: Vscode.ExtensionContext) => Platform;
