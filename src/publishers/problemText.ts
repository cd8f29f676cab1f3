/** The sentence for each reason why a law could not be taken: what happened, then what to do. */
import type { PublisherError } from './publisherError.ts';

/** `vscode.l10n` has this shape. */
interface Localization {
  t(message: string, ...values: (string | number)[]): string;
}

export function problemText(l10n: Localization, error: PublisherError, host: string): string {
  const { detail } = error;
  switch (error.problem) {
    case 'notFound':
      return l10n.t(
        '{0} does not have the file at this address. The publisher may have changed its addresses, or has not put the file there yet. Try again later, or import a file that you downloaded.',
        host,
      );
    case 'busy':
      return l10n.t('{0} is busy. Try again later: the download continues where it ended.', host);
    case 'status':
      return l10n.t('{0} refused the file (status {1}). Try again later.', host, detail);
    case 'redirect':
      return l10n.t(
        '{0} redirects to {1}, which is not the host of the publisher. Nothing was loaded from there.',
        host,
        detail,
      );
    case 'network':
      return l10n.t(
        '{0} could not be reached, or the connection was lost ({1}). Check the network, and try again.',
        host,
        detail || '–',
      );
    case 'certificate':
      return l10n.t(
        'The certificate of {0} was refused ({1}). Nothing was downloaded. If your network inspects secure connections, add its certificate to those that this computer trusts, or set the environment variable NODE_EXTRA_CA_CERTS to its file.',
        host,
        detail,
      );
    case 'proxy':
      return l10n.t('The proxy asks for credentials. Enter them in the settings of VS Code, and try again.');
    case 'html':
      return l10n.t('{0} sent a web page instead of the file. Try again later.', host);
    case 'damaged':
      return l10n.t('The file is damaged or not complete. Nothing was changed. Download it again.');
    case 'unknownFormat':
      return l10n.t(
        'The file has a format that this version of Fiscal does not read, or is another law. Nothing was changed.',
      );
    case 'tooLarge':
      return l10n.t('The file is larger than any law. Nothing was changed.');
    case 'listing':
      return l10n.t(
        'The list of {0} has another form than expected. Check for an update of Fiscal, or import a file.',
        host,
      );
    case 'incomplete':
      return l10n.t('The file has far fewer sections than the version on disk ({0}). Nothing was changed.', detail);
    case 'notComparable':
      return l10n.t(
        'The version of {0} cannot be compared, because the list of its sections on disk is damaged. Choose another version, or remove the law and download it again.',
        detail,
      );
    case 'older':
      return l10n.t('The version on disk is newer than this one. Nothing was changed.');
    case 'diskFull':
      return l10n.t('There is not enough space on the disk. Free 500 MB, and try again.');
    case 'locked':
      return l10n.t('Another window is downloading laws from publishers. Wait until it has ended.');
  }
}
