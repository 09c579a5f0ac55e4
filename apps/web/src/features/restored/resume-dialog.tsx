import type { RestoreDifferences } from '@key2xs/contract';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useResume } from '#data/installation';
import { useReason } from '#lib/use-reason';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

type Props = { differences: RestoreDifferences; onClose: () => void };

/** Lets the installation write again, with a reason; what was not compared has to be named. */
export function ResumeDialog({ differences: { key_systems }, onClose }: Props) {
  const { t } = useTranslation('restored');
  const [isAccepted, setIsAccepted] = useState(false);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { field, take } = useReason();
  const resume = useResume();
  const toast = useToast();
  const compared = key_systems.filter(({ is_active, is_read }) => is_active && is_read);
  const unread = key_systems.filter(({ is_active, is_read, state }) => is_active && !is_read && state !== 'not_linked');
  const names = unread.map(({ name }) => name).join(', ');
  const orders = key_systems.reduce((total, system) => total + (system.is_active ? system.orders_waiting : 0), 0);
  const sum = (of: 'people_gaining' | 'people_losing') => compared.reduce((total, system) => total + system[of], 0);
  const confirm = () => {
    setWasSubmitted(true);
    const reason = take();
    if (!reason || (unread.length > 0 && !isAccepted)) return;
    resume.mutate(
      { reason, unread: unread.map(({ connection_id }) => connection_id) },
      {
        onSuccess: () => {
          toast.success(t('dialog.done'));
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      title={t('dialog.title')}
      confirmLabel={t('dialog.confirm')}
      isBusy={resume.isPending}
      reason={field}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t('dialog.effect')}</p>
      {compared.length > 0 && (
        <p>{t('dialog.figures', { gaining: sum('people_gaining'), losing: sum('people_losing') })}</p>
      )}
      {orders > 0 && <p>{t('dialog.orders', { count: orders })}</p>}
      {unread.length > 0 && (
        <Checkbox
          mt="md"
          label={t('dialog.unread', { names })}
          checked={isAccepted}
          onChange={(event) => setIsAccepted(event.currentTarget.checked)}
          error={wasSubmitted && !isAccepted && t('dialog.unreadMissing')}
        />
      )}
      {resume.error && <Notice tone="red" title={resume.error.message} />}
    </ConfirmDialog>
  );
}
