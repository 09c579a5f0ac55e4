import type { KeyPlan } from '@key2xs/contract';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { comparisonQuery, useDiscardDraft } from '#data/plans/plan-versions';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Failure, Loading } from '#ui/page-states';
import { useToast } from '#ui/toast';
import { ChangeList } from './change-list';

const maxListed = 12;

/** Names the edits that are lost, and drops them once that is confirmed. */
export function DiscardDialog({ plan, onClose }: { plan: KeyPlan; onClose: () => void }) {
  const { t } = useTranslation('plan-versions');
  // Stays as it was while the draft ends and the dialog closes.
  const [{ id, version, name, is_active }] = useState(plan);
  const { data, error, refetch } = useQuery(comparisonQuery(id));
  const discard = useDiscardDraft();
  const toast = useToast();
  const run = () =>
    discard
      .mutateAsync({ id, version })
      .then(() => toast.success(t('discard.toast')))
      .catch((failure: Error) => toast.failure(failure.message))
      .finally(onClose);
  return (
    <ConfirmDialog
      title={t('discard.title', { name })}
      confirmLabel={t('discard.action')}
      isDangerous
      isBusy={discard.isPending || (!data && !error)}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <p>{t('discard.lost')}</p>
        {data && <ChangeList changes={data.changes} most={maxListed} />}
        {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('working')} />)}
        <p className="mute">{t(is_active ? 'discard.stays' : 'discard.inactiveStays')}</p>
      </Stack>
    </ConfirmDialog>
  );
}
