import { type KeyPlan, type keyPlanList, keyPlans, planFigures } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RecordColumn } from '#components/records/record-list';
import { useMay } from '#data/auth';
import { coverageQuery } from '#data/plans/plan-figures';
import { formatInstant, formatNumber } from '#lib/format';
import { ActivationButton } from './activation';
import './key-plans.css';
import { type PlanAct, PlanMenu } from './plan-menu';
import { ChangedBy, PlanReach } from './plan-reach';
import { PlanState } from './plan-state';
import { PlanWaits } from './plan-waits';

const namesOf = (connections: readonly { name: string }[]) =>
  connections.length === 0 ? '–' : connections.map(({ name }) => name).join(', ');

/** `onAsk` opens the dialog of an action. */
export function usePlanColumns(onAsk: (plan: KeyPlan, act: PlanAct) => void): RecordColumn<typeof keyPlanList>[] {
  const { t } = useTranslation('key-plans');
  const mayActivate = useMay(keyPlans.update);
  const { data: coverages } = useQuery({ ...coverageQuery, enabled: useMay(planFigures.coverage) });
  const rulesOf = ({ active_rules, rules }: KeyPlan) =>
    t('list.rulesOf', { active: formatNumber(active_rules), total: formatNumber(rules) });
  const action: RecordColumn<typeof keyPlanList> = {
    key: 'action',
    phone: 'aside',
    header: t('list.columns.action'),
    cell: (plan) => (
      <span className="actions" style={{ flexWrap: 'nowrap', justifyContent: 'flex-end' }}>
        {!plan.is_active && <ActivationButton plan={plan} onAsk={() => onAsk(plan, 'activation')} />}
        <PlanMenu plan={plan} onAsk={(act) => onAsk(plan, act)} />
      </span>
    ),
  };
  return [
    {
      key: 'name',
      phone: 'title',
      header: t('list.columns.name'),
      sort: 'name',
      cell: ({ name }) => name,
    },
    {
      key: 'state',
      phone: 'aside',
      header: t('list.columns.state'),
      cell: ({ is_active }) => <PlanState isActive={is_active} />,
    },
    {
      key: 'reach',
      phone: 'meta',
      header: t('list.columns.reach'),
      hideBelow: 760,
      cell: ({ id }) => <PlanReach coverage={coverages?.get(id)} />,
    },
    {
      key: 'waits',
      phone: 'meta',
      header: t('list.columns.waits'),
      cell: (plan) => <PlanWaits plan={plan} />,
    },
    { key: 'rules', header: t('list.columns.rules'), align: 'right', hideBelow: 1_000, cell: rulesOf },
    {
      key: 'links',
      phone: 'meta',
      header: t('list.columns.links'),
      hideBelow: 1_000,
      cell: ({ iam_connections, key_system_connections }) => (
        <span className="plan-waits">
          <span>{namesOf(iam_connections)}</span>
          <span>{namesOf(key_system_connections)}</span>
        </span>
      ),
    },
    {
      key: 'updated',
      header: t('list.columns.updated'),
      sort: 'updated_at',
      hideBelow: 900,
      cell: ({ id, updated_at }) => (
        <>
          {formatInstant(updated_at)} <ChangedBy coverage={coverages?.get(id)} />
        </>
      ),
    },
    ...(mayActivate ? [action] : []),
  ];
}
