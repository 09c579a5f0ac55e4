import type { entraSetup } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { z } from 'zod';
import { readCertificate } from '#features/source-credentials/service';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Deps } from '#platform/deps';
import { invalidField } from '#platform/errors';
import { noChecks } from './present';
import { changeSetup, type PresentSetup, type SetupChange, toBeChecked } from './queries';
import { getSetup, holdSetup, requireStatus } from './sessions';
import { verifySetupJob } from './verify/job-name';

type Body = z.output<(typeof entraSetup)['enter']['body']>;
type Entering = { actor: Actor; caller: Caller; signal: AbortSignal };

/**
 * Takes an app registration of the tenant, to be checked at once.
 * @throws AppError not_found, conflict, validation_failed
 */
export async function enterApplication(
  deps: Deps,
  { actor, caller, signal }: Entering,
  session: string,
  body: Body,
): Promise<PresentSetup> {
  const begun = await getSetup(deps.db, actor, session);
  requireStatus(begun, 'initiated', 'awaiting_consent');
  const credential = await readCredential(deps, begun.id, body, signal);
  const { tenant_id, client_id } = body;
  const row = await deps.db.transaction().execute(async (tx) => {
    const { id, status, is_over } = await holdSetup(tx, actor, session);
    requireStatus({ ...begun, status, is_over }, 'initiated', 'awaiting_consent');
    await changeSetup(tx, id, {
      ...toBeChecked(),
      ...credential,
      message: JSON.stringify(say('entraSession.applicationEntered')),
      mode: 'own_app',
      tenant_id,
      client_id,
      checks: JSON.stringify(noChecks),
      state_sealed: null,
      is_state_used: true,
    });
    await deps.jobs.enqueue(tx, verifySetupJob, id);
    const details = { tenant_id, client_id, kind: credential.credential_kind };
    await recordEvent(tx, caller, 'entra_setup.application_entered', { id, details });
    return holdSetup(tx, actor, session);
  });
  deps.jobs.nudge();
  return row;
}

async function readCredential(deps: Deps, id: string, body: Body, signal: AbortSignal): Promise<SetupChange> {
  const { client_secret: secret = '', certificate_file: file, certificate_password: password } = body;
  if (file && secret !== '') throw invalidField('client_secret', say('entraSession.oneCredential'));
  if (!file) {
    if (secret === '') throw invalidField('client_secret', say('entraSession.secretMissing'));
    if (z.guid().safeParse(secret).success) throw invalidField('client_secret', say('entraSession.secretIsId'));
    return { credential_kind: 'secret', credential_sealed: deps.secrets.seal(secret, id), certificate: null };
  }
  if (password === undefined) throw invalidField('certificate_password', say('entraSession.certificatePassword'));
  const uploaded = { certificate_file: file, certificate_password: password };
  const { credential, certificate, public_pem } = await readCertificate(deps, uploaded, signal);
  return {
    credential_kind: 'certificate',
    credential_sealed: deps.secrets.seal(credential.plain, id),
    certificate: JSON.stringify({ ...certificate, public_pem }),
  };
}
