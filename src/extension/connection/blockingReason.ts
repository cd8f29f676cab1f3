/** Why no question can be asked now, and what to do. null if questions can be asked. */
import type * as Vscode from 'vscode';
import { errorLine } from '../../protocol/errorMessages.ts';
import type { Services } from './researchServices.ts';

export function blockingReason(
  services: Pick<Services, 'readiness' | 'addressProblem' | 'service' | 'keyState'>,
  l10n: typeof Vscode.l10n,
): string | null {
  switch (services.readiness) {
    case 'ready':
    case 'emptyLibrary': // The service reports that it found nothing. Documents may have been added by then.
      return null;
    case 'noKey':
      return services.keyState === 'lost'
        ? l10n.t(
            'This machine has lost the API key for {0}. Set the key again, or set the environment variable FISCAL_API_KEY.',
            services.service,
          )
        : l10n.t('No API key is set for {0}. Set the API key, then ask again.', services.service);
    case 'signedOut':
      return l10n.t('You are not signed in to {0}. Sign in, then ask again.', services.service);
    case 'noFolder':
      return l10n.t('Open a folder with documents, or connect to the research service.');
    case 'badAddress':
      return errorLine(services.addressProblem ?? { kind: 'address' }, l10n.t);
  }
}
