import type { LockingPlan, LockingPlanContent, LockingPlanPreview } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStoreLockingPlan } from '#data/key-systems/locking-plans';
import { Notice } from '#ui/notice';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';
import { PlanCounts } from './plan-counts';
import { PlanMatrix } from './plan-matrix';
import { ProblemTable } from './problem-table';
import { ReplacePlanDialog } from './replace-plan-dialog';

type Props = {
  connectionId: string;
  fileName: string;
  preview: LockingPlanPreview;
  /** The plan to be replaced. */
  former: LockingPlan | null;
  onDone: () => void;
};

/** The contents of a sheet, before anything is stored. */
export function PlanPreview({ connectionId, fileName, preview, former, onDone }: Props) {
  const { t } = useTranslation('locking-plans');
  const [isAsking, setIsAsking] = useState(false);
  const store = useStoreLockingPlan(connectionId);
  const toast = useToast();
  const { content, counts, problems } = preview;
  const send = (body: LockingPlanContent) =>
    store.mutate(
      { content: body, version: former?.version },
      {
        onSuccess: () => {
          toast.success(t('preview.stored'));
          onDone();
        },
        onSettled: () => setIsAsking(false),
      },
    );
  const actions = (
    <>
      {content && (
        <Button loading={store.isPending} onClick={() => (former ? setIsAsking(true) : send(content))}>
          {t('preview.store')}
        </Button>
      )}
      <Button variant="default" disabled={store.isPending} onClick={onDone}>
        {t('preview.other')}
      </Button>
    </>
  );
  return (
    <div className="plan-parts">
      <h2>{t('preview.title', { name: fileName })}</h2>
      {content ? (
        <Notice tone="blue" title={t('preview.ready')} actions={actions}>
          {t('preview.readyHint')}
        </Notice>
      ) : (
        <Notice tone="red" title={t('preview.blocked')} actions={actions}>
          {t('preview.blockedHint', { count: problems.filter(({ is_fatal }) => is_fatal).length })}
        </Notice>
      )}
      {store.error && <Notice tone="red" title={store.error.message} />}
      <PlanCounts counts={counts} />
      {problems.length > 0 ? <ProblemTable {...preview} /> : <Panel padded>{t('problems.none')}</Panel>}
      {content && <PlanMatrix content={content} />}
      {isAsking && former && content && (
        <ReplacePlanDialog
          former={former.counts}
          next={counts}
          isBusy={store.isPending}
          onConfirm={() => send(content)}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
