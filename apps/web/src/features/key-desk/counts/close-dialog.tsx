import { type CountDetail, countCorrections } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { useCloseCount } from '#data/key-systems/key-counts';
import { formatNumber } from '#lib/format';
import { useReason } from '#lib/use-reason';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';
import type { Corrections } from './differences';

type Props = { count: CountDetail; corrections: Corrections; onClose: () => void };

/** Closes the count for good, with a reason. */
export function CloseDialog({ count, corrections, onClose }: Props) {
  const { t } = useTranslation('key-desk');
  const toast = useToast();
  const { field, take } = useReason();
  const close = useCloseCount();
  const { missing, handed_out, lost, retired, elsewhere, unknown } = count.figures;
  const open = missing + handed_out + lost + retired + elsewhere + unknown;
  const decided = countCorrections
    .map((name) => ({ name, keys: [...corrections.values()].filter((one) => one === name).length }))
    .filter(({ keys }) => keys > 0);
  const confirm = () => {
    const reason = take();
    if (reason === undefined) return;
    const list = [...corrections].map(([key_id, correction]) => ({ key_id, correction }));
    close.mutate(
      { count, reason, corrections: list },
      {
        onSuccess: () => {
          toast.success(t('counts.close.done'));
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      title={t('counts.close.title')}
      confirmLabel={t('counts.close.action')}
      isBusy={close.isPending}
      reason={field}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t('counts.close.text', { count: open })}</p>
      {decided.length > 0 && (
        <ul>
          {decided.map(({ name, keys }) => (
            <li key={name}>
              {t(`counts.corrections.${name}`)}: {formatNumber(keys)}
            </li>
          ))}
        </ul>
      )}
      {close.error && <Notice tone="red" title={close.error.message} />}
    </ConfirmDialog>
  );
}
