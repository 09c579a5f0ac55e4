import type { SignInStep } from '@key2xs/contract';

/**
 * What a sign-in has passed. provider_factor: a second factor at the provider of single sign-on. enrolment: a second factor was set
 * up on the way.
 */
export type PassedStep =
  | 'password'
  | 'single_sign_on'
  | 'provider_factor'
  | 'passkey'
  | 'totp'
  | 'recovery_code'
  | 'enrolment';

/** The second factors of an administrator, and whether the policy or one of their roles demands one. */
export type FactorFacts = { hasTotp: boolean; hasPasskey: boolean; hasRecoveryCodes: boolean; isDemanded: boolean };

export type SignInState = { is: 'signed-out' } | { is: 'step'; steps: SignInStep[] } | { is: 'session' };

const firstSteps: readonly PassedStep[] = ['password', 'single_sign_on'];
const secondSteps: readonly PassedStep[] = ['provider_factor', 'totp', 'recovery_code'];

/**
 * Where a sign-in stands. A passkey is possession and, as its user is always verified, knowledge or body: it counts as both steps.
 * Ask again before the session starts, with the facts of that moment.
 */
export function signInState(passed: readonly PassedStep[], facts: FactorFacts): SignInState {
  if (passed.includes('passkey')) return { is: 'session' };
  if (!passed.some((step) => firstSteps.includes(step))) return { is: 'signed-out' };
  if (passed.some((step) => secondSteps.includes(step))) return { is: 'session' };
  const { hasTotp, hasPasskey, hasRecoveryCodes, isDemanded } = facts;
  if (hasTotp || hasPasskey) {
    if (passed.includes('enrolment')) return { is: 'session' };
    const steps: SignInStep[] = [];
    if (hasPasskey) steps.push('passkey');
    if (hasTotp) steps.push('totp');
    if (hasRecoveryCodes) steps.push('recovery_code');
    return { is: 'step', steps };
  }
  return isDemanded ? { is: 'step', steps: ['enrol'] } : { is: 'session' };
}
