/** Authorities that the user's own files cite. Everything here works on the library only, never on a service. */
import type * as Vscode from 'vscode';
import { type Feature, FILES } from '../common/contributions.ts';
import { disposeAll } from '../common/disposables.ts';
import { once } from '../common/once.ts';
import type { FileAmount } from './amountAt.ts';
import type { CitationDeps } from './citationDeps.ts';
import type { FileCitation } from './fileCitations.ts';

export interface Citations extends Feature<'fiscal.openAuthority' | 'fiscal.askAuthority' | 'fiscal.checkCitations'> {
  hover(citation: FileCitation, folder: string | null): Promise<Vscode.Hover | undefined>;
  /** As `openAuthority` of the page's messages. */
  openQuoted(words: string, from: string | undefined, toSide: boolean): Promise<void>;
  amountHover(amount: FileAmount): Promise<Vscode.Hover | undefined>;
}

export function registerCitations(deps: CitationDeps): Citations {
  const { vscode, settings } = deps;
  const parts: Vscode.Disposable[] = [];
  const own = <Part extends Vscode.Disposable>(part: Part): Part => {
    parts.push(part);
    return part;
  };
  const libraryChanged = own(new vscode.EventEmitter<void>());

  const lookups = once(async () => {
    const { createLookups } = await import('./lookups.ts');
    const created = createLookups(deps.library);
    // Before the listeners below, which look up again.
    own(libraryChanged.event(() => created.clear()));
    return created;
  });
  const hovers = once(async () => {
    const { createHovers } = await import('./hovers.ts');
    return own(createHovers(deps, await lookups()));
  });
  const commands = once(async () => {
    const { createAuthorityCommands } = await import('./authorityCommands.ts');
    return createAuthorityCommands(deps, await lookups());
  });
  const check = once(async () => {
    const { createCheckCommand } = await import('./checkCommand.ts');
    const created = own(createCheckCommand(deps, await lookups()));
    own(libraryChanged.event(() => created.recheck()));
    return created;
  });

  let isDisposed = false;
  let links: Vscode.Disposable | undefined;
  let codeLenses: Vscode.Disposable | undefined;

  /** VS Code asks for links again only when a provider is registered. */
  async function updateLinks(): Promise<void> {
    links?.dispose();
    links = undefined;
    const areShown = () => !isDisposed && settings.current.citations.links && deps.library()?.status;
    if (!areShown()) return;
    const [{ createLinkProvider }, known] = await Promise.all([import('./documentLinks.ts'), lookups()]);
    if (areShown()) links ??= vscode.languages.registerDocumentLinkProvider(FILES, createLinkProvider(vscode, known));
  }

  async function updateCodeLenses(): Promise<void> {
    if (!settings.current.citations.codeLens) {
      codeLenses?.dispose();
      codeLenses = undefined;
      return;
    }
    if (codeLenses) return;
    const [{ createCodeLensProvider }, known] = await Promise.all([import('./codeLens.ts'), lookups()]);
    if (isDisposed || !settings.current.citations.codeLens) return;
    const provider = createCodeLensProvider(vscode, known, libraryChanged.event);
    codeLenses ??= vscode.languages.registerCodeLensProvider(FILES, provider);
  }

  let status = deps.library()?.status ?? null;
  own(
    deps.onDidChangeLibrary(() => {
      const next = deps.library()?.status ?? null;
      if (next === status) return;
      status = next;
      libraryChanged.fire();
      void updateLinks();
    }),
  );
  own(
    settings.onDidChange(() => {
      // The folders of the library are settings too.
      libraryChanged.fire();
      void updateLinks();
      void updateCodeLenses();
    }),
  );
  void updateLinks();
  void updateCodeLenses();

  return {
    hover: async (citation, folder) => (await hovers()).hover(citation, folder),
    openQuoted: async (...args) => (await commands()).openQuoted(...args),
    async amountHover(amount) {
      const library = deps.library();
      // Numbers are in every file. One under the pointer neither starts the reading of the folders nor waits for it.
      const connection = library?.status && library.indexing === null ? library.connection() : null;
      if (!connection) return undefined;
      const { amountHover } = await import('./amountHover.ts');
      // A library that cannot be read shows its problem in the chat.
      return amountHover(vscode, amount, connection).catch(() => undefined);
    },
    commands: {
      'fiscal.openAuthority': async (written) => (await commands()).open(written),
      'fiscal.askAuthority': async (written) => (await commands()).ask(written),
      'fiscal.checkCitations': async () => (await check()).run(),
    },
    dispose() {
      isDisposed = true;
      links?.dispose();
      codeLenses?.dispose();
      disposeAll(parts);
    },
  };
}
