import type { PossessionCheck } from '@key2xs/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetRepetition } from '#data/key-systems/possession-checks';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';
import { RepeatSelect } from './repeat-select';

type Props = { check: PossessionCheck; onClose: () => void };

/** Sets whether a check begins anew by itself. */
export function RepeatDialog({ check: { id, repeat_months }, onClose }: Props) {
  const { t } = useTranslation('possession-checks');
  const toast = useToast();
  const save = useSetRepetition();
  const [months, setMonths] = useState(repeat_months);
  const confirm = () =>
    save.mutate(
      { id, repeat_months: months },
      {
        onSuccess: () => {
          toast.success(t('repeatSaved'));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t('repeat')}
      confirmLabel={t('save')}
      isBusy={save.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <RepeatSelect value={months} onChange={setMonths} />
      {save.error && <Notice tone="red" title={save.error.message} />}
    </ConfirmDialog>
  );
}
