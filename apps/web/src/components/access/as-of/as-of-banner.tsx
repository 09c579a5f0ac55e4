import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#lib/format';
import { Notice } from '#ui/notice';
import { usePatchSearch } from '#ui/table/url-state';
import { atMoment } from './at-moment';

/** Says that a past moment is shown, and leads back to today. */
export function AsOfBanner({ at }: { at: string }) {
  const { t } = useTranslation('access');
  const patch = usePatchSearch();
  const back = <Button onClick={() => patch(atMoment(undefined))}>{t('asOf.back')}</Button>;
  return (
    <div style={{ flexBasis: '100%', marginBottom: 12 }}>
      <Notice tone="blue" title={t('asOf.shown', { at: formatInstant(at) })} actions={back}>
        {t('asOf.shownText')}
      </Notice>
    </div>
  );
}
