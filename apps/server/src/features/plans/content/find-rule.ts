import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import type { RuleContent } from '#platform/schema/schema';

export type FoundRule = {
  keyplan_id: string;
  plan_name: string;
  /** As the draft of the plan has it; null where it was removed there. */
  written: RuleContent | null;
  is_in_force: boolean;
};

/** The plan of a rule, and how the rule stands in it; undefined where neither the draft has it nor anything in force. */
export async function findRule(db: Db, id: string): Promise<FoundRule | undefined> {
  const { rows } = await sql<FoundRule>`
    select plan.id as keyplan_id, plan.name as plan_name, draft.content as written,
      plan.is_active and part.record_id is not null as is_in_force
    from key_plan as plan
    left join key_plan_draft as draft on draft.keyplan_id = plan.id and draft.kind = 'rule' and draft.record_id = ${id}
    left join key_plan_part as part on part.keyplan_id = plan.id and part.kind = 'rule' and part.record_id = ${id}
      and part.until is null
    where draft.record_id is not null or part.record_id is not null
    limit 1`.execute(db);
  return rows[0];
}

/** Ids of the rules that a plan has in force. */
export async function listRulesInForce(db: Db, keyplanId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('key_plan_part')
    .select('record_id')
    .where('keyplan_id', '=', keyplanId)
    .where('kind', '=', 'rule')
    .where('until', 'is', null)
    .execute();
  return rows.map(({ record_id }) => record_id);
}
