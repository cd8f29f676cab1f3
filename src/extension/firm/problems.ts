/** Why the firm's server did not give a document or the list of matters: what happened, and what to do. */
import type * as Vscode from 'vscode';
import { ResearchError } from '../../client/errors.ts';
import { errorLine } from '../../protocol/errorMessages.ts';

/** The server says the same of a document that does not exist and of one that the user may not see, and so does this text. */
export function documentProblem(thrown: unknown, host: string, l10n: typeof Vscode.l10n): string {
  if (!(thrown instanceof ResearchError)) return l10n.t('The document could not be opened. Try again.');
  if (thrown.reason === 'signedOut') return signedOut(host, l10n);
  switch (thrown.status) {
    case 401:
      return keyRefused(host, l10n);
    case 403:
    case 404:
      return l10n.t(
        '{0} has no such document, or you may not see it. If you need it, contact the person who manages the matter in your firm.',
        host,
      );
    case 410:
      return l10n.t(
        '{0} no longer has this document. Ask the question again to get an answer from the present documents.',
        host,
      );
    case 429:
      return l10n.t('{0} opens no more documents for you at the moment. Try again in a few seconds.', host);
    case 503:
      return l10n.t(
        '{0} cannot give the document now, because it is still reading its library or is being restarted. Try again in a minute.',
        host,
      );
  }
  if (thrown.kind === 'tooLarge') return l10n.t('The document of {0} is too large to be shown.', host);
  return errorLine(thrown.toInfo(host), l10n.t);
}

const keyRefused = (host: string, l10n: typeof Vscode.l10n): string =>
  l10n.t('{0} does not accept your API key. Run “Fiscal: Set API Key…” with a key that your firm issued to you.', host);

const signedOut = (host: string, l10n: typeof Vscode.l10n): string =>
  l10n.t('Your sign-in at {0} has expired or was refused. Run “Fiscal: Sign In…”, then try again.', host);

export function mattersProblem(thrown: unknown, host: string, l10n: typeof Vscode.l10n): string {
  if (!(thrown instanceof ResearchError)) return l10n.t('The matters could not be read. Try again.');
  if (thrown.reason === 'signedOut') return signedOut(host, l10n);
  if (thrown.status === 401) return keyRefused(host, l10n);
  if (thrown.kind === 'notTheService' || thrown.kind === 'protocol' || thrown.status === 404 || thrown.status === 405)
    return l10n.t(
      '{0} has no list of matters, so it is not the server of a firm. Connect to the server of your firm first.',
      host,
    );
  return errorLine(thrown.toInfo(host), l10n.t);
}
