/** The part of a sign-in that happens in the browser: the issuer sends its reply to an address that VS Code passes to the extension. */
import type * as Vscode from 'vscode';
import type { Tokens } from '../../client/session.ts';
import type { BegunSignIn } from '../../client/signIn.ts';

/** The path of `vscode://fiscal.fiscal/signed-in`. */
const PATH = '/signed-in';
/** Milliseconds that a user may take at the issuer. */
const MAX_TIME = 10 * 60_000;

export interface BrowserSignIn extends Vscode.Disposable {
  /** Null if the user canceled, or did not sign in in time. Rejects if the reply is refused. */
  run(begin: (redirect: string) => Promise<BegunSignIn>, cancel: AbortSignal): Promise<Tokens | null>;
}

/** VS Code accepts one handler of addresses for an extension, so a window has one of these. */
export function createBrowserSignIn(vscode: typeof Vscode, extensionId: string): BrowserSignIn {
  const { env, l10n, window } = vscode;
  /** By state. */
  const waiting = new Map<string, (reply: URLSearchParams) => void>();
  const handler = window.registerUriHandler({
    handleUri({ path, query }) {
      if (path !== PATH) return;
      // VS Code has decoded the query, so a plus sign is one.
      const reply = new URLSearchParams(query.replaceAll('+', '%2B'));
      const accept = waiting.get(reply.get('state') ?? '');
      if (accept) return accept(reply);
      void window.showWarningMessage(
        l10n.t('This sign-in was not started in this window, or has ended. Run “Fiscal: Sign In…” again.'),
      );
    },
  });

  /** In the desktop, VS Code would add the number of the window, and many issuers accept no address but the registered one. */
  async function redirectAddress(): Promise<string> {
    const own = vscode.Uri.from({ scheme: env.uriScheme, authority: extensionId, path: PATH });
    const external = await env.asExternalUri(own);
    return (external.scheme === own.scheme ? own : external).toString(true);
  }

  return {
    async run(begin, cancel) {
      const begun = await begin(await redirectAddress());
      let timer: ReturnType<typeof setTimeout> | undefined;
      try {
        const reply = await new Promise<URLSearchParams | null>((resolve, reject) => {
          waiting.set(begun.state, resolve);
          cancel.addEventListener('abort', () => resolve(null));
          timer = setTimeout(() => resolve(null), MAX_TIME);
          // A Uri would decode the address within this address. VS Code takes the text as well.
          const address = begun.address.replaceAll('+', '%20') as unknown as Vscode.Uri;
          env.openExternal(address).then((opened) => opened || resolve(null), reject);
        });
        return reply && (await begun.finish(reply));
      } finally {
        clearTimeout(timer);
        waiting.delete(begun.state);
      }
    },
    dispose: () => handler.dispose(),
  };
}
