import { type KeyPlan, keyPlanList, keyPlans } from '@key2xs/contract';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordList } from '#components/records/record-list';
import { useMay } from '#data/auth';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { ActivationDialog } from './activation';
import { usePlanColumns } from './key-plan-columns';

/** `create` is shown for an empty list. */
export function KeyPlanList({ create }: { create: ReactNode }) {
  const { t } = useTranslation('key-plans');
  const navigate = useNavigate();
  const mayOpen = useMay(keyPlans.get);
  const open = ({ id }: KeyPlan) => void navigate({ to: '/keys/key-plans/$id', params: { id } });
  const [asking, setAsking] = useState<KeyPlan>();
  const states = [
    { value: 'true', label: t('states.active') },
    { value: 'false', label: t('states.draft') },
  ];
  return (
    <Panel>
      <RecordList
        list={keyPlanList}
        columns={usePlanColumns(setAsking)}
        filters={[{ name: 'is_active', label: t('list.state'), options: states }]}
        words={t('list.words', { returnObjects: true })}
        empty={<Empty title={t('list.none')} hint={t('list.noneHint')} action={create} />}
        onOpen={mayOpen ? open : undefined}
        rowLabel={({ name }) => t('list.open', { name })}
      />
      {asking && <ActivationDialog plan={asking} onClose={() => setAsking(undefined)} />}
    </Panel>
  );
}
