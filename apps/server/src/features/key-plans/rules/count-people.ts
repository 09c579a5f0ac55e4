import type { AccessRule } from '@key2xs/contract';
import { peopleOfSubjects } from '@key2xs/domain';
import type { Db, Deps } from '#platform/deps';
import { presentRule } from '../present';
import type { CountedRule, RuleRow } from './rule-queries';

type Asking = Pick<Deps, 'access'> & { db: Db };

/**
 * Rules with how many active people each of them speaks of, switched on or not. Not within a transaction: whose access it is
 * comes from the index of this process, which asks the database by itself.
 */
export async function countPeopleOf({ access, db }: Asking, rules: readonly RuleRow[]): Promise<CountedRule[]> {
  const sourcesOf = await listSources(db, new Set(rules.map(({ keyplan_id }) => keyplan_id)));
  const { index } = await access.current();
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
