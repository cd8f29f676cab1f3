/** The laws on this machine and the network that brings them, as the commands use them. */
import { setTimeout } from 'node:timers/promises';
import type * as Vscode from 'vscode';
import { type AuthorityStore, createAuthorityStore } from '../../publishers/authorityStore.ts';
import { isMirrorAddress, type Network } from '../../publishers/download.ts';
import type { LawReader } from '../../publishers/lawReader.ts';
import type { Publisher } from '../../publishers/publisher.ts';

export interface Authorities {
  readonly store: AuthorityStore;
  /** Throws if the mirror in the settings is not a valid address. */
  network(): Network;
  /** The host that is asked for works of the publisher. */
  hostOf(publisher: Publisher): string;
  /** Called when texts were added, replaced or removed. */
  changed(): void;
}

export interface AuthorityDeps {
  readonly vscode: typeof Vscode;
  /** Folder in the global storage of the extension. */
  readonly folder: string;
  readonly reader: LawReader;
  readonly version: string;
  readonly mirror: () => string;
  readonly changed: () => void;
  readonly log: (line: string) => void;
}

export function createAuthorities({
  vscode,
  folder,
  reader,
  version,
  mirror,
  changed,
  log,
}: AuthorityDeps): Authorities {
  const address = () => {
    const own = mirror().trim();
    if (own === '') return null;
    if (!isMirrorAddress(own)) {
      throw new Error(
        vscode.l10n.t(
          'The setting “fiscal.library.authorityMirror” is not an https address. Correct it in the settings.',
        ),
      );
    }
    return own;
  };
  return {
    store: createAuthorityStore(folder, reader),
    network: () => ({
      userAgent: `Fiscal/${version}`,
      mirror: address(),
      log,
      sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
    }),
    hostOf(publisher) {
      const own = address();
      return own === null ? publisher.host : new URL(own).host;
    },
    changed,
  };
}
