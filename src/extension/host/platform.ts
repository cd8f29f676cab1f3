/** What differs between the desktop (or a remote host) and a browser: network, library, files, environment. */
import type * as Vscode from 'vscode';
import type { Transport } from '../../client/transport/transport.ts';
import type { ConversationStore } from '../../conversation/store.ts';
import type { OpenComplianceServices } from '../compliance/complianceServices.ts';
import type { OpenLibrary } from '../library/library.ts';
import type { AuthorityDeps } from '../publishers/authorities.ts';
import type { PublisherCommands } from '../publishers/registerPublishers.ts';

/** What the commands need of the host. */
export type PublisherDeps = Omit<AuthorityDeps, 'vscode' | 'folder' | 'reader'>;

export interface Platform {
  readonly openTransport: () => Promise<Transport>;
  /** null where worker threads are not available. */
  readonly openLibrary: OpenLibrary | null;
  readonly openStore: () => ConversationStore;
  /** The research log and the counts; null where there are no files. */
  readonly openComplianceServices: OpenComplianceServices | null;
  /** The commands that take laws from their publishers; null in a browser. */
  readonly openPublishers: ((deps: PublisherDeps) => Promise<PublisherCommands>) | null;
  /** The folder with the laws that were taken; null if there is none. */
  readonly authorityFolder: () => string | null;
  /** Runs scripts as Node does; null in a browser. */
  readonly nodeProgram: string | null;
  readonly environmentKey: string | undefined;
  /** The user's home directory on the machine that reads the library. */
  readonly home: string | undefined;
}

export type PlatformFor = (vscode: typeof Vscode, context: Vscode.ExtensionContext) => Platform;
