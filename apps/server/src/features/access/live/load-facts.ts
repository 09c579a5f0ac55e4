import type { AccessFacts, CylinderFacts, LocationFacts, PersonFacts, PlanFacts } from '@key2xs/domain';
import { type Expression, type SqlBool, sql } from 'kysely';
import { sharedTexts } from '#platform/caches/shared-texts';
import type { Db } from '#platform/deps';
import type { ProfileContent, RuleContent } from '#platform/schema/schema';
import { asProduct, type Reader } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { peopleOf } from '../../people/relation';

/** Everything on which everybody's access depends, read in one transaction so that it fits together. */
export async function loadFacts(db: Db): Promise<AccessFacts> {
  return {
    people: await loadPeople(asProduct(db)),
    cylinders: await loadCylinders(asProduct(db)),
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
    cylinders: await loadCylinders(asProduct(db)),
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

/** An answer with more would keep others waiting while it is parsed. */
const pagePeople = 2_000;
const firstId = '00000000-0000-0000-0000-000000000000';

/** By id. */
export async function loadPeople(reader: Reader, ids?: Ids): Promise<PersonFacts[]> {
  const people: PersonFacts[] = [];
  const shared = sharedTexts();
  const groupsOf = sharedGroups();
  for (let after = firstId; ; after = people.at(-1)?.id ?? after) {
    const page = await reader.db
      .selectFrom(peopleOf(reader))
      .select(['id', 'connection_id', 'active', 'department', 'job_title', sql<string>`group_ids::text`.as('groups')])
      .where(isWanted('id', ids))
      .where('id', '>', after)
      .orderBy('id')
      .limit(pagePeople)
      .execute();
    for (const { id, connection_id, active, department, job_title, groups } of page) {
      people.push({
        id,
        connection_id: shared(connection_id),
        active,
        department: shared(department),
        job_title: shared(job_title),
        group_ids: groupsOf(groups),
      });
    }
    if (page.length < pagePeople) return people;
  }
}

/** People in the same groups share the list of them. */
function sharedGroups() {
  const lists = new Map<string, readonly string[]>([['{}', []]]);
  return (text: string): readonly string[] => {
    const list = lists.get(text) ?? text.slice(1, -1).split(',');
    lists.set(text, list);
    return list;
  };
}

export const loadCylinders = (reader: Reader, ids?: Ids): Promise<CylinderFacts[]> =>
  reader.db
    .selectFrom(doorsOf(reader))
    .select(['id', 'group_id', 'location_id'])
    .where('deleted_at', 'is', null)
    .where(isWanted('id', ids))
    .execute();

export const loadLocations = (db: Db, ids?: Ids): Promise<LocationFacts[]> =>
  db.selectFrom('location').select(['id', 'parent_id', 'time_zone']).where(isWanted('id', ids)).execute();

/** What is in force, not what is written in drafts. */
const loadInForce = <T>(db: Db, kind: 'rule' | 'profile', ids: Ids): Promise<T[]> =>
  db
    .selectFrom('key_plan_part')
    .select('content')
    .where('kind', '=', kind)
    .where('until', 'is', null)
    .where(isWanted('record_id', ids))
    .execute()
    .then((rows) => rows.map(({ content }) => content as T)); // the view that it was copied from makes it so

export const loadProfiles = (db: Db, ids?: Ids): Promise<ProfileContent[]> => loadInForce(db, 'profile', ids);
export const loadRules = (db: Db, ids?: Ids): Promise<RuleContent[]> => loadInForce(db, 'rule', ids);

type Draft = { rules: RuleContent[]; profiles: ProfileContent[] };

/** Of each plan, as its rules and profiles are written, in force or not; one query. */
export async function loadDrafts(db: Db, keyplanIds: readonly string[]): Promise<ReadonlyMap<string, Draft>> {
  const drafts = new Map(keyplanIds.map((id): [string, Draft] => [id, { rules: [], profiles: [] }]));
  if (drafts.size === 0) return drafts;
  const rows = await db
    .selectFrom('key_plan_draft')
    .select(['keyplan_id', 'kind', 'content'])
    .where(isWanted('keyplan_id', keyplanIds))
    .execute();
  for (const { keyplan_id, kind, content } of rows) {
    const draft = drafts.get(keyplan_id);
    // The view that it is read from makes content what its kind says.
    if (kind === 'rule') draft?.rules.push(content as RuleContent);
    else if (kind === 'profile') draft?.profiles.push(content as ProfileContent);
  }
  return drafts;
}

export const loadPlans = (db: Db, ids?: Ids): Promise<PlanFacts[]> =>
  db
    .selectFrom('key_plan as plan')
    .select([
      'plan.id',
      'plan.name',
      'plan.is_active',
      'plan.time_zone',
      'plan.schedule_policy',
      sql<string[]>`array(
        select connection_id::text from key_plan_iam_connection as link where link.keyplan_id = plan.id)`.as(
        'iam_connection_ids',
      ),
    ])
    .where(isWanted('plan.id', ids))
    .execute();
