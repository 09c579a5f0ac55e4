import type { OpenWork } from '@key2xs/contract';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openWorkQuery, useHandOver } from '#data/people/administrators';
import { useReason } from '#lib/use-reason';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Dialog } from '#ui/overlay/dialog';
import { Failure, Loading } from '#ui/page-states';
import { useToast } from '#ui/toast';
import type { ActionProps } from './action-props';
import { AdministratorSelect } from './administrator-select';

/** Hands everything that waits for an administrator over to another one. */
export function HandOverDialog({ administrator, name, onClose }: ActionProps) {
  const { t } = useTranslation('administrators');
  const { data, error, refetch } = useQuery(openWorkQuery(administrator.id));
  const title = t('handOver.title', { name });
  if (data && data.work_items + data.set_ups > 0) {
    return <Question administrator={administrator} name={name} onClose={onClose} title={title} work={data} />;
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {data ? (
        <p>{t('handOver.nothing', { name })}</p>
      ) : error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <Loading label={t('handOver.loading', { name })} />
      )}
    </Dialog>
  );
}

type QuestionProps = ActionProps & { title: string; work: OpenWork };

function Question({ administrator, onClose, title, work }: QuestionProps) {
  const { t } = useTranslation('administrators');
  const toast = useToast();
  const handOver = useHandOver();
  const { field, take } = useReason();
  const [to, setTo] = useState<{ id: string; name: string }>();
  const [wasTried, setWasTried] = useState(false);
  const run = () => {
    setWasTried(true);
    const reason = take();
    if (reason === undefined || !to) return;
    handOver.mutate(
      { params: { id: administrator.id }, body: { to_id: to.id, reason } },
      {
        onSuccess: () => {
          toast.success(t('handOver.done', { name: to.name }));
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={t('handOver.confirm')}
      isBusy={handOver.isPending}
      reason={field}
      onConfirm={run}
      onCancel={onClose}
    >
      <Stack gap="md">
        <ul>
          {work.work_items > 0 && <li>{t('handOver.workItems', { count: work.work_items })}</li>}
          {work.set_ups > 0 && <li>{t('handOver.setUps', { count: work.set_ups })}</li>}
        </ul>
        <AdministratorSelect
          label={t('handOver.to')}
          value={to?.id ?? null}
          onChange={(id, name) => setTo(id === null ? undefined : { id, name })}
          isOffered={(one) => one.id !== administrator.id && one.status === 'active' && !one.is_service}
          error={wasTried && !to ? t('handOver.choose') : undefined}
        />
        {handOver.error && <Notice tone="red" title={handOver.error.message} />}
      </Stack>
    </ConfirmDialog>
  );
}
