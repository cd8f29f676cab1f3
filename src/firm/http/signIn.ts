/** How people sign in: what the server publishes about it (RFC 9728), and how it refuses a request without a valid key or token. */
import { HttpError } from '../../service/app/httpError.ts';
import { unauthorized } from '../../service/app/keyring.ts';
import { jsonReply } from '../../service/app/wholeReply.ts';

export interface SignIn {
  readonly issuer: string;
  /** The client of the extension at the issuer, which has no secret. Null: with Entra ID, VS Code is the client. */
  readonly clientId: string | null;
  /** What the client asks the issuer for. */
  readonly scopes: readonly string[];
  /** The origin by which people reach the server. The client compares it with the address that it has asked. */
  readonly address: () => string;
}

export const METADATA_PATH = '/.well-known/oauth-protected-resource';

export function signInMetadata({ issuer, clientId, scopes, address }: SignIn): Response {
  return jsonReply({
    resource: address(),
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Fiscal',
    // RFC 9728 has no field for a client that is registered already, and allows others.
    ...(clientId !== null && { fiscal_client_id: clientId }),
  });
}

/** `refused`: a token was sent, and is not valid. */
export function notSignedIn(signIn: SignIn | undefined, refused: boolean): HttpError {
  if (!signIn) return unauthorized();
  const challenge = `Bearer resource_metadata="${signIn.address()}${METADATA_PATH}"`;
  return new HttpError(401, refused ? 'Your sign-in is not valid any more. Sign in again.' : unauthorized().message, {
    type: 'authentication_error',
    code: refused ? 'invalid_token' : 'invalid_api_key',
    headers: { 'www-authenticate': refused ? `${challenge}, error="invalid_token"` : challenge },
  });
}
