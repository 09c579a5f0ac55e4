import type { KeyForecast } from '@key2xs/contract';
import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RemindDialog } from '#components/key-times/remind-dialog';
import { keyForecastQuery } from '#data/key-systems/key-times';
import { formatCalendarDay } from '#lib/format';
import { wordsOfWindows } from '#lib/time/describe-windows';
import { momentIn } from '#lib/time/moment-in';
import { LinkButton } from '#ui/link-button';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';
import { useUrlState } from '#ui/table/url-state';
import { activationSearch } from './activation-search';
import { ReminderList } from './reminder-list';
import './activation.css';

/** What stops working by itself: when, and with whom. */
export function ForecastTab() {
  const { t } = useTranslation('key-times');
  const [{ days }, patch] = useUrlState(activationSearch);
  const { data, error, refetch } = useQuery(keyForecastQuery(days));
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('forecast.loading')} />;
  const { within, stopped, unsure, in_stock } = data;
  return (
    <div className="key-times-panels">
      <Panel padded>
        <p>{t('forecast.within', { one: within[1], seven: within[7], thirty: within[30] })}</p>
        <p className="mute">
          {stopped > 0 && `${t('forecast.stopped', { count: stopped })} `}
          {in_stock > 0 && `${t('forecast.inStock', { count: in_stock })} `}
          {unsure > 0 && `${t('forecast.unsure', { count: unsure })} `}
          {t('forecast.holidays')}
        </p>
      </Panel>
      {within[30] === 0 ? (
        <Empty title={t('forecast.nothing')} />
      ) : (
        <>
          <Panel title={t('forecast.days')} padded>
            <Days days={data.days} />
          </Panel>
          <Panel
            title={t('forecast.holders')}
            actions={
              <SegmentedControl
                aria-label={t('forecast.span')}
                data={(['1', '7', '30'] as const).map((value) => ({
                  value,
                  label: t('within', { count: Number(value) }),
                }))}
                value={days}
                onChange={(value) => patch({ days: value as typeof days })} // one of these
              />
            }
          >
            <Holders of={data} days={days} />
          </Panel>
        </>
      )}
      <Panel title={t('reminders.title')}>
        <ReminderList />
      </Panel>
    </div>
  );
}

function Days({ days }: { days: KeyForecast['days'] }) {
  const { t } = useTranslation('key-times');
  return (
    <ol className="key-forecast-days" aria-label={t('forecast.days')}>
      {days.map(({ day, keys, holiday }) => {
        const at = `${day}T00:00:00.000Z`;
        const name = wordsOfWindows().days[(new Date(at).getUTCDay() + 6) % 7];
        return (
          <li key={day} data-any={keys > 0}>
            <span className="mute">
              {name} {formatCalendarDay(at)}
            </span>
            <strong>{keys > 0 ? t('forecast.keys', { count: keys }) : '–'}</strong>
            {holiday && <span>{holiday}</span>}
          </li>
        );
      })}
    </ol>
  );
}

type Holder = KeyForecast['holders'][number];

function Holders({ of: { holders, holders_total }, days }: { of: KeyForecast; days: '1' | '7' | '30' }) {
  const { t } = useTranslation('key-times');
  const [reminding, setReminding] = useState<{ id: string; name: string }>();
  const header = t('forecast.columns', { returnObjects: true });
  const columns: Column<Holder>[] = [
    { key: 'name', phone: 'title', header: header.holder, isLine: true, clip: ({ name }) => name },
    { key: 'department', header: header.department, hideBelow: 900, clip: ({ department }) => department },
    {
      key: 'next',
      phone: 'meta',
      header: header.next,
      width: '34%',
      clip: (row) => momentIn(row.next_at, row.time_zone),
    },
    {
      key: 'keys',
      phone: 'aside',
      header: header.keys,
      cell: ({ keys, unsure, person_id, name }) => (
        <>
          {person_id ? (
            <LinkButton
              size="compact-sm"
              variant="default"
              to="/admin/activation"
              search={{ tab: 'keys', person_id, ends_within: days }}
              aria-label={t('forecast.showOf', { name })}
            >
              {t('forecast.keys', { count: keys })}
            </LinkButton>
          ) : (
            t('forecast.keys', { count: keys })
          )}
          {unsure > 0 && ` (${t('forecast.unsureShort', { count: unsure })})`}{' '}
          {person_id && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('remind.title', { name })}
              onClick={() => setReminding({ id: person_id, name })}
            >
              {t('remind.action')}
            </Button>
          )}
        </>
      ),
    },
  ];
  if (holders.length === 0) return <Empty title={t('forecast.nobody')} />;
  return (
    <>
      <DataTable
        caption={t('forecast.caption')}
        columns={columns}
        rows={holders}
        rowKey={({ person_id, name, next_at, time_zone }) => [person_id ?? name, next_at, time_zone].join(' ')}
      />
      {reminding && (
        <RemindDialog
          selection={{ filter: { person_id: reminding.id, ends_within: days } }}
          name={reminding.name}
          onClose={() => setReminding(undefined)}
        />
      )}
      {holders_total > holders.length && (
        <p className="mute">{t('forecast.more', { shown: holders.length, total: holders_total })}</p>
      )}
    </>
  );
}
