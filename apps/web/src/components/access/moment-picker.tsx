import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { usePatchSearch, useUrlState } from '#ui/table/url-state';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';

const momentSearch = z.object({ at: z.iso.datetime().optional() });

/** The moment the address asks about; undefined: now. */
export const useMoment = (): string | undefined => useUrlState(momentSearch)[0].at;

/** Of which time the address asks: of now, of a moment that has passed, or of one to come. */
export function useTense(): 'now' | 'past' | 'later' {
  const at = useMoment();
  if (at === undefined) return 'now';
  return Date.parse(at) < Date.now() ? 'past' : 'later';
}

/** At which moment it is asked who may open what; now unless one is chosen, past or to come. */
export function MomentPicker() {
  const { t } = useTranslation('access');
  const at = useMoment();
  const patch = usePatchSearch();
  const choose = (local: string | undefined) => {
    if (local === undefined) return;
    // Of the past it is not known who was recorded.
    patch({ at: local === '' ? undefined : new Date(local).toISOString(), layer: undefined });
  };
  return (
    <div className="actions actions-row" style={{ marginBottom: 12 }}>
      <TypedTimeField
        kind="moment"
        label={t('moment')}
        title={t('momentZone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
        styles={{ root: { display: 'flex', alignItems: 'center', gap: 8 } }}
        value={at ? localOf(at) : ''}
        onChange={choose}
      />
      {at && (
        <Button variant="default" onClick={() => patch({ at: undefined })}>
          {t('now')}
        </Button>
      )}
    </div>
  );
}

/** As the field takes it: wall-clock time here, to the minute. */
function localOf(at: string): string {
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
