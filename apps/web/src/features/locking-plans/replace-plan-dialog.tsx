import type { LockingPlan } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';

type Counts = LockingPlan['counts'];
type Props = { former: Counts; next: Counts; isBusy: boolean; onConfirm: () => void; onCancel: () => void };

export function ReplacePlanDialog({ former, next, ...dialog }: Props) {
  const { t } = useTranslation('locking-plans');
  return (
    <ConfirmDialog title={t('replace.title')} confirmLabel={t('replace.confirm')} isDangerous {...dialog}>
      <p>
        {t('replace.effect', {
          rows: formatNumber(former.rows),
          columns: formatNumber(former.columns),
          rights: formatNumber(former.rights),
          newRows: formatNumber(next.rows),
          newColumns: formatNumber(next.columns),
          newRights: formatNumber(next.rights),
        })}
      </p>
      <p className="mute">{t('replace.lost')}</p>
    </ConfirmDialog>
  );
}
