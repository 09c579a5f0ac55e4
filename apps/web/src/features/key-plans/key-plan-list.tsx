import { type KeyPlan, keyPlanList } from '@key2xs/contract';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordList } from '#components/records/record-list';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { ActivationDialog } from './activation';
import { usePlanColumns } from './key-plan-columns';

/** `create` is the one next step where there is none. */
export function KeyPlanList({ create }: { create: ReactNode }) {
  const { t } = useTranslation('key-plans');
  const navigate = useNavigate();
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
        onOpen={({ id }) => void navigate({ to: '/keys/key-plans/$id', params: { id } })}
        rowLabel={({ name }) => t('list.open', { name })}
      />
      {asking && <ActivationDialog plan={asking} onClose={() => setAsking(undefined)} />}
    </Panel>
  );
}
