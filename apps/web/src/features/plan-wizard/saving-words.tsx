import { useTranslation } from 'react-i18next';
import { formatTime } from '#lib/format';
import type { Saving } from './state/use-saving';

/** Whether the choices are kept, and since when. */
export function SavingWords({ saving }: { saving: Saving }) {
  const { t } = useTranslation('plan-wizard');
  const words = saving.is === 'saved' ? t('saving.saved', { time: formatTime(saving.at) }) : t(`saving.${saving.is}`);
  return (
    <>
      <span role="status" data-saving={saving.is}>
        {words}
      </span>{' '}
      · {t('saving.draft')}
      {saving.is === 'failed' && <span className="field-error"> {saving.message}</span>}
    </>
  );
}
