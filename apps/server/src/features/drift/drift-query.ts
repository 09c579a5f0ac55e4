import type { driftList } from '@key2xs/contract';
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { cylinderWords, shownName } from '#platform/door-names';
import type { Schema } from '#platform/schema/schema';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { standsFor } from '../decisions/service';
import { peopleOf } from '../people/relation';
import { affectedDoors, affectedPeople } from './affected';
import { driftOf, sideOfDoors } from './relation';

/** Also of a profile with merged hours, whose reference begins as the rule's id does (`mergedReference`). */
const isItsProfile = sql<boolean>`left(rule.id::text, 18) = left(drift.profile_reference::text, 18)`;

/** Rule, plan and person of a change in a key system; null where deleted. */
export const fromDrift = (reader: Reader) =>
  reader.db
    .selectFrom(driftOf(reader, 'drift'))
    .innerJoin('key_system_connection as system', 'system.id', 'drift.connection_id')
    .leftJoin('access_rule as rule', (join) => join.on(isItsProfile))
    .leftJoin('key_plan as plan', 'plan.id', 'rule.keyplan_id')
    .leftJoin(peopleOf(reader), 'person.id', 'drift.person_reference')
    .leftJoin('decision', (join) => join.on(standsFor('recorded_drift', 'drift.id')));

export type DriftDoor = {
  id: string | null;
  external_id: string;
  marking: string;
  name: string;
  is_group: boolean;
  /** The rule names it itself. */
  is_named: boolean;
};

export type DriftRow = Selectable<Schema['recorded_drift']> & {
  connection_name: string;
  rule_id: string | null;
  rule_name: string | null;
  subject_match: 'any' | 'all' | null;
  is_rule_active: boolean | null;
  plan_id: string | null;
  plan_name: string | null;
  takes_effect: 'at_once' | 'on_activation' | null;
  person_name: string | null;
  /** An active person of a source of the plan. */
  is_of_plan: boolean;
  has_dates: boolean;
  doors: DriftDoor[];
  affected_people: number | null;
  affected_doors: number | null;
  decided_by: string | null;
  decided_at: Date | null;
  adopted_at: Date | null;
};

const doorsIn = (reader: Reader, field: 'cylinders' | 'cylinder_groups') => {
  const isGroup = field === 'cylinder_groups';
  const table = isGroup ? sql`cylinder_group as door` : doorsOf(reader, 'door');
  const isLimited = !isGroup && Boolean(reader.viewer.scope?.places); // a door that is not known is in no one's scope
  const name = sql`coalesce(case when door.id is not null then ${(isGroup ? shownName : cylinderWords)('door')} end, listed.id)`;
  return sql`
    select jsonb_build_object('id', door.id, 'external_id', listed.id, 'marking', ${isGroup ? sql`''` : sql`coalesce(door.marking, '')`},
      'name', ${name}, 'is_group', ${sql.lit(isGroup)}, 'is_named', exists (
        select from access_rule_object as object
        where object.rule_id = rule.id and object.object_identifier = door.id)) as door,
      ${name} as name
    from jsonb_array_elements_text(${sideOfDoors('drift')} -> ${sql.lit(field)}) as listed (id)
    ${isLimited ? sql`join` : sql`left join`} ${table} on door.connection_id = drift.connection_id and door.external_id = listed.id
      and door.deleted_at is null`;
};

const doorsListed = (reader: Reader) => sql<DriftDoor[]>`coalesce((
  select jsonb_agg(door order by name)
  from (${doorsIn(reader, 'cylinder_groups')} union all ${doorsIn(reader, 'cylinders')}) as doors), '[]')`;

/** The change as if it were of these doors only, so that a sentence about it counts no others. */
export function withShownDoors(row: DriftRow): DriftRow {
  const listed = (isGroup: boolean) =>
    new Set(row.doors.flatMap((door) => (door.is_group === isGroup ? door.external_id : [])));
  const [cylinders, groups] = [listed(false), listed(true)];
  const shown = (side: DriftRow['before']): DriftRow['before'] =>
    side &&
    Object.fromEntries(
      Object.entries(side).map(([field, value]) => {
        const ids = field === 'cylinders' ? cylinders : field === 'cylinder_groups' ? groups : undefined;
        return [field, ids && Array.isArray(value) ? value.filter((id) => ids.has(String(id))) : value];
      }),
    );
  return { ...row, before: shown(row.before), after: shown(row.after) };
}

const adoptedAt = sql<Date | null>`(select adopted_at from adopted_record as adopted
  where adopted.connection_id = drift.connection_id
    and adopted.kind = case when drift.profile_reference is null then 'person' else 'profile' end
    and adopted.own_reference = coalesce(drift.profile_reference, drift.person_reference))`;

type From = ReturnType<typeof fromDrift>;
type Joined = From extends SelectQueryBuilder<infer DB, infer TB, object> ? [DB, TB] : never;

export const showDrift = (reader: Reader, query: SelectQueryBuilder<Joined[0], Joined[1], object>) =>
  query.selectAll('drift').select([
    'system.name as connection_name',
    'rule.id as rule_id',
    'rule.name as rule_name',
    'rule.subject_match',
    'rule.is_active as is_rule_active',
    'plan.id as plan_id',
    'plan.name as plan_name',
    'plan.takes_effect',
    'person.display_name as person_name',
    sql<boolean>`coalesce(person.active, false) and exists (select from key_plan_iam_connection as link
      where link.keyplan_id = plan.id and link.connection_id = person.connection_id)`.as('is_of_plan'),
    sql<boolean>`exists (select from time_restriction as hours where hours.rule_id = rule.id
      and (hours.valid_from is not null or hours.valid_until is not null))`.as('has_dates'),
    doorsListed(reader).as('doors'),
    affectedPeople(reader).as('affected_people'),
    affectedDoors(reader).as('affected_doors'),
    adoptedAt.as('adopted_at'),
    'decision.decided_by',
    'decision.decided_at',
  ]);

export const driftSorts = {
  since: 'drift.since',
  profile: sql`lower(drift.profile_name)`,
  person: { unknownLast: sql`lower(person.display_name)` },
  kind: sql`drift.kind`,
} as const satisfies Record<(typeof driftList)['sorts'][number], unknown>;
