import { randomBytes } from 'node:crypto';
import type { entraSetup } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Deps } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import { entraOf } from '../create-entra';
import { sharedClientId } from './applications';
import { findSetup, insertSetup, openUntil, type PresentSetup } from './queries';
import { hashState, noSession } from './sessions';

const callbackPath = '/auth/callback/entra-id';

/** Where Microsoft sends browsers back to. @param origin where the caller has opened the product */
export const redirectOf = ({ config }: Pick<Deps, 'config'>, origin: string | undefined): string | undefined => {
  const base = config.publicUrl ?? (origin && new URL(origin).origin);
  return base && `${base}${callbackPath}`;
};

/**
 * Where the caller has opened the product; counts where no public address is configured. What is sent may say only the scheme, which a proxy can hide: with another host,
 * consents would be led to a site of the caller's choice.
 * @param ofRequest as the request itself says
 * @throws AppError validation_failed
 */
export function ownOrigin(
  { config }: Pick<Deps, 'config'>,
  sent: string | undefined,
  ofRequest: string | undefined,
): string | undefined {
  if (sent === undefined || config.publicUrl !== undefined) return ofRequest;
  const { origin, host } = new URL(sent);
  if (ofRequest === undefined || host !== new URL(ofRequest).host) {
    throw invalidField('origin', say('entraSession.foreignOrigin'));
  }
  return origin;
}

type Body = z.output<(typeof entraSetup)['initiate']['body']>;

/** @throws AppError conflict without the sandbox that is asked for, validation_failed without an origin where one is needed */
export async function initiate(
  deps: Deps,
  { actor, caller }: { actor: Actor; caller: Caller },
  { connection_name, sandbox: is_sandbox, origin }: Body,
): Promise<PresentSetup> {
  if (is_sandbox && !entraOf(deps).sandbox) throw new AppError('conflict', say('entraSession.noSandbox'));
  const redirect_uri = redirectOf(deps, origin);
  if (!redirect_uri) throw invalidField('origin', say('entraSession.noOrigin'));
  const id = deps.newId();
  const canConsent = sharedClientId(deps, is_sandbox) !== undefined;
  const state = randomBytes(32).toString('base64url');
  return deps.db.transaction().execute(async (tx) => {
    await insertSetup(tx, {
      id,
      admin_id: actor.id,
      connection_name,
      is_sandbox,
      redirect_uri,
      status: canConsent ? 'awaiting_consent' : 'initiated',
      message: JSON.stringify(say(canConsent ? 'entraSession.awaitingConsent' : 'entraSession.initiated')),
      ...(canConsent && { state_hash: hashState(state), state_sealed: deps.secrets.seal(state, id) }),
      expires_at: openUntil(),
    });
    await recordEvent(tx, caller, 'entra_setup.started', { id, details: { connection_name, is_sandbox } });
    const row = await findSetup(tx, id);
    if (!row) throw noSession();
    return row;
  });
}
