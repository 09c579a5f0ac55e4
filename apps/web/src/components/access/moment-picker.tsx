import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { readerZone } from '#lib/format-choice';
import { instantOf, wallClockOf } from '#lib/time/wall-clock';
import { usePatchSearch, useUrlState } from '#ui/table/url-state';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';
import { AsOfBanner } from './as-of/as-of-banner';
import { atMoment } from './as-of/at-moment';

const momentSearch = z.object({ at: z.iso.datetime().optional() });

/** The moment in the URL; undefined means now. */
export const useMoment = (): string | undefined => useUrlState(momentSearch)[0].at;

/** Whether the moment in the URL is now, in the past or in the future. */
export function useTense(): 'now' | 'past' | 'later' {
  const at = useMoment();
  if (at === undefined) return 'now';
  return Date.parse(at) < Date.now() ? 'past' : 'later';
}

/** Selects the moment for which access is shown; now by default. */
export function MomentPicker() {
  const { t } = useTranslation('access');
  const at = useMoment();
  const patch = usePatchSearch();
  const isPast = useTense() === 'past';
  const choose = (local: string | undefined) => {
    if (local === undefined) return;
    patch(atMoment(local === '' ? undefined : (instantOf(local, readerZone()) ?? undefined)));
  };
  return (
    <>
      <div className="actions actions-row" style={{ marginBottom: 12 }}>
        <TypedTimeField
          kind="moment"
          label={t('moment')}
          title={t('momentZone', { zone: readerZone() })}
          styles={{ root: { display: 'flex', alignItems: 'center', gap: 8 } }}
          value={at ? wallClockOf(at, readerZone()) : ''}
          onChange={choose}
        />
        {at && !isPast && (
          <Button variant="default" onClick={() => patch(atMoment(undefined))}>
            {t('now')}
          </Button>
        )}
      </div>
      {at && isPast && <AsOfBanner at={at} />}
    </>
  );
}
