import { type ExternalIds, type NamedPerson, referenceStart } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';

/** Active people of the sources whose plans are synced to a key system, all of them or those among the given. */
export const listPersonsFor = (db: Db, keySystemId: string, ids?: readonly string[]): Promise<NamedPerson[]> =>
  db
    .selectFrom('person')
    .select([
      'id',
      'connection_id',
      'active',
      'department',
      'job_title',
      'group_ids',
      'display_name',
      'given_name',
      'family_name',
      'email',
      'employee_id',
    ])
    .where('active', '=', true)
    .where('connection_id', 'in', (q) =>
      q
        .selectFrom('key_plan_iam_connection as source')
        .innerJoin('key_plan_key_system as target', 'target.keyplan_id', 'source.keyplan_id')
        .select('source.connection_id')
        .where('target.connection_id', '=', keySystemId),
    )
    .where(ids === undefined ? sql<boolean>`true` : sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .execute();

/** Our ids of a key system's cylinders and groups, to its own; those it does not list yet are left out. */
export async function loadExternalIds(db: Db, keySystemId: string): Promise<ExternalIds> {
  const [cylinders, groups] = [
    await db
      .selectFrom('cylinder')
      .select(['id', 'external_id'])
      .where('connection_id', '=', keySystemId)
      .where('deleted_at', 'is', null)
      .where('is_planned', '=', false)
      .execute(),
    await db
      .selectFrom('cylinder_group')
      .select(['id', 'external_id'])
      .where('connection_id', '=', keySystemId)
      .where('deleted_at', 'is', null)
      .where('is_planned', '=', false)
      .execute(),
  ];
  const byId = (rows: readonly { id: string; external_id: string }[]) =>
    new Map(rows.map(({ id, external_id }) => [id, external_id]));
  return { cylinders: byId(cylinders), groups: byId(groups) };
}

/** Filters references to people of this installation. */
export async function knownPersons(db: Db, references: readonly string[]): Promise<Set<string>> {
  if (references.length === 0) return new Set();
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', (q) => q.fn.any(q.val([...references])))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The profiles of rules that are or were in force, merged ones too, and what was written for rules that are no longer known. */
export async function knownProfiles(db: Db, keySystemId: string): Promise<Pick<ReadonlySet<string>, 'has'>> {
  const rules = await db
    .selectFrom('key_plan_part')
    .select('record_id as id')
    .distinct()
    .where('kind', '=', 'rule')
    .execute();
  const mirrored = await db
    .selectFrom('recorded_profile')
    .select('own_reference as id')
    .where('connection_id', '=', keySystemId)
    .where('own_reference', 'is not', null)
    .$narrowType<{ id: string }>()
    .execute();
  const written = new Set(mirrored.map(({ id }) => id));
  const starts = new Set(rules.map(({ id }) => referenceStart(id)));
  return { has: (reference) => written.has(reference) || starts.has(referenceStart(reference)) };
}

/** When a change set was last applied to a key system; null: never. */
export async function findLastApplied(db: Db, keySystemId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('change_set')
    .select('applied_at')
    .where('key_system_connection_id', '=', keySystemId)
    .where('applied_at', 'is not', null)
    .orderBy('applied_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.applied_at ?? null;
}

export type FailedBefore = Record<'removals' | 'profiles' | 'persons' | 'adoptions', Set<string>>;

/** References of profiles with a failed removal, of profiles not written, of persons not created, and of what is not adopted. */
export async function listFailedBefore(db: Db, changeSetId: string): Promise<FailedBefore> {
  const { rows } = await sql<{ kind: string; reference: string }>`
    select distinct kind, coalesce(write ->> 'profile_reference', write ->> 'reference') as reference
    from change_set_item
    where change_set_id = ${changeSetId} and outcome = 'failed'
      and kind in ('member_remove', 'profile_put', 'person_create', 'person_adopt', 'profile_adopt')`.execute(db);
  const of = (...wanted: string[]) =>
    new Set(rows.filter(({ kind }) => wanted.includes(kind)).map(({ reference }) => reference));
  return {
    removals: of('member_remove'),
    profiles: of('profile_put'),
    persons: of('person_create'),
    adoptions: of('person_adopt', 'profile_adopt'),
  };
}
