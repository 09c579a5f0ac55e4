import { type KeyPlan, keyPlanList, keyPlans } from '@key2xs/contract';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordList } from '#components/records/record-list';
import { useMay } from '#data/auth';
import { LinkButton } from '#ui/link-button';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { ActivationDialog } from './activation';
import { CopyDialog } from './copy-dialog';
import { usePlanColumns } from './key-plan-columns';
import type { PlanAct } from './plan-menu';
import { RemovalDialog } from './removal-dialog';

/** `create` is shown for an empty list. */
export function KeyPlanList({ create }: { create: ReactNode }) {
  const { t } = useTranslation('key-plans');
  const navigate = useNavigate();
  const mayOpen = useMay(keyPlans.get);
  const open = ({ id }: KeyPlan) => void navigate({ to: '/keys/key-plans/$id', params: { id } });
  const [asking, setAsking] = useState<{ plan: KeyPlan; act: PlanAct }>();
  const close = () => setAsking(undefined);
  const states = [
    { value: 'true', label: t('states.active') },
    { value: 'false', label: t('states.draft') },
  ];
  return (
    <Panel>
      <RecordList
        list={keyPlanList}
        columns={usePlanColumns((plan, act) => setAsking({ plan, act }))}
        filters={[{ name: 'is_active', label: t('list.state'), options: states }]}
        words={t('list.words', { returnObjects: true })}
        empty={<Empty title={t('list.none')} hint={t('list.noneHint')} action={<Starts create={create} />} />}
        onOpen={mayOpen ? open : undefined}
        rowLabel={({ name }) => t('list.open', { name })}
      />
      {asking?.act === 'activation' && <ActivationDialog plan={asking.plan} onClose={close} />}
      {asking?.act === 'copy' && <CopyDialog plan={asking.plan} onClose={close} />}
      {asking?.act === 'delete' && <RemovalDialog plan={asking.plan} onClose={close} />}
    </Panel>
  );
}

/** The ways to a first plan. */
function Starts({ create }: { create: ReactNode }) {
  const { t } = useTranslation('key-plans');
  return (
    <div className="actions">
      <LinkButton to="/keyplan/wizard">{t('list.wizard')}</LinkButton>
      {create}
    </div>
  );
}
