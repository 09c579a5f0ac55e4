import { type KeyTimesDetail, type KeyTimesOrder, keyTimes } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { useMay } from '#data/auth';
import { keyTimesQuery, useWriteTimesAgain } from '#data/key-systems/key-times';
import { formatInstant } from '#lib/format';
import { momentIn } from '#lib/time/moment-in';
import { KeyValues } from '#ui/key-values';
import { Notice } from '#ui/notice';
import { Failure, Loading } from '#ui/page-states';
import { StatusTag, type Tone } from '#ui/status-tag';
import { ChangeTimes } from './change-times';
import { ExtensionDialog } from './extension-dialog';
import { RemindDialog } from './remind-dialog';
import { TimesStateTag } from './times-state-tag';
import { scheduleWords, timesWords, updatesWords, validityWords } from './times-words';
import './key-times.css';

/** When one key works: recorded, held as far as known, when it ends, and what was ordered. */
export function KeyTimesView({ id }: { id: string }) {
  const { t } = useTranslation('key-times');
  const { data, error, refetch } = useQuery(keyTimesQuery(id));
  const [isChanging, setIsChanging] = useState(false);
  const [isReminding, setIsReminding] = useState(false);
  const [isExtending, setIsExtending] = useState(false);
  const may = useMay(keyTimes.order);
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('loading')} />;
  if (data.state === 'no_clock')
    return (
      <Notice tone="grey" title={t('noClock.title')}>
        {t('noClock.text')}
      </Notice>
    );
  if (isChanging)
    return (
      <ChangeTimes
        selection={{ ids: [id] }}
        zone={data.time_zone}
        now={data.order?.times ?? data.recorded}
        onClose={() => setIsChanging(false)}
      />
    );
  return (
    <>
      <KeyValues items={factsOf(t, data)} />
      {data.extension && <ExtensionNotice extension={data.extension} />}
      {data.order && <OrderNotice order={data.order} zone={data.time_zone} />}
      {may && (
        <div className="actions" style={{ margin: '12px 0' }}>
          <Button onClick={() => setIsChanging(true)}>{t('change.action')}</Button>
          {!data.extension && data.recorded?.revalidation_minutes && (
            <Button variant="default" onClick={() => setIsExtending(true)}>
              {t('extension.action')}
            </Button>
          )}
          {data.holder?.person_id && data.ends_at && (
            <Button variant="default" onClick={() => setIsReminding(true)}>
              {t('remind.action')}
            </Button>
          )}
        </div>
      )}
      {isExtending && <ExtensionDialog keys={[id]} onClose={() => setIsExtending(false)} />}
      {isReminding && (
        <RemindDialog
          selection={{ ids: [id] }}
          name={data.holder?.name ?? data.marking}
          onClose={() => setIsReminding(false)}
        />
      )}
      <Orders of={data} />
    </>
  );
}

type Words = ReturnType<typeof useTranslation<'key-times'>>['t'];

function factsOf(t: Words, data: KeyTimesDetail): { label: string; value: ReactNode }[] {
  const { recorded, held, time_zone: zone, ends_at, ends_by, is_sure } = data;
  const end = ends_at && ends_by && t(`ends.${ends_by}`, { moment: momentIn(ends_at, zone) });
  return [
    { label: t('columns.state'), value: <TimesStateTag state={data.state} /> },
    {
      label: t('columns.ends'),
      value: end ? (is_sure ? end : `${end} ${t('ends.unsure')}`) : recorded ? t('ends.nothing') : t('unknown'),
    },
    {
      label: t('columns.updated'),
      value: data.last_update_at ? <TimeAgo instant={data.last_update_at} /> : t('unknown'),
    },
    ...(data.reminded_at ? [{ label: t('facts.reminded'), value: <TimeAgo instant={data.reminded_at} /> }] : []),
    { label: t('facts.validity'), value: recorded ? validityWords(t, recorded, zone) : t('unknown') },
    { label: t('facts.updates'), value: recorded ? updatesWords(t, recorded) : t('unknown') },
    { label: t('facts.schedule'), value: recorded ? scheduleWords(recorded) : t('unknown') },
    {
      label: t('facts.held'),
      value:
        held === null
          ? t('facts.heldUnknown')
          : data.update_pending
            ? t('facts.heldOther', { times: timesWords(t, held, zone) })
            : t('facts.heldSame'),
    },
  ];
}

const orderTones: Record<KeyTimesOrder['state'], Tone> = {
  waiting: 'blue',
  failed: 'red',
  to_enter: 'amber',
  written: 'green',
  replaced: 'grey',
};

type Extension = NonNullable<KeyTimesDetail['extension']>;

function ExtensionNotice({ extension: { state, hours, ends_at } }: { extension: Extension }) {
  const { t } = useTranslation('key-times');
  const length = t('interval.hours', { count: hours });
  return (
    <Notice tone="amber" title={t(`extension.notice.${state}`, { hours: length })}>
      {ends_at && t('extension.until', { moment: formatInstant(ends_at) })}{' '}
      {t(state === 'open' ? 'extension.waits' : 'extension.out')}
    </Notice>
  );
}

function OrderNotice({ order, zone }: { order: KeyTimesOrder; zone: string }) {
  const { t } = useTranslation('key-times');
  const again = useWriteTimesAgain();
  const may = useMay(keyTimes.writeAgain);
  return (
    <Notice
      tone={orderTones[order.state]}
      title={t(`order.${order.state}`)}
      actions={
        order.state === 'failed' &&
        may && (
          <Button size="compact-sm" variant="default" loading={again.isPending} onClick={() => again.mutate(order.id)}>
            {t('order.writeAgain')}
          </Button>
        )
      }
    >
      {timesWords(t, order.times, zone)}. {order.problem} {again.error?.message}
    </Notice>
  );
}

function Orders({ of: { orders, time_zone: zone } }: { of: KeyTimesDetail }) {
  const { t } = useTranslation('key-times');
  if (orders.length === 0) return <p className="mute">{t('order.none')}</p>;
  return (
    <ol className="key-times-orders" aria-label={t('order.list')}>
      {orders.map((order) => (
        <li key={order.id}>
          <StatusTag tone={orderTones[order.state]} label={t(`order.${order.state}`)} />{' '}
          {timesWords(t, order.times, zone)}
          <div className="mute">
            {formatInstant(order.ordered_at)} · {order.ordered_by} · {order.reason}
          </div>
        </li>
      ))}
    </ol>
  );
}
