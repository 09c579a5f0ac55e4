import type { PlanWizard, PlanWizardSummary } from '@key2xs/contract';
import type { Reader } from '#platform/visible-to';
import { listMissing } from './missing-choices';
import type { WizardRow } from './wizard-queries';

export const presentSummary = ({ content, ...row }: WizardRow): PlanWizardSummary => ({
  ...row,
  name: content.name,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export async function presentWizard({ db }: Pick<Reader, 'db'>, row: WizardRow): Promise<PlanWizard> {
  const plan = await db
    .selectFrom('key_plan')
    .select(['id', 'name', 'version', 'is_active'])
    .where('id', '=', row.keyplan_id)
    .executeTakeFirst();
  const { rows, columns } = await listMissing(db, row);
  return {
    ...presentSummary(row),
    content: row.content,
    plan: plan ? { ...plan, is_edited_elsewhere: plan.version !== row.plan_version } : null,
    gone: rows.size + columns.size,
    is_finished: row.finished_at !== null,
  };
}
