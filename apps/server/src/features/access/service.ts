import type { AccessEvaluation } from '@key2xs/contract';
import { type AccessGrant, evaluateAccess } from '@key2xs/domain';
import type { Db, Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { type Reader, visibleTo } from '#platform/visible-to';
import { listRecordedFor } from '../recorded/service';
import { listDoors, listLastChanges, listNames, listTargets } from './queries';

export { loadFactsFor, loadPlans, loadRules } from './load-facts';

type Question = { connection_id: string; user_id: string; at?: string | undefined };

/**
 * What a person of a source may open at a moment, and because of what: the desired layer, from the stored people and
 * the active plans, beside what each linked key system has recorded.
 * @throws AppError not_found
 */
export async function evaluateUserAccess(
  { clock, access }: Deps,
  reader: Reader,
  { connection_id, user_id, at }: Question,
): Promise<AccessEvaluation> {
  const { db } = reader;
  if (!(await isPersonOf(reader, connection_id, user_id))) throw notFound('person_of_source');
  const moment = at ?? clock().toISOString();
  const { index } = await access.current();
  const grants = evaluateAccess(index, user_id, moment);
  return {
    person_id: user_id,
    layer: 'desired',
    at: moment,
    grants: await explain(db, grants),
    recorded: await recordedFor(db, connection_id, user_id),
  };
}

async function isPersonOf({ db, viewer }: Reader, connectionId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', id)
    .where('connection_id', '=', connectionId)
    .where(visibleTo(viewer, 'access'))
    .executeTakeFirst();
  return row !== undefined;
}

async function explain(db: Db, grants: readonly AccessGrant[]): Promise<AccessEvaluation['grants']> {
  const doors = new Map(
    (
      await listDoors(
        db,
        grants.map(({ cylinder_id }) => cylinder_id),
      )
    ).map((door) => [door.id, door]),
  );
  const steps = grants.flatMap(({ reasons }) => reasons.flatMap(({ path }) => path.map(({ id }) => id)));
  const names = await listNames(db, [...new Set(steps)]);
  const reasons = grants.flatMap((grant) => grant.reasons);
  const changes = await listLastChanges(db, [...new Set(reasons.map(({ rule_id }) => rule_id))]);
  return grants
    .flatMap(({ cylinder_id, open_now, reasons }) => {
      const door = doors.get(cylinder_id);
      if (!door) return []; // deleted in the key system since the group was read
      const { marking, name, location, connection_id: key_system_connection_id } = door;
      const explained = reasons.map((reason) => ({
        ...reason,
        windows: [...reason.windows],
        rule_updated_at: changes.get(reason.rule_id)?.updated_at.toISOString() ?? '',
        rule_updated_by: changes.get(reason.rule_id)?.updated_by ?? '',
        path: reason.path.map((step) => ({ ...step, name: names.get(step.id) ?? '' })),
      }));
      return [{ cylinder_id, marking, name, location, key_system_connection_id, open_now, reasons: explained }];
    })
    .sort((a, b) => a.marking.localeCompare(b.marking));
}

async function recordedFor(db: Db, connectionId: string, personId: string): Promise<AccessEvaluation['recorded']> {
  const rows = await listRecordedFor(db, personId, await listTargets(db, connectionId));
  return rows.map(({ active, read_at, ...row }) => ({
    ...row,
    state: active === null ? 'absent' : active ? 'active' : 'inactive',
    read_at: read_at?.toISOString() ?? null,
  }));
}
