import { type Selectable, sql } from 'kysely';
import type { Db, Deps } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { loadSide, type PlanContent } from '../content/sides';
import { editContent } from '../draft/edit-content';
import { nameKey } from '../draft/free-name';
import { type CarriedValue, type CarryEdit, carryEdits, type Twins } from './carry-edits';

export type PlanToCarry = Selectable<Schema['key_plan']>;

/** Both sides of a plan with its rules carried over, and the edits of its draft. */
export type CarriedSides = { from: Sides; to: Sides; edits: CarryEdit[] };
type Sides = { inForce: PlanContent; draft: PlanContent };

/** The plans of a source, by id. */
export const listPlansOf = (db: Db, connectionId: string): Promise<PlanToCarry[]> =>
  db
    .selectFrom('key_plan')
    .selectAll('key_plan')
    .where('id', 'in', (q) =>
      q.selectFrom('key_plan_iam_connection').select('keyplan_id').where('connection_id', '=', connectionId),
    )
    .orderBy('id')
    .execute();

/** Whether an edit of the plan comes into force with the decision; else its draft waits. */
export const comesIntoForce = ({ is_active, takes_effect, needs_second_person }: PlanToCarry): boolean =>
  is_active && (takes_effect === 'at_once' || !needs_second_person);

/**
 * What is in force and what the draft says, both with new names; rules that come beside others have one id on both sides.
 * @throws AppError conflict when a rule would name too much
 */
export async function carrySides(
  db: Db,
  { newId }: Pick<Deps, 'newId'>,
  plan: PlanToCarry,
  values: readonly CarriedValue[],
): Promise<CarriedSides> {
  const from = { inForce: await loadSide(db, plan, 'in_force'), draft: await loadSide(db, plan, 'draft') };
  const names = [...from.inForce.rules.values(), ...from.draft.rules.values()].map(({ name }) => nameKey(name));
  const twins: Twins = { made: new Map(), taken: new Set(names), newId };
  const edits = carryEdits(from.draft, values, twins);
  const edited = (side: PlanContent, carried: readonly CarryEdit[]) =>
    editContent(
      side,
      carried.map(({ edit }) => edit),
      { deps: { newId }, keyplanId: plan.id, nameOf: () => '' }, // all of them have names
    );
  const to = {
    inForce: edited(from.inForce, carryEdits(from.inForce, values, twins)),
    draft: edited(from.draft, edits),
  };
  return { from, to, edits };
}

/** Rules in force of active plans of a source that name one of these values. */
export async function listRulesNamingValues(
  db: Db,
  connectionId: string,
): Promise<{ keyplan_id: string; plan: string; rule_id: string; rule: string; field: string; value: string }[]> {
  const { rows } = await sql<Awaited<ReturnType<typeof listRulesNamingValues>>[number]>`
    select plan.id as keyplan_id, plan.name as plan, part.record_id as rule_id, part.content ->> 'name' as rule,
      subject ->> 'subject_type' as field, subject ->> 'subject_identifier' as value
    from key_plan_part as part
    join key_plan as plan on plan.id = part.keyplan_id and plan.is_active
    join key_plan_iam_connection as link on link.keyplan_id = plan.id and link.connection_id = ${connectionId}
    cross join jsonb_array_elements(part.content -> 'subjects') as subject
    where part.until is null and part.kind = 'rule' and (part.content ->> 'is_active')::boolean
      and subject ->> 'subject_type' in ('department', 'job_title')
    order by plan.name, rule`.execute(db);
  return rows;
}
