import type { SignInStep } from '@key2xs/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FactorFacts, type PassedStep, signInState } from './sign-in-state';

const none: FactorFacts = { hasTotp: false, hasPasskey: false, hasRecoveryCodes: false, isDemanded: false };
const all: FactorFacts = { hasTotp: true, hasPasskey: true, hasRecoveryCodes: true, isDemanded: true };

describe('signInState', () => {
  it.each<[string, PassedStep[], Partial<FactorFacts>, SignInStep[] | 'session' | 'signed-out']>([
    ['nothing passed', [], {}, 'signed-out'],
    ['a password without second factors', ['password'], {}, 'session'],
    ['a password, as the policy demands a second factor', ['password'], { isDemanded: true }, ['enrol']],
    ['a password with an app', ['password'], { hasTotp: true }, ['totp']],
    ['a password with everything', ['password'], all, ['passkey', 'totp', 'recovery_code']],
    ['single sign-on with a passkey', ['single_sign_on'], { hasPasskey: true }, ['passkey']],
    ['single sign-on with a second factor there', ['single_sign_on', 'provider_factor'], all, 'session'],
    ['a passkey alone', ['passkey'], all, 'session'],
    ['a code alone', ['totp'], all, 'signed-out'],
    ['an enrolment whose factor is there', ['password', 'enrolment'], { hasTotp: true, isDemanded: true }, 'session'],
    ['an enrolment whose factor has gone since', ['password', 'enrolment'], { isDemanded: true }, ['enrol']],
  ])('%s', (_, passed, facts, expected) => {
    const state = signInState(passed, { ...none, ...facts });
    expect(state.is === 'step' ? state.steps : state.is).toEqual(expected);
  });

  /** Follows a sign-in whose facts change between the steps; answers only steps that are offered. */
  it('reaches no session without the steps that the last facts demand', () => {
    const facts = fc.record({
      hasTotp: fc.boolean(),
      hasPasskey: fc.boolean(),
      hasRecoveryCodes: fc.boolean(),
      isDemanded: fc.boolean(),
    });
    const begin = fc.constantFrom<PassedStep[]>(
      ['password'],
      ['single_sign_on'],
      ['single_sign_on', 'provider_factor'],
    );
    const moves = fc.array(fc.tuple(facts, fc.nat(3)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(begin, moves, (first, later) => {
        const passed = [...first];
        for (const [now, choice] of later) {
          const state = signInState(passed, now);
          if (state.is === 'session') {
            const isProved = passed.some((step) => !['password', 'single_sign_on', 'enrolment'].includes(step));
            const hasEnrolled = passed.includes('enrolment') && (now.hasTotp || now.hasPasskey);
            const isFree = !now.hasTotp && !now.hasPasskey && !now.isDemanded;
            return isProved || hasEnrolled || isFree;
          }
          if (state.is !== 'step' || state.steps.length === 0) return false;
          const step = state.steps[choice % state.steps.length] ?? 'enrol';
          const has = { totp: now.hasTotp, passkey: now.hasPasskey, recovery_code: now.hasRecoveryCodes };
          if (step === 'enrol' ? now.hasTotp || now.hasPasskey : !has[step]) return false;
          passed.push(step === 'enrol' ? 'enrolment' : step);
        }
        return true;
      }),
      { numRuns: 5_000 },
    );
  });

  it('takes no second step for a first one', () => {
    const seconds = fc.subarray<PassedStep>(['provider_factor', 'totp', 'recovery_code', 'enrolment']);
    fc.assert(fc.property(seconds, (passed) => signInState(passed, none).is === 'signed-out'));
  });
});
