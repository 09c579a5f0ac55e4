import type { AccessEvent } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accessEventsQuery } from '#data/key-systems/keys';
import { formatInstant, formatNumber } from '#lib/format';
import { Failure, Loading } from '#ui/page-states';
import { StatusTag } from '#ui/status-tag';

const shownEvents = 10;

type Props = { of: { cylinder_id: string } | { key_id: string }; aside: (event: AccessEvent) => string | null };

/** The newest events of one cylinder or key; `aside` renders the column for the other side. */
export function AccessEvents({ of, aside }: Props) {
  const { t } = useTranslation('cylinders');
  const { data, error, refetch } = useQuery(accessEventsQuery({ ...of, limit: shownEvents }));
  return (
    <section style={{ marginTop: 20 }}>
      <h3>{t('events.title')}</h3>
      <p className="mute" style={{ marginBottom: 8 }}>
        {t('events.hint')}
      </p>
      {error && !data && <Failure error={error} onRetry={refetch} />}
      {!error && !data && <Loading label={t('events.loading')} />}
      {data?.items.length === 0 && <p>{t('events.none')}</p>}
      {data && data.items.length > 0 && (
        <ul className="lines">
          {data.items.map((event) => (
            <EventLine key={event.id} event={event} aside={aside(event)} />
          ))}
        </ul>
      )}
      {data && data.total > data.items.length && (
        <p className="mute">
          {t('events.more', { shown: formatNumber(data.items.length), total: formatNumber(data.total) })}
        </p>
      )}
    </section>
  );
}

function EventLine({ event, aside }: { event: AccessEvent; aside: string | null }) {
  const { t } = useTranslation('cylinders');
  const isGranted = event.result === 'granted';
  return (
    <li>
      <StatusTag tone={isGranted ? 'green' : 'red'} label={t(isGranted ? 'events.granted' : 'events.denied')} />{' '}
      {formatInstant(event.event_time)}
      <div>{[aside ?? t('events.unknownKey'), event.reason?.replaceAll('_', ' ')].filter(Boolean).join(' · ')}</div>
      <div className="mute">{t('events.known', { date: formatInstant(event.import_time) })}</div>
    </li>
  );
}
