/** Setting, testing, replacing and removing the key, and connecting to the service: address first, then the key for it. */
import type * as Vscode from 'vscode';
import { connectionMessage, errorLine, errorMessage } from '../../protocol/errorMessages.ts';
import { SECTION } from '../contributions.ts';
import { readAddress, type SettingsHolder } from '../settings.ts';
import { ownValue } from '../settingValues.ts';
import { type ApiKeys, hasKey, type Kept, keyProblem } from './apiKey.ts';
import { LIBRARY, type Services } from './researchServices.ts';

export interface KeyCommands {
  connect(): Promise<void>;
  setKey(): Promise<void>;
  replaceKey(): Promise<void>;
  removeKey(): Promise<void>;
  /** Asks the service, without a question, whether it would answer. */
  check(): Promise<void>;
}

export function createKeyCommands(options: {
  readonly vscode: typeof Vscode;
  readonly settings: SettingsHolder;
  readonly keys: ApiKeys;
  readonly services: Services;
}): KeyCommands {
  const { vscode, settings, keys, services } = options;
  const { window, l10n } = vscode;

  /** The address in use, or null after saying what is missing. */
  function address() {
    const { address } = settings.current;
    if (address && 'origin' in address) return address;
    const connect = l10n.t('Connect…');
    const text = address
      ? errorLine(address.problem, l10n.t)
      : l10n.t('The built-in library needs no key. To use the hosted research service, connect to it first.');
    void window.showInformationMessage(text, connect).then((chosen) => {
      if (chosen === connect) void connectToService();
    });
    return null;
  }

  /** How long the key stays that was entered; null when none was. */
  async function enterKey(origin: string, host: string): Promise<Kept | null> {
    const problems = {
      empty: l10n.t('Paste the key from the dashboard of the service.'),
      notPrintable: l10n.t('A key holds printable ASCII characters only, without blanks or line breaks.'),
      tooLong: l10n.t('This is too long for a key.'),
    };
    const typed = await window.showInputBox({
      title: l10n.t('API Key for {0}', host),
      prompt: keys.forgets
        ? l10n.t(
            'The key is sent to {0} only. This machine has lost a key before; FISCAL_API_KEY in the environment of VS Code lasts.',
            origin,
          )
        : l10n.t('The key is kept in the secret storage of this machine and sent to {0} only.', origin),
      password: true,
      ignoreFocusOut: true,
      validateInput(text) {
        const problem = keyProblem(text);
        return problem ? problems[problem] : undefined;
      },
    });
    if (typed === undefined) return null;
    const kept = await keys.set(origin, typed);
    await services.refresh();
    if (kept === 'session') {
      void window.showWarningMessage(
        l10n.t(
          'The key is used until this window closes, and is not kept: the secret storage of this machine did not take it. To keep it, unlock the keyring and set the key again, or set FISCAL_API_KEY in the environment of VS Code.',
        ),
      );
    }
    if (kept === 'unsure') {
      void window.showWarningMessage(
        l10n.t(
          'The key is set, but this machine has lost a key before: it may be gone after a restart. FISCAL_API_KEY in the environment of VS Code lasts.',
        ),
      );
    }
    return kept;
  }

  async function connectToService(): Promise<void> {
    const named = ownValue(vscode.workspace.getConfiguration(SECTION), 'baseUrl');
    const typed = await window.showInputBox({
      title: l10n.t('Connect to the Research Service'),
      prompt: l10n.t('Base address of the service. Leave it empty to use the built-in library.'),
      value: typeof named === 'string' ? named : '',
      placeHolder: 'https://…',
      ignoreFocusOut: true,
      validateInput(text) {
        if (text.trim() === '') return undefined;
        const parsed = readAddress(text);
        return 'problem' in parsed ? errorMessage(parsed.problem, l10n.t).explanation : undefined;
      },
    });
    if (typed === undefined) return;
    const parsed = typed.trim() === '' ? null : readAddress(typed);
    if (parsed && 'problem' in parsed) return;
    await vscode.workspace
      .getConfiguration(SECTION)
      .update('baseUrl', parsed ? parsed.base : undefined, vscode.ConfigurationTarget.Global);
    await services.refresh();
    if (!parsed) {
      void window.showInformationMessage(
        l10n.t('Questions are now answered from your own documents, on this machine.'),
      );
      return;
    }
    const state = await keys.state(parsed.origin);
    if (!hasKey(state) && !(await enterKey(parsed.origin, parsed.host))) return;
    await check();
  }

  async function check(): Promise<void> {
    if (settings.current.address === null) {
      const text =
        services.readiness === 'noFolder'
          ? l10n.t('The built-in library answers from the open folder: open one first.')
          : l10n.t('The built-in library is used: nothing leaves this machine, and no connection is needed.');
      void window.showInformationMessage(text);
      return;
    }
    const there = address();
    if (!there) return;
    const result = await window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: l10n.t('Checking the connection to {0}…', there.host),
        cancellable: true,
      },
      async (_progress, token) => {
        const abort = new AbortController();
        token.onCancellationRequested(() => abort.abort());
        return services.check(abort.signal);
      },
    );
    if (result.ok) {
      void window.showInformationMessage(connectionMessage(result.host, result.key, l10n.t));
      return;
    }
    if (result.error.kind === 'aborted') return;
    const action = result.error.kind === 'auth' ? l10n.t('Replace the Key…') : l10n.t('Change the Address…');
    const chosen = await window.showErrorMessage(errorLine(result.error, l10n.t), action);
    if (chosen !== action) return;
    await (result.error.kind === 'auth' ? replaceKey() : connectToService());
  }

  async function replaceKey(): Promise<void> {
    const there = address();
    if (there && (await enterKey(there.origin, there.host))) await check();
  }

  async function removeKey(): Promise<void> {
    const there = address();
    if (!there) return;
    const state = await keys.state(there.origin);
    if (state === 'environment') {
      void window.showInformationMessage(
        l10n.t('The key comes from FISCAL_API_KEY in the environment of VS Code: remove it there.'),
      );
      return;
    }
    if (state === 'none') {
      void window.showInformationMessage(l10n.t('No key is stored for {0}.', there.host));
      return;
    }
    const remove = l10n.t('Remove');
    const chosen = await window.showWarningMessage(
      l10n.t('Remove the key for {0} from this machine?', there.host),
      { modal: true },
      remove,
    );
    if (chosen !== remove) return;
    await keys.remove(there.origin);
    await services.refresh();
    void window.showInformationMessage(l10n.t('The key for {0} was removed.', there.host));
  }

  return {
    connect: connectToService,
    async setKey() {
      if (services.service === LIBRARY && settings.current.address === null) return connectToService();
      const there = address();
      if (there && (await enterKey(there.origin, there.host)) === 'kept') {
        void window.showInformationMessage(l10n.t('The key for {0} is stored.', there.host));
      }
    },
    replaceKey,
    removeKey,
    check,
  };
}
