import type { KeyPlan, keyPlanList } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import type { RecordColumn } from '#components/records/record-list';
import { formatInstant, formatNumber } from '#lib/format';
import { ActivationButton } from './activation';
import { PlanState } from './plan-state';
import { Waiting } from './waiting';

const namesOf = (connections: readonly { name: string }[]) =>
  connections.length === 0 ? '–' : connections.map(({ name }) => name).join(', ');

/** `onAsk` opens the dialog to activate or deactivate a plan. */
export function usePlanColumns(onAsk: (plan: KeyPlan) => void): RecordColumn<typeof keyPlanList>[] {
  const { t } = useTranslation('key-plans');
  const rulesOf = ({ active_rules, rules }: KeyPlan) =>
    t('list.rulesOf', { active: formatNumber(active_rules), total: formatNumber(rules) });
  return [
    {
      key: 'name',
      header: t('list.columns.name'),
      sort: 'name',
      cell: ({ name }) => name,
    },
    {
      key: 'state',
      header: t('list.columns.state'),
      cell: ({ is_active, pending_changes }) => (
        <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 6 }}>
          <PlanState isActive={is_active} /> <Waiting count={pending_changes} />
        </span>
      ),
    },
    { key: 'rules', header: t('list.columns.rules'), align: 'right', hideBelow: 480, cell: rulesOf },
    {
      key: 'takes-effect',
      header: t('list.columns.takesEffect'),
      hideBelow: 1_200,
      cell: ({ takes_effect }) => t(`takesEffect.${takes_effect}`),
    },
    {
      key: 'sources',
      header: t('list.columns.sources'),
      hideBelow: 900,
      cell: ({ iam_connections }) => namesOf(iam_connections),
    },
    {
      key: 'systems',
      header: t('list.columns.systems'),
      hideBelow: 900,
      cell: ({ key_system_connections }) => namesOf(key_system_connections),
    },
    {
      key: 'updated',
      header: t('list.columns.updated'),
      sort: 'updated_at',
      hideBelow: 640,
      cell: ({ updated_at }) => formatInstant(updated_at),
    },
    {
      key: 'action',
      header: t('list.columns.action'),
      cell: (plan) => <ActivationButton plan={plan} onAsk={() => onAsk(plan)} />,
    },
  ];
}
