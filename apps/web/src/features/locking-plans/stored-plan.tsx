import type { LockingPlan } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Panel } from '#ui/panel';
import { PlanCounts } from './plan-counts';
import { PlanMatrix } from './plan-matrix';

/** The stored plan: its file, who stored it and when, and its contents. */
export function StoredPlan({ plan }: { plan: LockingPlan }) {
  const { t } = useTranslation('locking-plans');
  return (
    <div className="plan-parts">
      <PlanCounts counts={plan.counts} />
      <Panel padded>
        <KeyValues
          items={[
            { label: t('stored.file'), value: plan.content.file_name },
            { label: t('stored.by'), value: plan.stored_by },
            { label: t('stored.at'), value: formatInstant(plan.updated_at) },
          ]}
        />
      </Panel>
      <PlanMatrix content={plan.content} />
    </div>
  );
}
