import type { CheckedKey } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { useOpenCase } from '#data/key-systems/key-cases';
import { useReason } from '#lib/use-reason';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';

/** Opens a case of loss for a key that its holder does not have. */
export function LostDialog({ checked, onClose }: { checked: CheckedKey; onClose: () => void }) {
  const { t } = useTranslation('possession-checks');
  const open = useOpenCase();
  const { field, take } = useReason();
  const confirm = () => {
    const note = take();
    if (note) open.mutate({ key_id: checked.id, kind: 'lost', note }, { onSuccess: onClose });
  };
  return (
    <ConfirmDialog
      title={`${t('openCase')}: ${checked.marking}`}
      confirmLabel={t('openCase')}
      isDangerous
      isBusy={open.isPending}
      reason={field}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{[checked.holder, checked.note].filter(Boolean).join(': ')}</p>
      {open.error && <Notice tone="red" title={open.error.message} />}
    </ConfirmDialog>
  );
}
