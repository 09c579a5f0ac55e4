import type {
  AccessFacts,
  CylinderFacts,
  LocationFacts,
  PersonFacts,
  PlanFacts,
  ProfileFacts,
  RuleFacts,
} from '@key2xs/domain';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/deps';

/** Everything on which access depends, read in one transaction so that it fits together. */
export async function loadFacts(db: Db): Promise<AccessFacts> {
  return {
    people: await loadPeople(db),
    cylinders: await loadCylinders(db),
    locations: await loadLocations(db),
    profiles: await loadProfiles(db),
    plans: await loadPlans(db),
    rules: await loadRules(db),
  };
}

/** The same for one key system: the plans that are synced to it, and these people. */
export async function loadFactsFor(
  db: Db,
  { key_system_connection_id, people }: { key_system_connection_id: string; people: readonly PersonFacts[] },
): Promise<AccessFacts> {
  const links = await db
    .selectFrom('key_plan_key_system')
    .select('keyplan_id')
    .where('connection_id', '=', key_system_connection_id)
    .execute();
  return {
    people,
    cylinders: await loadCylinders(db),
    locations: await loadLocations(db),
    profiles: await loadProfiles(db),
    plans: await loadPlans(
      db,
      links.map(({ keyplan_id }) => keyplan_id),
    ),
    rules: await loadRules(db),
  };
}

/** Without ids all of them; an id that is missing from the answer is gone. */
type Ids = readonly string[] | undefined;
const isWanted = (column: string, ids: Ids): Expression<SqlBool> =>
  ids === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${[...ids]}::uuid[])`;

export async function loadPeople(db: Db, ids?: Ids): Promise<PersonFacts[]> {
  const rows = await db
    .selectFrom('person')
    .select(['id', 'connection_id', 'active', 'department', 'job_title'])
    .where(isWanted('id', ids))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, group_ids: [] }));
}

export const loadCylinders = (db: Db, ids?: Ids): Promise<CylinderFacts[]> =>
  db
    .selectFrom('cylinder')
    .select(['id', 'group_id', 'location_id'])
    .where('deleted_at', 'is', null)
    .where(isWanted('id', ids))
    .execute();

export const loadLocations = (db: Db, ids?: Ids): Promise<LocationFacts[]> =>
  db.selectFrom('location').select(['id', 'parent_id', 'time_zone']).where(isWanted('id', ids)).execute();

export const loadProfiles = (db: Db, ids?: Ids): Promise<ProfileFacts[]> =>
  db
    .selectFrom('access_profile as profile')
    .select([
      'profile.id',
      sql<string[]>`array(select cylinder_id::text from access_profile_cylinder where profile_id = profile.id)`.as(
        'cylinder_ids',
      ),
      sql<string[]>`array(select group_id::text from access_profile_group where profile_id = profile.id)`.as(
        'cylinder_group_ids',
      ),
    ])
    .where(isWanted('profile.id', ids))
    .execute();

export const loadPlans = (db: Db, ids?: Ids): Promise<PlanFacts[]> =>
  db
    .selectFrom('key_plan as plan')
    .select([
      'plan.id',
      'plan.name',
      'plan.is_active',
      'plan.time_zone',
      sql<string[]>`array(
        select connection_id::text from key_plan_iam_connection as link where link.keyplan_id = plan.id)`.as(
        'iam_connection_ids',
      ),
    ])
    .where(isWanted('plan.id', ids))
    .execute();

type Json<T> = ReturnType<typeof sql<T>>;
const partsOf = <T>(columns: string, table: string): Json<T[]> => sql<T[]>`coalesce((
  select jsonb_agg(jsonb_build_object(${sql.raw(columns)}) order by part.id)
  from ${sql.table(table)} as part where part.rule_id = rule.id), '[]')`;
const utc = (column: string) => `to_char(part.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const loadRules = (db: Db, ids?: Ids): Promise<RuleFacts[]> =>
  db
    .selectFrom('access_rule as rule')
    .select(['rule.id', 'rule.keyplan_id', 'rule.name', 'rule.is_active', 'rule.subject_match'])
    .select([
      partsOf<RuleFacts['subjects'][number]>(
        "'subject_type', part.subject_type, 'subject_identifier', part.subject_identifier",
        'access_rule_subject',
      ).as('subjects'),
      partsOf<RuleFacts['objects'][number]>(
        "'object_type', part.object_type, 'object_identifier', part.object_identifier",
        'access_rule_object',
      ).as('objects'),
      partsOf<RuleFacts['time_restrictions'][number]>(
        `'days', part.days, 'from', part.from_time, 'to', part.to_time,
         'valid_from', ${utc('valid_from')}, 'valid_until', ${utc('valid_until')}`,
        'time_restriction',
      ).as('time_restrictions'),
    ])
    .where(isWanted('rule.id', ids))
    .execute();
