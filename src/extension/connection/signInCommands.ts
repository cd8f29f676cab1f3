/** Signs in at the server of a firm, and out. */
import type * as Vscode from 'vscode';
import type { ServiceAddress } from '../../client/baseUrl.ts';
import { toResearchError } from '../../client/errors.ts';
import type { SignInPlace, Tokens } from '../../client/session.ts';
import { beginSignIn } from '../../client/signIn.ts';
import { errorLine } from '../../protocol/errorMessages.ts';
import { SECTION, type SettingId } from '../common/contributions.ts';
import { cancellable } from '../common/prompts.ts';
import type { SettingsHolder } from '../common/settings.ts';
import type { BrowserSignIn } from './browserSignIn.ts';
import { isMicrosoft, microsoftScopes, type Sessions } from './sessions.ts';

export interface SignInDeps {
  readonly vscode: typeof Vscode;
  readonly settings: SettingsHolder;
  readonly sessions: Sessions;
  readonly browser: () => BrowserSignIn;
  readonly findSignIn: (origin: string) => Promise<SignInPlace | null>;
  /** Resolves when readiness is up to date. */
  readonly refresh: () => Promise<void>;
}

/** `noSignIn`: the server publishes none. `key`: the user prefers a key. */
export type SignInResult = 'signedIn' | 'canceled' | 'noSignIn' | 'key';

export async function signIn(deps: SignInDeps, address: ServiceAddress): Promise<SignInResult> {
  const { vscode, sessions } = deps;
  const { l10n, window, ProgressLocation } = vscode;
  const { host, origin } = address;
  try {
    const looking = { location: ProgressLocation.Notification, title: l10n.t('Connecting to {0}…', host) };
    const place = await window.withProgress(looking, () => deps.findSignIn(origin));
    if (place === null) return 'noSignIn';
    const agreed = await confirm(deps, address, place);
    if (agreed !== 'signedIn') return agreed;
    const tokens = isMicrosoft(place)
      ? await signInWithMicrosoft(vscode, place)
      : await cancellable(vscode, l10n.t('Sign in to {0} in your browser…', new URL(place.issuer).host), (signal) =>
          deps.browser().run((redirect) => beginSignIn(place, redirect), signal),
        );
    if (tokens === null) return 'canceled';
    await sessions.start(origin, place, tokens === 'keptByVscode' ? null : tokens);
    await deps.refresh();
    void window.showInformationMessage(l10n.t('You are signed in to {0}.', host));
    return 'signedIn';
  } catch (thrown) {
    const [again, key] = [l10n.t('Sign In'), l10n.t('Use an API Key')];
    const text = errorLine(toResearchError(thrown).toInfo(host), l10n.t);
    const chosen = await window.showErrorMessage(text, again, key);
    if (chosen === again) return signIn(deps, address);
    return chosen === key ? 'key' : 'canceled';
  }
}

/** The server that receives the token is the one that the user names as the server of the firm. */
async function confirm(
  { vscode, settings }: SignInDeps,
  { host, base }: ServiceAddress,
  { issuer }: SignInPlace,
): Promise<SignInResult> {
  if (settings.current.isFirmServer) return 'signedIn';
  const { l10n, window, workspace, ConfigurationTarget } = vscode;
  const [agree, key] = [l10n.t('Sign In'), l10n.t('Use an API Key')];
  const chosen = await window.showWarningMessage(
    l10n.t('Is {0} the server of your firm?', host),
    {
      modal: true,
      detail: l10n.t(
        'You sign in at {0}. {1} then receives your name and your groups, and can act for you wherever this sign-in is accepted. Sign in only if {1} is the server of your firm.',
        new URL(issuer).host,
        host,
      ),
    },
    agree,
    key,
  );
  if (chosen !== agree) return chosen === key ? 'key' : 'canceled';
  const setting: SettingId = 'firmServer';
  await workspace.getConfiguration(SECTION).update(setting, base, ConfigurationTarget.Global);
  return 'signedIn';
}

/** Null if the user canceled. */
async function signInWithMicrosoft(vscode: typeof Vscode, place: SignInPlace): Promise<Tokens | 'keptByVscode' | null> {
  const options = { createIfNone: true, clearSessionPreference: true };
  try {
    await vscode.authentication.getSession('microsoft', microsoftScopes(place), options);
    return 'keptByVscode';
  } catch {
    // VS Code has shown why, or the user canceled.
    return null;
  }
}

export async function signOut({ vscode, sessions, refresh }: SignInDeps, address: ServiceAddress): Promise<void> {
  const { l10n, window } = vscode;
  const { host, origin } = address;
  if (!(await sessions.has(origin))) {
    void window.showInformationMessage(l10n.t('You are not signed in to {0}.', host));
    return;
  }
  await sessions.end(origin);
  await refresh();
  void window.showInformationMessage(l10n.t('You are signed out of {0} on this machine.', host));
}
