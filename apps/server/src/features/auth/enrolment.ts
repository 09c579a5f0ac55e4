import type { PasskeyCreation, TotpSetUp } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import type { z } from 'zod';
import type { Caller, Deps, Tx } from '#platform/deps';
import { type Attempt, addPassed } from '#platform/sign-in/attempts';
import { withinFactorLimits } from '#platform/sign-in/login-limits';
import {
  confirmTotp,
  creationOptions,
  insertPasskey,
  requireRelyingParty,
  startTotp,
  verifyRegistration,
} from '../second-factors/service';
import { signInFailed } from './password-check';
import { type AdminRow, lockAdmin } from './queries';
import { requireStep } from './second-step';
import { type SignInRequest, signInEnded } from './sign-in';

type Codes = { recovery_codes: string[] | null };

/** @throws AppError sign_in_ended */
export async function enrolTotp(deps: Deps, token: string): Promise<TotpSetUp> {
  const { admin } = await requireStep(deps, token, 'enrol');
  return startTotp(deps, admin);
}

/** @throws AppError invalid_credentials, sign_in_ended, conflict, too_many_attempts */
export function confirmEnrolledTotp(deps: Deps, request: SignInRequest, token: string, code: string): Promise<Codes> {
  return enrol(deps, request, token, say('signIn.wrongCode'), (tx, caller, admin) =>
    confirmTotp(tx, deps, caller, admin, code),
  );
}

const purposeOf = ({ hash }: Attempt) => `enrol:${hash.toString('base64url')}` as const;

/** @throws AppError sign_in_ended, conflict */
export async function enrolPasskeyOptions(deps: Deps, { origin }: Pick<SignInRequest, 'origin'>, token: string) {
  const { attempt, admin } = await requireStep(deps, token, 'enrol');
  const party = requireRelyingParty(deps, origin);
  return { options: await creationOptions(deps, admin, party, purposeOf(attempt)) };
}

/** @throws AppError invalid_credentials, sign_in_ended, conflict, too_many_attempts */
export async function enrolPasskey(
  deps: Deps,
  request: SignInRequest,
  token: string,
  { name, response }: z.output<typeof PasskeyCreation>,
): Promise<Codes> {
  const { attempt } = await requireStep(deps, token, 'enrol');
  const party = requireRelyingParty(deps, request.origin);
  const verified = await verifyRegistration(deps, { response, party, purpose: purposeOf(attempt) });
  return enrol(deps, request, token, say('signIn.wrongPasskey'), async (tx, caller, { id: owner }) =>
    verified ? insertPasskey(tx, deps, caller, { owner, name, verified }) : undefined,
  );
}

/** Adds the factor and notes the step, all or nothing; the session is started by another request, after the codes were shown. */
async function enrol(
  deps: Deps,
  request: SignInRequest,
  token: string,
  sentence: Sentence,
  add: (tx: Tx, caller: Caller, admin: AdminRow) => Promise<Codes | undefined>,
): Promise<Codes> {
  const { admin } = await requireStep(deps, token, 'enrol');
  const subject = { admin_id: admin.id, attempt: { username: admin.username, address: request.address } };
  const caller: Caller = { ...request.caller, name: admin.username };
  const { codes } = await withinFactorLimits(deps, subject, () =>
    deps.db.transaction().execute(async (tx) => {
      await lockAdmin(tx, admin.id);
      const { attempt } = await requireStep({ ...deps, db: tx }, token, 'enrol'); // another sign-in may have enrolled since
      const added = await add(tx, caller, admin);
      if (added && !(await addPassed(tx, attempt, 'enrolment'))) throw signInEnded();
      return { isRight: added !== undefined, codes: added && { recovery_codes: added.recovery_codes } };
    }),
  );
  if (!codes) throw await signInFailed(deps, request, admin, { step: 'enrol', sentence });
  return codes;
}
