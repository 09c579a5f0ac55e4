import type { Sentence } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db, Deps } from '#platform/deps';
import type { RuleContent } from '#platform/schema/schema';
import { asProduct } from '#platform/visible-to';
import { nameSubjects } from '../../people/service';
import { pendingRecords } from '../content/differences';
import { compareContents } from '../content/sides';
import { describeEdits } from '../draft/describe-edits';
import { nameObjects } from '../parts/name-objects';
import type { CarriedValue } from './carry-edits';
import { type CarriedSides, carrySides, comesIntoForce, listPlansOf } from './plans-to-carry';

/** What carrying over would write into a plan. */
export type CarryOverOfPlan = {
  keyplan_id: string;
  name: string;
  sentences: Sentence[];
  comes_into_force: boolean;
  /** Other edits of its draft. */
  waiting_changes: number;
  /** Rules as they would be in force; none where the draft waits. */
  in_force: RuleContent[];
};

/** The same as `carryOver` without writing. Only plans in which something changes. @throws AppError conflict */
export async function previewCarryOver(
  deps: Pick<Deps, 'newId'>,
  db: Db,
  { connectionId, values }: { connectionId: string; values: readonly CarriedValue[] },
): Promise<CarryOverOfPlan[]> {
  const previews: CarryOverOfPlan[] = [];
  for (const plan of await listPlansOf(db, connectionId)) {
    const sides = await carrySides(db, deps, plan, values);
    const changed = compareContents(sides.from.inForce, sides.to.inForce).rules;
    if (sides.edits.length + changed.length === 0) continue;
    const isNow = comesIntoForce(plan);
    previews.push({
      keyplan_id: plan.id,
      name: plan.name,
      sentences: await describe(db, sides),
      comes_into_force: isNow,
      waiting_changes: plan.takes_effect === 'at_once' ? 0 : await countWaiting(db, plan.id),
      in_force: isNow ? changed.flatMap(({ after }) => after ?? []) : [],
    });
  }
  return previews;
}

/** Kept with a change set, for everybody. */
async function describe(db: Db, { from, edits }: CarriedSides): Promise<Sentence[]> {
  const said = edits.flatMap(({ edit }) => (edit.kind === 'remove_rule' ? [] : [edit.rule]));
  const objects = await nameObjects(
    asProduct(db),
    said.flatMap((rule) => rule.objects ?? []),
  );
  const subject = await nameSubjects(
    asProduct(db),
    said.flatMap((rule) => rule.subjects ?? []),
  );
  return describeEdits({
    draft: from.draft,
    edits: edits.map(({ edit }) => edit),
    planned: edits.map(({ planned }) => planned),
    names: {
      object: ({ object_identifier }) => objects.get(object_identifier)?.name ?? '',
      subject: (one) => subject(one).name,
    },
    others: 0,
    grant: true,
  });
}

async function countWaiting(db: Db, keyplanId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${pendingRecords(sql`${keyplanId}::uuid`)} as changed`.execute(db);
  return rows[0]?.count ?? 0;
}
