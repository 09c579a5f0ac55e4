import type { AccessRule, Answer, accessRules, RuleMeasure } from '@key2xs/contract';
import { peopleOfSubjects, placesAbove } from '@key2xs/domain';
import type { z } from 'zod';
import type { Db, Deps } from '#platform/deps';
import type { Reader } from '#platform/visible-to';
import { presentRule } from '../parts/present-parts';
import { countDoorsByPlace } from '../parts/rule-doors';
import type { CountedRule, RuleRow } from '../parts/rule-queries';
import type { KeyPlanRow } from '../settings/plan-queries';

type Asking = Pick<Deps, 'access'> & { reader: Reader };

/**
 * Rules with how many active people each of them matches, switched on or not. Not within a transaction: whose access it is
 * comes from the index of this process, which asks the database by itself.
 */
export async function countPeopleOf({ access, reader }: Asking, rules: readonly RuleRow[]): Promise<CountedRule[]> {
  const sourcesOf = await listSources(reader.db, new Set(rules.map(({ keyplan_id }) => keyplan_id)));
  const { index } = await access.current(reader);
  return rules.map((rule) => {
    const iam_connection_ids = sourcesOf.get(rule.keyplan_id) ?? [];
    return { ...rule, people: peopleOfSubjects(index, { ...rule, iam_connection_ids }).length };
  });
}

/** A rule as it is answered, once its change is committed. @see countPeopleOf */
export async function showRule(asking: Asking, changed: Promise<RuleRow>): Promise<AccessRule> {
  const rule = await changed;
  const [counted] = await countPeopleOf(asking, [rule]);
  return presentRule(counted ?? { ...rule, people: 0 });
}

type Measured = z.output<typeof RuleMeasure>;

/** How many active people and doors an unsaved rule would match, and the time zones in which its hours count. */
export async function measureRule(
  { access, reader }: Asking,
  { id, time_zone }: Pick<KeyPlanRow, 'id' | 'time_zone'>,
  { objects, ...spoken }: Measured,
): Promise<Answer<typeof accessRules.measure>> {
  const iam_connection_ids = (await listSources(reader.db, new Set([id]))).get(id) ?? [];
  const { index } = await access.current(reader);
  const { rows } = await countDoorsByPlace(reader, objects).execute(reader.db);
  const clocks = new Map<string, number>();
  for (const { location_id, doors } of rows) {
    const place = placesAbove(index.doors, location_id).find((above) => above.time_zone !== null);
    const zone = place?.time_zone ?? time_zone;
    clocks.set(zone, (clocks.get(zone) ?? 0) + doors);
  }
  const byDoors = (one: Clock, other: Clock) => other.doors - one.doors || one.time_zone.localeCompare(other.time_zone);
  return {
    people: peopleOfSubjects(index, { ...spoken, iam_connection_ids }).length,
    doors: rows.reduce((sum, { doors }) => sum + doors, 0),
    clocks: [...clocks].map(([zone, doors]) => ({ time_zone: zone, doors })).sort(byDoors),
  };
}

type Clock = Answer<typeof accessRules.measure>['clocks'][number];

async function listSources(db: Db, plans: ReadonlySet<string>): Promise<Map<string, string[]>> {
  const sources = new Map<string, string[]>([...plans].map((plan) => [plan, []]));
  const links = await db
    .selectFrom('key_plan_iam_connection')
    .selectAll()
    .where('keyplan_id', '=', (q) => q.fn.any(q.val([...plans])))
    .execute();
  for (const { keyplan_id, connection_id } of links) sources.get(keyplan_id)?.push(connection_id);
  return sources;
}
