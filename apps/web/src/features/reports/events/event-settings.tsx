import { type AccessEventSettings, eventPrivacies, retentionMonths } from '@key2xs/contract';
import { Button, NumberInput, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DisabledInView } from '#components/may-call';
import { eventSettingsQuery, useSavePrivacy, useSaveRetention } from '#data/access-events';
import { locationTreeQuery } from '#data/key-systems/locations';
import { formatDate, formatNumber } from '#lib/format';
import { Notice } from '#ui/notice';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { DataTable } from '#ui/table/data-table';
import { useToast } from '#ui/toast';

/** How long events are kept, how much of a place one person alone may see with names, and what was left out. */
export function EventSettings() {
  const { t } = useTranslation('access-events');
  const { data, error, refetch } = useQuery(eventSettingsQuery);
  return (
    <Panel title={t('settings.title')} padded>
      {data ? (
        <DisabledInView>
          <Retention key={data.retention_months} settings={data} />
          <Privacy settings={data} />
          <LeftOut settings={data} />
        </DisabledInView>
      ) : error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </Panel>
  );
}

type Props = { settings: AccessEventSettings };

function Retention({ settings: { retention_months, kept_from, to_delete } }: Props) {
  const { t } = useTranslation('access-events');
  const toast = useToast();
  const save = useSaveRetention();
  const [months, setMonths] = useState<number | string>(retention_months);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { body: { retention_months: Number(months) } },
      { onSuccess: () => toast.success(t('settings.saved')) },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <NumberInput
        label={t('settings.months')}
        description={t('settings.monthsHint', { date: formatDate(kept_from) })}
        value={months}
        onChange={setMonths}
        min={retentionMonths.least}
        max={retentionMonths.most}
        allowDecimal={false}
        maw={420}
      />
      {to_delete.length > 0 && (
        <Notice tone="amber" title={t('settings.toDelete', { count: to_delete.length })}>
          {to_delete.join(', ')}
        </Notice>
      )}
      {save.error && <Notice tone="red" title={save.error.message} />}
      <div className="actions" style={{ justifyContent: 'flex-start', marginTop: 8 }}>
        <Button
          type="submit"
          variant="default"
          size="compact-sm"
          loading={save.isPending}
          disabled={Number(months) === retention_months || months === ''}
        >
          {t('settings.save')}
        </Button>
      </div>
    </form>
  );
}

function Privacy({ settings: { places } }: Props) {
  const { t } = useTranslation('access-events');
  const { data: tree } = useQuery(locationTreeQuery);
  const [added, setAdded] = useState<string | null>(null);
  const paths = new Map<string, string>();
  for (const { id, parent_id, name } of tree?.places ?? []) {
    const above = parent_id === null ? undefined : paths.get(parent_id);
    paths.set(id, above === undefined ? name : `${above} / ${name}`);
  }
  const own = new Set(places.map(({ location_id }) => location_id));
  const others = [...paths].filter(([id]) => !own.has(id)).map(([value, label]) => ({ value, label }));
  return (
    <>
      <h3 style={{ marginTop: 20 }}>{t('privacy.title')}</h3>
      <p className="mute">{t('privacy.hint')}</p>
      {places.length > 0 && (
        <ul className="lines">
          {places.map(({ location_id, path, mode }) => (
            <li key={location_id}>
              <Mode id={location_id} label={path} mode={mode} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Select
          label={t('privacy.add')}
          placeholder={t('privacy.choose')}
          data={others}
          value={added}
          onChange={setAdded}
          searchable
          limit={200}
          clearable
          maw={420}
          mt="sm"
        />
      )}
      {added !== null && !own.has(added) && <Mode id={added} label={paths.get(added) ?? ''} mode={null} />}
    </>
  );
}

const above = 'above';

function Mode({
  id,
  label,
  mode,
}: {
  id: string;
  label: string;
  mode: AccessEventSettings['places'][number]['mode'] | null;
}) {
  const { t } = useTranslation('access-events');
  const toast = useToast();
  const save = useSavePrivacy();
  return (
    <Select
      label={label}
      value={mode ?? above}
      onChange={(value) =>
        save.mutate(
          { params: { id }, body: { mode: eventPrivacies.find((one) => one === value) ?? null } },
          { onSuccess: () => toast.success(t('settings.saved')), onError: (error) => toast.failure(error.message) },
        )
      }
      data={[above, ...eventPrivacies].map((value) => ({ value, label: t(`privacy.modes.${value as 'above'}`) }))}
      allowDeselect={false}
      disabled={save.isPending}
      maw={420}
    />
  );
}

function LeftOut({ settings: { left_out } }: Props) {
  const { t } = useTranslation('access-events');
  const header = t('leftOut.columns', { returnObjects: true });
  return (
    <>
      <h3 style={{ marginTop: 20 }}>{t('leftOut.title')}</h3>
      <p className="mute">{left_out.length === 0 ? t('leftOut.none') : t('leftOut.hint')}</p>
      {left_out.length > 0 && (
        <DataTable
          caption={t('leftOut.title')}
          columns={[
            { key: 'month', phone: 'title', header: header.month, cell: ({ month }) => month },
            { key: 'system', phone: 'meta', header: header.system, cell: ({ key_system }) => key_system },
            { key: 'why', phone: 'meta', header: header.why, cell: ({ why }) => t(`leftOut.${why}`) },
            {
              key: 'events',
              phone: 'meta',
              header: header.events,
              align: 'right' as const,
              cell: ({ events }) => formatNumber(events),
            },
          ]}
          rows={left_out}
          rowKey={({ connection_id, month, why }) => `${connection_id} ${month} ${why}`}
        />
      )}
    </>
  );
}
