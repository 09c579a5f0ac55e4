import { agreesWith, type DesiredKeySystem, type Drift, type KeySystemWrite } from '@key2xs/domain';
import { type Selectable, sql } from 'kysely';
import type { Db, Deps, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import type { Difference } from './mirror/compare-list';

/*
 * The rows of `recorded_drift` are exactly the differences between what is recorded and what we left (wrote, or an operator
 * ticked): each read adds the differences it finds, each of our writes removes those it overwrites.
 */

/** A deleted person counts as inactive. */
export const isActive = sql<boolean>`(recorded.active and recorded.deleted_at is null)`;

type Pair = { profile_reference: string | null; person_reference: string | null };

/** For each kind of difference, the opposite one that it undoes. */
const opposites = {
  member_added: 'member_removed',
  member_removed: 'member_added',
  person_activated: 'person_deactivated',
  person_deactivated: 'person_activated',
} as const;

/** Adds differences of memberships or persons; a difference that was undone in the key system is removed. */
export async function noteDifferences(
  tx: Tx,
  connectionId: string,
  { kind, found, readAt }: { kind: keyof typeof opposites; found: readonly Pair[]; readAt: Date },
): Promise<void> {
  if (found.length === 0) return;
  await sql`
    with found as (
      select profile_reference, person_reference from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as pair(profile_reference uuid, person_reference uuid)),
    undone as (
      delete from recorded_drift as drift using found
      where drift.connection_id = ${connectionId} and drift.kind = ${opposites[kind]}
        and drift.profile_reference is not distinct from found.profile_reference
        and drift.person_reference = found.person_reference
      returning drift.profile_reference, drift.person_reference)
    insert into recorded_drift (connection_id, kind, profile_reference, person_reference, profile_name, since)
    select ${connectionId}, ${kind}, found.profile_reference, found.person_reference, coalesce(profile.name, ''),
      ${readAt}::timestamptz
    from found
    left join recorded_profile as profile
      on profile.connection_id = ${connectionId} and profile.own_reference = found.profile_reference
    where not exists (select from undone where undone.person_reference = found.person_reference
      and undone.profile_reference is not distinct from found.profile_reference)
    on conflict do nothing`.execute(tx);
}

/** Adds our persons whose active state differs from the recorded one; a person that is gone counts as inactive. */
export async function notePersons(
  tx: Tx,
  connectionId: string,
  { found, readAt }: { found: readonly { reference: string; active: boolean }[]; readAt: Date },
): Promise<void> {
  for (const isActive of [true, false]) {
    await noteDifferences(tx, connectionId, {
      kind: isActive ? 'person_activated' : 'person_deactivated',
      found: found
        .filter(({ active }) => active === isActive)
        .map(({ reference }) => ({ profile_reference: null, person_reference: reference })),
      readAt,
    });
  }
}

/** Adds our persons who are listed with another active state than recorded. */
export async function noteListedPersons(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  connectionId: string,
  { toWrite, gone }: Pick<Difference, 'toWrite' | 'gone'>,
): Promise<void> {
  const listed = new Map(toWrite.map(({ key, row }) => [key, row.active === true]));
  // Written by us and listed for the first time: known by our reference only.
  const referenced = new Map(toWrite.map(({ row }) => [String(row.reference ?? ''), row.active === true]));
  const ours = await tx
    .selectFrom('recorded_person as recorded')
    .select(['own_reference as reference', 'identity', isActive.as('was')])
    .$narrowType<{ reference: string }>()
    .where('connection_id', '=', connectionId)
    .where('own_reference', 'is not', null)
    .where((q) =>
      q.or([
        q('identity', '=', q.fn.any(q.val([...listed.keys(), ...gone]))),
        q.and([q('identity', 'is', null), sql<boolean>`own_reference::text = any(${[...referenced.keys()]}::text[])`]),
      ]),
    )
    .execute();
  const found = ours.map(({ reference, identity, was }) => {
    const active = identity === null ? referenced.get(reference) : listed.get(identity);
    return { reference, was, active: active ?? false };
  });
  await notePersons(tx, connectionId, { found: found.filter(({ active, was }) => active !== was), readAt: clock() });
}

/** Removes the drift of what we wrote or an operator ticked. @param writes JSON of writes of one kind */
export async function forgetDrift(
  tx: Tx,
  connectionId: string,
  { kind, writes }: { kind: KeySystemWrite['kind']; writes: string },
): Promise<void> {
  const person = sql`coalesce(w.person_reference, w.reference)`;
  const isWritten =
    kind === 'profile_put'
      ? sql`drift.profile_reference = w.reference and drift.person_reference is null`
      : kind === 'member_add' || kind === 'member_remove'
        ? sql`drift.profile_reference = w.profile_reference and drift.person_reference = w.person_reference`
        : sql`drift.person_reference = ${person} and drift.profile_reference is null`;
  await sql`
    delete from recorded_drift as drift
    using jsonb_to_recordset(${writes}::jsonb) as w(reference uuid, profile_reference uuid, person_reference uuid)
    where drift.connection_id = ${connectionId} and ${isWritten}`.execute(tx);
}

export type DriftRow = Selectable<Schema['recorded_drift']>;

/** The drift that has not been accepted. */
export const listOpenDrift = (db: Db, connectionId: string): Promise<DriftRow[]> =>
  db
    .selectFrom('recorded_drift')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'open')
    .execute();

/** Drift without what the plans in force want as well. */
export function unsettledOf(rows: readonly DriftRow[], desired: DesiredKeySystem): DriftRow[] {
  const isSettled = agreesWith(desired);
  return rows.filter((row) => !isSettled(row as unknown as Drift)); // as noted here
}

/** Removes drift that the plans in force want as well. @returns the rest */
export async function settleDrift(tx: Tx, connectionId: string, desired: DesiredKeySystem): Promise<DriftRow[]> {
  const rows = await tx.selectFrom('recorded_drift').selectAll().where('connection_id', '=', connectionId).execute();
  const left = unsettledOf(rows, desired);
  if (left.length === rows.length) return rows;
  const kept = new Set(left.map(({ id }) => id));
  const settled = rows.flatMap(({ id }) => (kept.has(id) ? [] : [id]));
  await tx
    .deleteFrom('recorded_drift')
    .where('id', '=', (q) => q.fn.any(q.val(settled)))
    .execute();
  return left;
}

export const markDriftAccepted = (tx: Tx, ids: readonly string[]) =>
  tx
    .updateTable('recorded_drift')
    .set({ state: 'accepted' })
    .where('id', '=', (q) => q.fn.any(q.val([...ids])))
    .execute();
