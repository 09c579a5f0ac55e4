import type { Key } from '@key2xs/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useExtend } from '#data/key-systems/key-desk';
import { dayIn } from '#lib/time/reader-day';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';
import { DueField, dueAt } from './due-field';

type Props = { keys: readonly Key[]; onClose: () => void; onDone?: () => void };

/** Sets another due date of keys that are out. */
export function ExtendDialog({ keys, onClose, onDone }: Props) {
  const { t } = useTranslation('key-desk');
  const [day, setDay] = useState<string | undefined>(dayIn(30));
  const extend = useExtend();
  const toast = useToast();
  const count = keys.length;
  const confirm = () => {
    if (day === undefined) return;
    extend.mutate(
      { keys: keys.map(({ id }) => id), due_at: dueAt(day) },
      {
        onSuccess: () => {
          toast.success(t('extend.done', { count }));
          onClose();
          onDone?.();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      title={t('extend.title', { count })}
      confirmLabel={t('extend.confirm')}
      isBusy={extend.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <DueField value={day} onChange={setDay} />
      {extend.error && <Notice tone="red" title={extend.error.message} />}
    </ConfirmDialog>
  );
}
