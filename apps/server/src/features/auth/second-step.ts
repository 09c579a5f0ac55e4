import type { PasskeyAssertion, Session, SignInStep } from '@key2xs/contract';
import { signInState } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { Deps, Tx } from '#platform/deps';
import { type Attempt, findAttempt, takeAttempt } from '#platform/sign-in/attempts';
import { withinFactorLimits } from '#platform/sign-in/login-limits';
import {
  countRecoveryCodes,
  notePasskeyUse,
  readFactorFacts,
  requestOptions,
  requireRelyingParty,
  useRecoveryCode,
  useTotpCode,
  verifyAssertion,
} from '../second-factors/service';
import { passkeyRefused } from './passkey-sign-in';
import { type Failure, signInFailed } from './password-check';
import { type AdminRow, findAdmin, lockAdmin } from './queries';
import { beginSession, type SignInRequest, signInEnded } from './sign-in';

/** @throws AppError sign_in_ended unless this step is one of those that lead on */
export async function requireStep(
  deps: Pick<Deps, 'db' | 'clock'>,
  token: string,
  step: SignInStep,
): Promise<{ attempt: Attempt; admin: AdminRow }> {
  const attempt = await findAttempt(deps.db, token, deps.clock());
  const admin = attempt && (await findAdmin(deps.db, attempt.admin_id));
  if (!attempt || !admin) throw signInEnded();
  const state = signInState(attempt.passed, await readFactorFacts(deps.db, admin.id));
  if (state.is !== 'step' || !state.steps.includes(step)) throw signInEnded();
  return { attempt, admin };
}

/** @throws AppError invalid_credentials, sign_in_ended, too_many_attempts, conflict */
export async function passTotp(deps: Deps, request: SignInRequest, token: string, code: string): Promise<Session> {
  const started = await requireStep(deps, token, 'totp');
  return passStep(deps, request, started, {
    step: 'totp',
    use: (tx) => useTotpCode(tx, deps, started.admin.id, code),
    failure: { step: 'totp', sentence: say('signIn.wrongCode') },
  });
}

/** @throws AppError invalid_credentials, sign_in_ended, too_many_attempts */
export async function passRecoveryCode(
  deps: Deps,
  request: SignInRequest,
  token: string,
  code: string,
): Promise<Session> {
  const started = await requireStep(deps, token, 'recovery_code');
  const { id } = started.admin;
  const session = await passStep(deps, request, started, {
    step: 'recovery_code',
    use: (tx) => useRecoveryCode(tx, deps, id, code),
    failure: { step: 'recovery_code', sentence: say('signIn.wrongRecoveryCode') },
  });
  return { ...session, recovery_codes_left: await countRecoveryCodes(deps.db, id) };
}

const purposeOf = ({ hash }: Attempt) => `second:${hash.toString('base64url')}` as const;

/** @throws AppError sign_in_ended, conflict */
export async function secondPasskeyOptions(deps: Deps, { origin }: Pick<SignInRequest, 'origin'>, token: string) {
  const { attempt, admin } = await requireStep(deps, token, 'passkey');
  const party = requireRelyingParty(deps, origin);
  return { options: await requestOptions(deps, party, purposeOf(attempt), admin.id) };
}

/** @throws AppError invalid_credentials, sign_in_ended, too_many_attempts, conflict */
export async function passPasskey(
  deps: Deps,
  request: SignInRequest,
  token: string,
  response: PasskeyAssertion,
): Promise<Session> {
  const started = await requireStep(deps, token, 'passkey');
  const party = requireRelyingParty(deps, request.origin);
  const purpose = purposeOf(started.attempt);
  const used = await verifyAssertion(deps, { response, party, purpose, owner: started.admin.id });
  return passStep(deps, request, started, {
    step: 'passkey',
    use: async (tx) => used !== undefined && notePasskeyUse(tx, deps, used),
    failure: { step: 'passkey', sentence: say('signIn.wrongPasskey') },
    onRefused: () => passkeyRefused(deps, request.caller, used),
  });
}

type StepToPass = {
  step: 'totp' | 'recovery_code' | 'passkey';
  /** Uses the factor up. @returns whether it was right */
  use(tx: Tx): Promise<boolean>;
  failure: Failure;
  onRefused?: () => Promise<void>;
};

/** Uses the factor, ends the attempt and starts the session, all or nothing. */
async function passStep(
  deps: Deps,
  request: SignInRequest,
  { attempt, admin }: { attempt: Attempt; admin: AdminRow },
  { step, use, failure, onRefused }: StepToPass,
): Promise<Session> {
  const subject = { admin_id: admin.id, attempt: { username: admin.username, address: request.address } };
  const checked = await withinFactorLimits(deps, subject, () =>
    deps.db.transaction().execute(async (tx) => {
      await lockAdmin(tx, admin.id);
      if (!(await use(tx))) return { isRight: false, session: undefined };
      if (!(await takeAttempt(tx, attempt))) throw signInEnded();
      const session = await beginSession(tx, deps, request, admin, [...attempt.passed, step]);
      return { isRight: true, session };
    }),
  );
  if (checked.session) return checked.session;
  await onRefused?.();
  throw await signInFailed(deps, request, admin, failure);
}

/** @throws AppError sign_in_ended unless a second factor was set up on the way */
export async function finishSignIn(deps: Deps, request: SignInRequest, token: string): Promise<Session> {
  const attempt = await findAttempt(deps.db, token, deps.clock());
  const admin = attempt && (await findAdmin(deps.db, attempt.admin_id));
  if (!admin) throw signInEnded();
  return deps.db.transaction().execute(async (tx) => {
    await lockAdmin(tx, admin.id);
    if (!(await takeAttempt(tx, attempt))) throw signInEnded();
    return beginSession(tx, deps, request, admin, attempt.passed);
  });
}
