import type { LockingPlan, LockingPlanPreview } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keySystemQuery } from '#data/key-systems/key-systems';
import { lockingPlanQuery } from '#data/key-systems/locking-plans';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { DeletePlanDialog } from './delete-plan-dialog';
import { PlanIntro } from './plan-intro';
import { PlanPreview } from './plan-preview';
import { StoredPlan } from './stored-plan';
import { UploadPlan } from './upload-plan';
import './locking-plans.css';

/** The locking plan of one key system: upload, preview, store, replace, delete. */
export function LockingPlanPage() {
  const { t } = useTranslation('locking-plans');
  const { id = '' } = useParams({ strict: false });
  const system = useQuery(keySystemQuery(id));
  const plan = useQuery(lockingPlanQuery(id));
  const [isDeleting, setIsDeleting] = useState(false);
  const error = (system.data ? null : system.error) ?? (plan.data === undefined ? plan.error : null);
  const retry = () => Promise.all([system.refetch(), plan.refetch()]);
  const isReady = system.data !== undefined && plan.data !== undefined;
  return (
    <Page
      title={t('word.lockingPlan')}
      subtitle={system.data && t('subtitle', { name: system.data.name })}
      back={{ to: '/key-systems', label: t('back') }}
      actions={
        plan.data && (
          <Button variant="default" onClick={() => setIsDeleting(true)}>
            {t('stored.remove')}
          </Button>
        )
      }
    >
      {error && <Failure error={error} onRetry={retry} />}
      {!error && !isReady && <Loading label={t('loading')} />}
      {!error && isReady && <PlanOrUpload connectionId={id} plan={plan.data ?? null} />}
      {isDeleting && plan.data && <DeletePlanDialog plan={plan.data} onClose={() => setIsDeleting(false)} />}
    </Page>
  );
}

type ReadSheet = { fileName: string; preview: LockingPlanPreview };

function PlanOrUpload({ connectionId, plan }: { connectionId: string; plan: LockingPlan | null }) {
  const { t } = useTranslation('locking-plans');
  const [sheet, setSheet] = useState<ReadSheet>();
  if (sheet) {
    return <PlanPreview connectionId={connectionId} {...sheet} former={plan} onDone={() => setSheet(undefined)} />;
  }
  return (
    <div className="plan-parts">
      {plan && <StoredPlan plan={plan} />}
      <UploadPlan
        connectionId={connectionId}
        title={plan ? t('upload.replaceTitle') : t('upload.title')}
        onRead={(fileName, preview) => setSheet({ fileName, preview })}
      />
      {!plan && <PlanIntro connectionId={connectionId} />}
    </div>
  );
}
