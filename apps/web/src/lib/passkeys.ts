import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@key2xs/contract';
import { loadChunk } from './chunk';
import { logFailure } from './log';

/** Why the browser gave no passkey. It does not say whether the user or a timer ended the wait. */
export type PasskeyRefusal = 'unsupported' | 'cancelled' | 'exists' | 'failed';

export class PasskeyFailure extends Error {
  override name = 'PasskeyFailure';

  constructor(
    readonly reason: PasskeyRefusal,
    options?: ErrorOptions,
  ) {
    super(`The browser gave no passkey (${reason}).`, options);
  }
}

export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

const library = () => loadChunk('passkeys', () => import('@simplewebauthn/browser'));

/** Asks the browser to use a passkey. @throws PasskeyFailure; ChunkError */
export async function readPasskey(options: PasskeyRequestOptions): Promise<PasskeyAssertion> {
  if (!hasPasskeys()) throw new PasskeyFailure('unsupported');
  const { startAuthentication } = await library();
  return startAuthentication({ optionsJSON: options }).catch(refuse);
}

/** Asks the browser to make a passkey. @throws PasskeyFailure; ChunkError */
export async function makePasskey(options: PasskeyCreationOptions): Promise<PasskeyRegistration> {
  if (!hasPasskeys()) throw new PasskeyFailure('unsupported');
  const { startRegistration } = await library();
  const { response, ...rest } = await startRegistration({ optionsJSON: options }).catch(refuse);
  const { clientDataJSON, attestationObject, transports } = response;
  return { ...rest, response: { clientDataJSON, attestationObject, transports } };
}

function refuse(cause: unknown): never {
  const { name, code }: { name?: unknown; code?: unknown } = Object(cause);
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') throw new PasskeyFailure('exists', { cause });
  if (name === 'NotAllowedError' || name === 'AbortError' || code === 'ERROR_CEREMONY_ABORTED')
    throw new PasskeyFailure('cancelled', { cause });
  logFailure('The passkey failed', cause);
  throw new PasskeyFailure('failed', { cause });
}
