import type { entraSetup, Mapping } from '@key2xs/contract';
import { suggestMapping } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { z } from 'zod';
import { insertSource } from '#features/iam/service';
import { noteSourceEvent } from '#features/source-events/service';
import { wantWebhook } from '#features/source-webhooks/service';
import type { Actor, Caller, Deps } from '#platform/deps';
import { entraOf } from '../create-entra';
import { accessOf, configurationOf } from './applications';
import { changeSetup, type PresentSetup, type SetupRow, withoutSecrets } from './queries';
import { getSetup, holdSetup, requireStatus } from './sessions';

/** Well inside the 30 s after which the web client gives up. */
const readingMs = 20_000;

type Body = z.output<(typeof entraSetup)['complete']['body']>;

/**
 * Creates the connection with everything that belongs to it. Where Microsoft cannot tell us of changes, it is created all the
 * same: changes are found at each sync.
 * @throws AppError not_found; conflict unless it is ready, or when the name is taken
 */
export async function completeSetup(
  deps: Deps,
  { actor, caller }: { actor: Actor; caller: Caller },
  session: string,
  { name: asked, auto_create_webhook, auto_map_fields, ...body }: Body,
): Promise<PresentSetup> {
  const checked = await getSetup(deps.db, actor, session);
  requireStatus(checked, 'ready');
  const mapping_config = auto_map_fields ? await suggest(deps, checked) : {};
  return deps.db.transaction().execute(async (tx) => {
    const row = await holdSetup(tx, actor, session);
    requireStatus(row, 'ready');
    const name = asked ?? row.connection_name;
    const webhook = auto_create_webhook ? row.webhook : 'not_wanted';
    const { id } = await insertSource(tx, deps, caller, {
      body: {
        ...body,
        name,
        provider: 'entra_id',
        is_active: true,
        configuration_data: configurationOf(deps, row),
        mapping_config,
      },
      credential: credentialOf(deps, row),
      details: { setup: row.id, organisation: row.organisation, webhook },
    });
    const { consented_at: at, consented_by: actor_name } = row;
    const sentence = say('sourceEvent.consentGranted');
    if (at) await noteSourceEvent(tx, { connection_id: id, kind: 'consent.granted', at, actor_name, sentence });
    if (webhook === 'available') await wantWebhook(tx, deps, id, true);
    const isPolled = webhook === 'unavailable';
    await changeSetup(tx, row.id, {
      ...withoutSecrets,
      status: 'completed',
      message: JSON.stringify(say(isPolled ? 'entraSession.completedPolling' : 'entraSession.completed', { name })),
      webhook,
      connection_id: id,
    });
    return holdSetup(tx, actor, session);
  });
}

const suggest = async (deps: Deps, row: SetupRow): Promise<Mapping> =>
  suggestMapping(await entraOf(deps).attributes(accessOf(deps, row, AbortSignal.timeout(readingMs))));

function credentialOf({ secrets }: Deps, row: SetupRow) {
  const { credential_kind: kind, credential_sealed: sealed, certificate } = row;
  if (!kind || !sealed) return undefined;
  const { public_pem: _, ...shown } = certificate ?? {};
  return {
    kind,
    plain: secrets.open(sealed, row.id),
    facts: certificate ? { certificate: shown } : {},
    expires_at: certificate?.not_after ?? null,
  };
}
