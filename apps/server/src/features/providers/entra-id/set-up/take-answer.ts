import type { entraSetup } from '@key2xs/contract';
import { readConsentAnswer } from '@key2xs/drivers';
import { say } from '@key2xs/texts';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { entraOf } from '../create-entra';
import { noChecks } from './present';
import { changeSetup, lockByState, type PresentSetup, type SetupChange, toBeChecked, withoutSecrets } from './queries';
import { hashState, holdSetup, noSession, requireStatus } from './sessions';
import { verifySetupJob } from './verify/job-name';

type Body = z.output<(typeof entraSetup)['answer']['body']>;

/**
 * What a consent brought back with the browser. It counts once, and only for the administrator who has begun the set-up; the
 * tenant it names is believed only once a token of that tenant has read its name.
 * @throws AppError not_found, conflict
 */
export async function takeAnswer(
  deps: Deps,
  { actor, caller }: { actor: Actor; caller: Caller },
  body: Body,
): Promise<PresentSetup> {
  const answer = readConsentAnswer(body);
  if (answer.outcome === 'unusable') throw new AppError('conflict', say('entraSession.answerUnusable'));
  const { state } = answer;
  if (state === undefined) throw new AppError('conflict', say('entraSession.answerWithoutState'));
  const row = await deps.db.transaction().execute(async (tx) => {
    const { id, is_sandbox } = await takeState(tx, actor, state);
    const change = answer.outcome === 'granted' ? granted(deps, { id, is_sandbox }, answer.tenant_id) : refused(answer);
    const consent = answer.outcome === 'granted' && { consented_at: deps.clock(), consented_by: caller.name };
    await changeSetup(tx, id, { ...change, ...consent, is_state_used: true });
    if (answer.outcome === 'granted') await deps.jobs.enqueue(tx, verifySetupJob, id);
    const details =
      answer.outcome === 'granted'
        ? { outcome: 'granted', tenant_id: answer.tenant_id }
        : { outcome: 'refused', reason: answer.failure.reason };
    await recordEvent(tx, caller, 'entra_setup.consent_answered', { id, details });
    return holdSetup(tx, actor, id);
  });
  deps.jobs.nudge();
  return row;
}

/** Found by the hash of its state; a state of another administrator is answered like an unknown one. */
async function takeState(tx: Tx, actor: Actor, state: string): Promise<PresentSetup> {
  const row = await lockByState(tx, hashState(state));
  if (row?.admin_id !== actor.id) throw noSession();
  if (row.is_state_used) throw new AppError('conflict', say('entraSession.answerUsed'));
  requireStatus(row, 'awaiting_consent');
  return row;
}

function granted(
  deps: Deps,
  { id, is_sandbox }: Pick<PresentSetup, 'id' | 'is_sandbox'>,
  tenant_id: string,
): SetupChange {
  const application = is_sandbox ? entraOf(deps).sandbox?.shared_application : undefined;
  return {
    ...toBeChecked(),
    message: JSON.stringify(say('entraSession.consentReceived')),
    mode: 'shared_app',
    tenant_id,
    checks: JSON.stringify(noChecks),
    state_sealed: null,
    ...(application && {
      client_id: application.client_id,
      credential_kind: 'secret',
      credential_sealed: deps.secrets.seal(application.client_secret, id),
    }),
  };
}

type Refused = Extract<ReturnType<typeof readConsentAnswer>, { outcome: 'refused' }>;

const refused = ({ failure }: Refused): SetupChange => ({
  ...withoutSecrets,
  status: failure.reason === 'consent_declined' || failure.reason === 'consent_cancelled' ? 'denied' : 'failed',
  error_code: failure.reason,
  message: JSON.stringify(failure.sentence),
});
