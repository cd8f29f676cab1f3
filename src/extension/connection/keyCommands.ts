/** Commands for the API key and the connection: the address first, then the key for it. */
import type * as Vscode from 'vscode';
import type { ServiceAddress } from '../../client/baseUrl.ts';
import { connectionMessage, errorLine, errorMessage } from '../../protocol/errorMessages.ts';
import { LIBRARY } from '../../protocol/library.ts';
import { readAddress } from '../common/answererSettings.ts';
import { SECTION } from '../common/contributions.ts';
import { cancellable, offer } from '../common/prompts.ts';
import type { SettingsHolder } from '../common/settings.ts';
import { ownValue } from '../common/settingValues.ts';
import { type ApiKeys, hasKey, type Kept, keyProblem } from './apiKey.ts';
import type { BrowserSignIn } from './browserSignIn.ts';
import type { Services } from './researchServices.ts';
import type { Sessions } from './sessions.ts';
import type { SignInDeps } from './signInCommands.ts';

export interface KeyCommands {
  connect(): Promise<void>;
  /** Sets the key for the address in use, or replaces it. Sends nothing. */
  setKey(): Promise<void>;
  /** Asks for the key of the address in use if there is none. */
  ensureKey(): Promise<void>;
  removeKey(): Promise<void>;
  /** Signs in at the server of a firm, or asks for a key if it has no sign-in. */
  signIn(): Promise<void>;
  signOut(): Promise<void>;
  /** Checks, without asking a question, whether the service would answer. */
  check(): Promise<void>;
}

export function createKeyCommands(options: {
  readonly vscode: typeof Vscode;
  readonly settings: SettingsHolder;
  readonly keys: ApiKeys;
  readonly services: Services;
  readonly sessions: Sessions;
  readonly browser: () => BrowserSignIn;
  readonly findSignIn: SignInDeps['findSignIn'];
}): KeyCommands {
  const { vscode, settings, keys, services, sessions } = options;
  const signInDeps = {
    ...options,
    refresh: () => services.refresh(),
    async findSignIn(origin: string) {
      const place = await options.findSignIn(origin);
      if (place !== null) services.foundSignIn(origin);
      return place;
    },
  };
  const { window, l10n } = vscode;

  /** The address in use, or null after a message that says what is missing. */
  function address() {
    const { address } = settings.current;
    if (address && 'origin' in address) return address;
    const text = address
      ? errorLine(address.problem, l10n.t)
      : l10n.t('The built-in library needs no API key. To use the research service, connect to it first.');
    void offer(window.showInformationMessage, text, l10n.t('Connect…'), connectToService);
    return null;
  }

  /** Asks for the key and stores it. Returns null if the user canceled. */
  async function enterKey(origin: string, host: string): Promise<Kept | null> {
    const problems = {
      empty: l10n.t(
        "To create an API key, open API Keys in the service's dashboard, choose Create API Key, and copy the key immediately.",
      ),
      notPrintable: l10n.t('An API key contains only printable ASCII characters, without spaces or line breaks.'),
      tooLong: l10n.t('This is too long for an API key.'),
    };
    const typed = await window.showInputBox({
      title: l10n.t('API Key for {0}', host),
      prompt: keys.forgets
        ? l10n.t(
            'The key is sent to {0} only. This machine has lost a stored key before. To keep the key, set the environment variable FISCAL_API_KEY for VS Code.',
            origin,
          )
        : l10n.t(
            "Paste the key that the service's dashboard showed under API Keys › Create API Key. It is stored in the secret storage of this machine and sent to {0} only.",
            origin,
          ),
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
          'The secret storage of this machine did not store the API key. The key is used until this window closes. To keep it, unlock the keyring and set the key again, or set the environment variable FISCAL_API_KEY for VS Code.',
        ),
      );
    }
    if (kept === 'unsure') {
      void window.showWarningMessage(
        l10n.t(
          'The API key is stored, but this machine has lost a stored key before. If it is lost after a restart, set the environment variable FISCAL_API_KEY for VS Code.',
        ),
      );
    }
    return kept;
  }

  /** Signs in if the server has a sign-in; else asks for the key. Whether questions can be asked then. */
  async function enter(there: ServiceAddress): Promise<boolean> {
    const { signIn } = await import('./signInCommands.ts');
    const result = await signIn(signInDeps, there);
    if (result === 'signedIn') return true;
    return result !== 'canceled' && (await enterKey(there.origin, there.host)) !== null;
  }

  async function connectToService(): Promise<void> {
    const named = ownValue(vscode.workspace.getConfiguration(SECTION), 'baseUrl');
    const typed = await window.showInputBox({
      title: l10n.t('Connect to Research Service'),
      prompt: l10n.t('Base URL of the service. Leave empty to use the built-in library.'),
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
        l10n.t('The built-in library now answers from your own documents, on this machine.'),
      );
      return;
    }
    const state = await keys.state(parsed.origin);
    if (!hasKey(state) && !(await enter(parsed))) return;
    await check();
  }

  async function check(): Promise<void> {
    if (settings.current.address === null) {
      const text =
        services.readiness === 'noFolder'
          ? l10n.t('The built-in library answers from the opened folder. Open a folder first.')
          : l10n.t('The built-in library is in use. It needs no connection, and nothing leaves this machine.');
      void window.showInformationMessage(text);
      return;
    }
    const there = address();
    if (!there) return;
    const title = l10n.t('Checking the connection to {0}…', there.host);
    const result = await cancellable(vscode, title, (signal) => services.check(signal));
    if (result.ok) {
      void window.showInformationMessage(connectionMessage(result.host, result.key, l10n.t));
      return;
    }
    if (result.error.kind === 'aborted') return;
    const { reason, kind } = result.error;
    const [action, run] =
      reason === 'signedOut'
        ? [l10n.t('Sign In'), signIn]
        : kind === 'auth'
          ? [l10n.t('Set API Key…'), setKey]
          : [l10n.t('Change Address…'), connectToService];
    await offer(window.showErrorMessage, errorLine(result.error, l10n.t), action, run);
  }

  async function setKey(): Promise<void> {
    if (services.service === LIBRARY && settings.current.address === null) return connectToService();
    const there = address();
    if (!there || (await enterKey(there.origin, there.host)) !== 'kept') return;
    // A message about the replaced key moves to the notification center.
    await vscode.commands.executeCommand('notifications.hideToasts');
    const text = l10n.t('The API key for {0} is stored.', there.host);
    void offer(window.showInformationMessage, text, l10n.t('Check Connection'), check);
  }

  async function signIn(): Promise<void> {
    // Connecting meets the sign-in of the server.
    if (settings.current.address === null) return connectToService();
    const there = address();
    if (there) await enter(there);
  }

  async function signOut(): Promise<void> {
    const there = address();
    if (there) await (await import('./signInCommands.ts')).signOut(signInDeps, there);
  }

  async function removeKey(): Promise<void> {
    const there = address();
    if (!there) return;
    if (await sessions.has(there.origin)) return signOut();
    const state = await keys.state(there.origin);
    if (state === 'environment') {
      const release = l10n.t('Use for Another Service');
      const chosen = await window.showInformationMessage(
        l10n.t(
          'The API key for {0} comes from the environment variable FISCAL_API_KEY. Remove it there, or let the next service that you use receive it.',
          there.host,
        ),
        release,
      );
      if (chosen === release) await keys.remove(there.origin);
      return;
    }
    if (state === 'none') {
      void window.showInformationMessage(l10n.t('No API key is stored for {0}.', there.host));
      return;
    }
    const remove = l10n.t('Remove');
    const chosen = await window.showWarningMessage(
      l10n.t('Remove the API key for {0} from this machine?', there.host),
      { modal: true },
      remove,
    );
    if (chosen !== remove) return;
    await keys.remove(there.origin);
    await services.refresh();
    void window.showInformationMessage(l10n.t('The API key for {0} was removed.', there.host));
  }

  return {
    connect: connectToService,
    setKey,
    async ensureKey() {
      await services.refresh();
      const there = settings.current.address;
      if (there && 'origin' in there && !hasKey(await keys.state(there.origin))) {
        await enterKey(there.origin, there.host);
      }
    },
    removeKey,
    signIn,
    signOut,
    check,
  };
}
