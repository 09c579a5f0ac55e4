import { SyncInterval, type Timetable } from '@key2xs/contract';
import { listRuns, timesOf } from '@key2xs/domain';
import { NativeSelect, Select, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WeekEditor } from '#components/week/week-editor';
import type { WeekHours } from '#components/week/week-list';
import { type TimetableOf, useChangeTimetable } from '#data/tasks/timetables';
import { Form, FormActions } from '#ui/form';
import { Notice } from '#ui/notice';
import { useToast } from '#ui/toast';
import { formatRunTime } from './describe-timetable';

type Props = { of: TimetableOf; timetable: Timetable; onClose: () => void };
type Values = { sync_interval: SyncInterval; hours: WeekHours; time_zone: string };

const maxRuns = 3;

/** Defaults for a new timetable: every hour, in the reader's time zone. */
const firstValues = ({ sync_interval, windows, time_zone, version }: Timetable): Values =>
  sync_interval === 'disabled' && version === 1
    ? { sync_interval: '1h', hours: 'always', time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
    : { sync_interval, hours: windows.length === 0 ? 'always' : windows, time_zone };

const windowsOf = (hours: WeekHours) =>
  hours === 'always' ? [] : hours.map(({ days, from, to }) => ({ days, from, to }));

/** Interval, hours and time zone, with the resulting runs. Keeps the input after a conflicting change. */
export function TimetableEditor({ of, timetable, onClose }: Props) {
  const { t } = useTranslation('timetable');
  const toast = useToast();
  const change = useChangeTimetable(of);
  const [values, setValues] = useState(() => firstValues(timetable));
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { sync_interval, hours, time_zone } = values;
  const set = (changed: Partial<Values>) => setValues({ ...values, ...changed });
  const lacksHours = sync_interval !== 'disabled' && hours !== 'always' && hours.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasSubmitted(true);
    if (lacksHours) return;
    change.mutate(
      { version: timetable.version, sync_interval, windows: windowsOf(hours), time_zone },
      {
        onSuccess: () => {
          toast.success(t('edit.saved'));
          onClose();
        },
      },
    );
  };
  return (
    <Form submit={submit} label={t('edit.label')}>
      <Stack gap="md" mt="md">
        {change.error && (
          <Notice tone="red" title={t('edit.failed')}>
            {change.error.message}
          </Notice>
        )}
        <NativeSelect
          label={t('edit.interval')}
          description={sync_interval === '24h' ? t('edit.onceADay') : t('edit.hours')}
          data={SyncInterval.options.map((value) => ({ value, label: t(`edit.intervals.${value}`) }))}
          value={sync_interval}
          onChange={({ currentTarget }) => set({ sync_interval: SyncInterval.parse(currentTarget.value) })}
        />
        {sync_interval !== 'disabled' && (
          <>
            <WeekEditor
              value={hours}
              onChange={(chosen) => set({ hours: chosen })}
              clocks={t('byClock', { zone: time_zone })}
              error={wasSubmitted && lacksHours ? t('edit.noHours') : undefined}
            />
            <Select
              label={t('word.timeZone')}
              data={[...new Set(['UTC', time_zone, ...Intl.supportedValuesOf('timeZone')])]}
              searchable
              allowDeselect={false}
              limit={100}
              value={time_zone}
              onChange={(zone) => zone !== null && set({ time_zone: zone })}
            />
          </>
        )}
        <p role="status">{lacksHours ? t('edit.noPreview') : <Preview values={values} />}</p>
        <FormActions submitLabel={t('edit.save')} isBusy={change.isPending} onCancel={onClose} />
      </Stack>
    </Form>
  );
}

function Preview({ values: { sync_interval, hours, time_zone } }: { values: Values }) {
  const { t } = useTranslation('timetable');
  if (sync_interval === 'disabled') return t('edit.noPreview');
  const times = timesOf({ windows: windowsOf(hours), time_zone }, sync_interval);
  const runs = listRuns(times, Date.now(), maxRuns).map((run) => formatRunTime(t, new Date(run).toISOString()));
  return runs.length === 0 ? t('edit.noPreview') : t('edit.preview', { runs });
}
