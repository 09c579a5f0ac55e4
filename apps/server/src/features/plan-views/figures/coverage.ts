import type { PlanCoverage } from '@key2xs/contract';
import { type AccessIndex, coverDraft, coverPlans } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { type Reader, visibleTo } from '#platform/visible-to';
import { loadDrafts } from '../../access/service';
import { pendingRecords } from '../../plans/service';
import { doorsOfPlan, peopleOfPlan } from './plan-totals';

/** What every plan reaches: by its rules in force, or of an inactive plan whose draft was edited, by those of the draft. */
export async function readCoverage({ access }: Pick<Deps, 'access'>, reader: Reader): Promise<PlanCoverage[]> {
  const plans = await listPlans(reader);
  const drafts = await loadDrafts(
    reader.db,
    plans.flatMap(({ id, is_draft }) => (is_draft ? [id] : [])),
  );
  const { index } = await access.current(reader);
  const inForce = coverPlans(index);
  return plans.map(({ id, is_draft: _, ...plan }) => ({
    keyplan_id: id,
    ...(coverOf(index, id, drafts) ?? inForce.get(id) ?? { people: 0, doors: 0 }),
    ...plan,
  }));
}

type Drafts = Awaited<ReturnType<typeof loadDrafts>>;

function coverOf(index: AccessIndex, id: string, drafts: Drafts) {
  const [plan, draft] = [index.plans.get(id), drafts.get(id)];
  return plan && draft ? coverDraft(index, { plan, ...draft }) : undefined;
}

/** Of the changes that make up what a plan says, some keep their author; the latest is known where it is one of these. */
const changedBy = sql<string | null>`(
  select nullif(made_by, '') from (
    select made_by, at from key_plan_version where keyplan_id = plan.id
    union all select updated_by, updated_at from access_rule where keyplan_id = plan.id
  ) as change where change.at = plan.updated_at limit 1)`;

const listPlans = (reader: Reader) =>
  reader.db
    .selectFrom('key_plan as plan')
    .select('plan.id')
    .select([
      sql<boolean>`not plan.is_active and exists (select from ${pendingRecords(sql.ref('plan.id'))} as changed)`.as(
        'is_draft',
      ),
      peopleOfPlan(reader, sql.ref('plan.id')).as('of_people'),
      doorsOfPlan(reader, sql.ref('plan.id')).as('of_doors'),
      changedBy.as('changed_by'),
    ])
    .where(visibleTo(reader.viewer, 'key_plans'))
    .execute();
