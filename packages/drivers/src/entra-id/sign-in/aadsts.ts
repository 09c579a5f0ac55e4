import { say } from '@key2xs/texts';
import { EntraError, type EntraReason } from '../entra-error';

/** By AADSTS number. */
const reasons: Record<number, EntraReason> = {
  7000215: 'secret_wrong',
  7000222: 'secret_expired',
  7000216: 'secret_missing',
  7000218: 'secret_missing',
  700027: 'certificate_unknown',
  7000214: 'certificate_unknown',
  700024: 'clock_off',
  700016: 'application_unknown',
  7000229: 'consent_missing',
  7000112: 'application_disabled',
  65001: 'consent_missing',
  650051: 'consent_missing',
  650052: 'consent_missing',
  65004: 'consent_declined',
  90002: 'tenant_unknown',
  900021: 'tenant_unknown',
  900023: 'tenant_unknown',
  700211: 'federation_mismatch',
  700213: 'federation_mismatch',
  70021: 'federation_mismatch',
  53003: 'policy_blocks',
  70011: 'scope_invalid',
  1002012: 'scope_invalid',
};

/**
 * Why Microsoft refused the sign-in. Ignores the message of Microsoft, which is not meant for door administrators.
 * @param number '' if there is none
 */
export function signInRefused(number: string): EntraError {
  const known = reasons[Number(number)];
  const isNumber = /^\d{1,10}$/.test(number);
  const cause = new Error(isNumber ? `AADSTS${number}` : 'refused without a code');
  if (known) return new EntraError(known, { cause });
  return new EntraError('sign_in_refused', { detail: isNumber ? say('entraCase.code', { number }) : undefined, cause });
}

/** The first AADSTS number in a text, '' if there is none. */
export const aadstsNumber = (text: string): string => /AADSTS(\d{1,10})/.exec(text)?.[1] ?? '';
