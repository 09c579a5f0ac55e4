import type { SeenAccessEvent } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { useUrlState } from '#ui/table/url-state';
import { ResultTag, useDelayWords, useReasonWords, useWhoWords } from './event-words';
import { eventsSearch } from './events-search';

type Props = { event: SeenAccessEvent; isFixed: boolean; onClose: () => void };

/** One event with both of its times. `isFixed`: a look with names keeps its filter. */
export function EventDrawer({ event, isFixed, onClose }: Props) {
  const { t } = useTranslation('access-events');
  const [, patch] = useUrlState(eventsSearch);
  const delayWords = useDelayWords();
  const reasonWords = useReasonWords();
  const whoWords = useWhoWords();
  const { cylinder, key, place, event_time, import_time, reason, source } = event;
  const sources: Record<string, string> = t('sources', { returnObjects: true });
  return (
    <SideDrawer title={cylinder?.name ?? t('door.unknown')} opened onClose={onClose}>
      <p>
        <ResultTag result={event.result} /> {reason && reasonWords(reason)}
      </p>
      <KeyValues
        items={[
          { label: t('columns.happened'), value: <time dateTime={event_time}>{formatInstant(event_time)}</time> },
          { label: t('columns.known'), value: <time dateTime={import_time}>{formatInstant(import_time)}</time> },
          { label: t('columns.delay'), value: delayWords(event.delay_s) },
          { label: t('columns.door'), value: cylinder?.name ?? t('door.unknown') },
          ...(place ? [{ label: t('columns.place'), value: place }] : []),
          { label: t('columns.key'), value: key?.name ?? t('key.unknown') },
          { label: t('columns.who'), value: whoWords(event) },
          { label: t('columns.source'), value: sources[source] ?? source },
        ]}
      />
      {event.is_withheld && <p className="mute">{t('who.withheldHint')}</p>}
      {!isFixed && (
        <div className="actions events-actions">
          {cylinder && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => patch({ cylinder_id: cylinder.id, event: undefined })}
            >
              {t('onlyDoor')}
            </Button>
          )}
          {key && (
            <Button variant="default" size="compact-sm" onClick={() => patch({ key_id: key.id, event: undefined })}>
              {t('onlyKey')}
            </Button>
          )}
        </div>
      )}
    </SideDrawer>
  );
}
