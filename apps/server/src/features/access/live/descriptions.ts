import { sql } from 'kysely';
import type { AccessDescriptions, DescribedDoor, DescribedPerson, DescribedRule } from '#platform/access-descriptions';
import { keepRecords } from '#platform/caches/kept-records';
import type { Db } from '#platform/deps';
import { shownName } from '#platform/door-names';
import type { Schema } from '#platform/schema/schema';
import { locationPath } from '../../locations/service';
import { listProfileDoors, listRecords, listSystems } from '../../recorded/service';
import type { Changes } from './access-changes';
import { personUnchanged } from './allowed-since';

type Kept = {
  descriptions: AccessDescriptions;
  /** What is no longer as it was read. */
  forget(changes: Pick<Changes, 'ids' | 'isEverything'>): void;
};

/** Keeps what answers about access say of records, for one access index. */
export function createDescriptions(db: Db): Kept {
  const kept = {
    doors: keepRecords((ids) => listDoors(db, ids)),
    rules: keepRecords((ids) => listRules(db, ids)),
    places: keepRecords((ids) => listPlaces(db, ids)),
    groups: keepRecords((ids) => listNames(db, 'cylinder_group', ids)),
    profiles: keepRecords((ids) => listNames(db, 'access_profile', ids)),
    people: keepRecords((ids) => listPeople(db, ids)),
    peopleGroups: keepRecords((ids) => listNames(db, 'person_group', ids)),
    identitySources: keepRecords((ids) => listNames(db, 'iam_connection', ids)),
    keptSince: keepRecords(async () => [[every, await readKeptSince(db)] as const]),
    keySystems: keepRecords(async () => [[every, await listSystems(db)] as const]),
    records: keepRecords((people) => listRecords(db, people)),
    recordedProfiles: keepRecords((keys) => listProfileDoors(db, keys)),
    targets: keepRecords((ids) => listTargets(db, ids)),
  };
  const forget: Kept['forget'] = ({ ids, isEverything }) => {
    if (isEverything) for (const one of Object.values(kept)) one.forget();
    const [described, plans, systems] = [ids.get('described'), ids.get('plan'), ids.get('recorded')];
    for (const changed of [ids.get('cylinder'), described]) if (changed) kept.doors.forget(changed);
    if (described) kept.groups.forget(described);
    if (described) kept.peopleGroups.forget(described);
    if (described) kept.identitySources.forget(described);
    if (ids.has('memory')) kept.keptSince.forget();
    if (described ?? ids.get('location')) kept.places.forget(); // the paths of all below it
    kept.people.forget(ids.get('person') ?? []);
    kept.profiles.forget(ids.get('profile') ?? []);
    if (plans ?? ids.get('profile'))
      kept.rules.forget(); // those of the plan, and those that name the profile
    else kept.rules.forget(ids.get('rule') ?? []);
    if (systems) kept.recordedProfiles.forget((key) => systems.has(key.slice(0, key.indexOf(' '))));
    if (systems) kept.records.forget();
    if (systems ?? described) kept.keySystems.forget();
    if (systems ?? plans) kept.targets.forget();
  };
  const descriptions = {
    doors: kept.doors.find,
    rules: kept.rules.find,
    places: kept.places.find,
    groups: kept.groups.find,
    profiles: kept.profiles.find,
    people: kept.people.find,
    peopleGroups: kept.peopleGroups.find,
    identitySources: kept.identitySources.find,
    keptSince: async () => (await kept.keptSince.find([every])).get(every) ?? 0,
    keySystems: async () => (await kept.keySystems.find([every])).get(every) ?? [],
    records: kept.records.find,
    recordedProfiles: kept.recordedProfiles.find,
    targets: kept.targets.find,
  };
  return { descriptions, forget };
}

/** They are few and kept together. */
const every = 'every';

const asArray = (ids: readonly string[]) => sql`${`{${ids.join()}}`}::uuid[]`;
const byId = <T extends { id: string }>(rows: readonly T[]) => rows.map((row) => [row.id, row] as const);

/** Since when a record has had the values that are kept of former times. */
const unchanged = (kinds: readonly Schema['access_past']['kind'][], born: string) => sql`
  greatest(${sql.ref(born)}, (select max(until) from access_past where kind = any(${kinds}) and record_id = known.id)) as since`;

async function listDoors(db: Db, ids: readonly string[]) {
  const { rows } = await sql<Omit<DescribedDoor, 'since'> & { since: Date }>`
    select id, marking, ${shownName('known')} as name, location, connection_id, ${unchanged(['cylinder', 'door'], 'first_seen_at')}
    from cylinder as known where id = any(${asArray(ids)})`.execute(db);
  return byId(rows.map((row) => ({ ...row, since: row.since.getTime() })));
}

async function listPlaces(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; since: Date }>`
    select id, ${locationPath('known.id')} as name, ${unchanged(['location'], 'created_at')}
    from location as known where id = any(${asArray(ids)})`.execute(db);
  return byId(rows.map((row) => ({ ...row, since: row.since.getTime() })));
}

const named = {
  cylinder_group: sql`select id, ${shownName('cylinder_group')} as name from cylinder_group`,
  access_profile: sql`select record_id as id, content ->> 'name' as name from key_plan_part where kind = 'profile' and until is null`,
  person_group: sql`select id, name from person_group`,
  iam_connection: sql`select id, name from iam_connection`,
};

async function listNames(db: Db, kind: keyof typeof named, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from (${named[kind]}) as known where id = any(${asArray(ids)})`.execute(db);
  return rows.map(({ id, name }) => [id, name] as const);
}

async function listPeople(db: Db, ids: readonly string[]) {
  const { rows } = await sql<Omit<DescribedPerson, 'since'> & { since: Date }>`
    select id, connection_id, employee_id, display_name, department, job_title, active, ${personUnchanged} as since
    from person where id = any(${asArray(ids)})`.execute(db);
  return byId(rows.map((row) => ({ ...row, since: row.since.getTime() })));
}

async function readKeptSince(db: Db): Promise<number> {
  const { kept_since } = await db.selectFrom('memory').select('kept_since').executeTakeFirstOrThrow();
  return kept_since.getTime();
}

/** Of those in force. */
async function listRules(db: Db, ids: readonly string[]) {
  type Row = Omit<DescribedRule, 'rule_updated_at' | 'since'> & { id: string; changed_at: Date; since: Date };
  const { rows } = await sql<Row>`
    select rule.record_id as id, rule.changed_at, rule.changed_by as rule_updated_by, rule.since as rule_version,
      version.reason as rule_note, in_force.since
    from key_plan_part as rule
    left join key_plan_version as version on version.keyplan_id = rule.keyplan_id and version.number = rule.since
    cross join lateral (
      select max(brought.at) as since
      from (
        select 'plan' as kind, rule.keyplan_id as id
        union all select 'rule', rule.record_id
        union all select 'profile', (object ->> 'object_identifier')::uuid
        from jsonb_array_elements(rule.content -> 'objects') as object
        where object ->> 'object_type' = 'access_profile'
      ) as named
      join key_plan_part as part on part.record_id = named.id and part.kind = named.kind and part.until is null
      join key_plan_version as brought on brought.keyplan_id = part.keyplan_id and brought.number = part.since
    ) as in_force
    where rule.kind = 'rule' and rule.until is null and rule.record_id = any(${asArray(ids)})`.execute(db);
  return rows.map(({ id, changed_at, since, ...rule }): [string, DescribedRule] => [
    id,
    { ...rule, rule_updated_at: changed_at.toISOString(), since: since.getTime() },
  ]);
}

/** Key systems that some plan of an identity source is synced to. */
export async function listTargets(db: Db, iamConnectionIds: readonly string[]) {
  const { rows } = await sql<{ id: string; targets: string }>`
    select source.connection_id as id, string_agg(distinct target.connection_id::text, ' ') as targets
    from key_plan_iam_connection as source
    join key_plan_key_system as target on target.keyplan_id = source.keyplan_id
    where source.connection_id = any(${asArray(iamConnectionIds)}) group by 1`.execute(db);
  const found = new Map(rows.map(({ id, targets }) => [id, targets.split(' ')]));
  return iamConnectionIds.map((id) => [id, found.get(id) ?? []] as const);
}
