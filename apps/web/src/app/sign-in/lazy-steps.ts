import { i18n } from '#lib/i18n';
import { PasskeyFailure } from '#lib/passkeys';

export { signInByPasskey } from '#data/sign-in/sign-in-steps';
export { SecondStep } from './second-step';

export const loadTexts = () => i18n.loadNamespaces('second-factors');

/** What to say about a passkey that did not work; undefined for any other failure. */
export async function passkeyWords(error: unknown): Promise<string | undefined> {
  if (!(error instanceof PasskeyFailure)) return undefined;
  await loadTexts();
  return i18n.t(`passkey.${error.reason}`, { ns: 'second-factors' });
}
