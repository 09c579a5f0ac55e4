import { type ProgrammingWork, programming } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { useCancelJobs, useRetryJobs, useTickJobs } from '#data/key-systems/programming';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { BulkBar } from '#ui/table/bulk-bar';
import { useToast } from '#ui/toast';
import { AssignDialog } from './assign-dialog';

type Props = { jobs: readonly ProgrammingWork[]; onClear: () => void };

const namesOf = (jobs: readonly ProgrammingWork[]) => jobs.map(({ id, version }) => ({ id, version }));

const isOpen = ({ stage }: ProgrammingWork) =>
  stage === 'to_write' || stage === 'pending' || stage === 'assigned' || stage === 'failed';
const isAssignable = ({ stage, writing }: ProgrammingWork) =>
  (stage === 'to_write' && writing !== 'to_enter') || stage === 'pending' || stage === 'assigned' || stage === 'failed';
const isRetriable = ({ stage, writing }: ProgrammingWork) => stage === 'failed' || writing === 'refused';

/** What can be done with all of the selected jobs. */
export function JobsBar({ jobs, onClear }: Props) {
  const { t } = useTranslation('programming');
  const toast = useToast();
  const [step, setStep] = useState<'assign' | 'cancel'>();
  const retry = useRetryJobs();
  const tick = useTickJobs();
  const may = useMay(programming.assign);
  const ended = (words: 'retry.done' | 'tick.done') => ({
    onSuccess: ({ changed }: { changed: number }) => {
      toast.success(t(words, { count: changed }));
      onClear();
    },
    onError: (error: Error) => toast.failure(error.message),
  });
  const mark = (is_entered: boolean) => tick.mutate({ jobs: namesOf(jobs), is_entered }, ended('tick.done'));
  return (
    <BulkBar label={t('bar.label')} count={t('bar.selected', { count: jobs.length })}>
      {may && (
        <>
          {jobs.every(isAssignable) && <Button onClick={() => setStep('assign')}>{t('bar.assign')}</Button>}
          {jobs.every(isRetriable) && (
            <Button
              variant="default"
              loading={retry.isPending}
              onClick={() => retry.mutate({ jobs: namesOf(jobs) }, ended('retry.done'))}
            >
              {t('bar.retry')}
            </Button>
          )}
          {jobs.every(({ writing }) => writing === 'to_enter') && (
            <Button loading={tick.isPending} onClick={() => mark(true)}>
              {t('bar.tick')}
            </Button>
          )}
          {jobs.every(({ writing }) => writing === 'entered') && (
            <Button variant="default" loading={tick.isPending} onClick={() => mark(false)}>
              {t('bar.untick')}
            </Button>
          )}
          {jobs.every(isOpen) && (
            <Button variant="default" onClick={() => setStep('cancel')}>
              {t('bar.cancel')}
            </Button>
          )}
        </>
      )}
      <Button variant="subtle" onClick={onClear}>
        {t('bar.clear')}
      </Button>
      {step === 'assign' && <AssignDialog jobs={jobs} onClose={() => setStep(undefined)} onDone={onClear} />}
      {step === 'cancel' && <CancelDialog jobs={jobs} onClose={() => setStep(undefined)} onDone={onClear} />}
    </BulkBar>
  );
}

type DialogProps = { jobs: readonly ProgrammingWork[]; onClose: () => void; onDone: () => void };

function CancelDialog({ jobs, onClose, onDone }: DialogProps) {
  const { t } = useTranslation('programming');
  const toast = useToast();
  const cancel = useCancelJobs();
  const confirm = () =>
    cancel.mutate(
      { jobs: namesOf(jobs) },
      {
        onSuccess: ({ changed }) => {
          toast.success(t('cancel.done', { count: changed }));
          onClose();
          onDone();
        },
        onError: (error) => toast.failure(error.message),
      },
    );
  return (
    <ConfirmDialog
      title={t('cancel.title', { count: jobs.length })}
      confirmLabel={t('cancel.confirm')}
      cancelLabel={t('cancel.back')}
      isDangerous
      isBusy={cancel.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t('cancel.text')}</p>
    </ConfirmDialog>
  );
}
