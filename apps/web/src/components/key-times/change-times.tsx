import type { KeySelection, KeyTimes, KeyTimesChange, KeyTimesPreview } from '@key2xs/contract';
import { Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WeekEditor } from '#components/week/week-editor';
import type { WeekHours } from '#components/week/week-list';
import { keyTimesTemplatesQuery, useOrderKeyTimes, usePreviewKeyTimes } from '#data/key-systems/key-times';
import { momentIn } from '#lib/time/moment-in';
import { dayOf, endOfDay, lastDayBefore, startOfDay } from '#lib/time/wall-clock';
import { Form, FormActions } from '#ui/form';
import { Notice } from '#ui/notice';
import { useToast } from '#ui/toast';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';
import { IntervalField } from './interval-field';
import './key-times.css';

type Props = {
  selection: KeySelection;
  /** In which days begin and end. */
  zone: string;
  /** Of a single key: what it shall hold by now. */
  now?: KeyTimes | null;
  onClose: () => void;
  onDone?: () => void;
};

type Mode = KeyTimes['validity'];
type Values = {
  isValidity: boolean;
  mode: Mode;
  from: string | undefined;
  until: string | undefined;
  isUpdates: boolean;
  needsUpdates: boolean;
  minutes: number | null;
  isSchedule: boolean;
  hours: WeekHours;
  reason: string;
};

const dayMinutes = 1_440;

function beginWith(now: KeyTimes | null | undefined, zone: string): Values {
  return {
    isValidity: false,
    mode: now?.validity ?? 'between',
    from: dayOf(now?.valid_from ?? new Date().toISOString(), zone),
    until: lastDayBefore(now?.valid_until, zone),
    isUpdates: false,
    needsUpdates: now ? now.revalidation_minutes !== null : true,
    minutes: now?.revalidation_minutes ?? dayMinutes,
    isSchedule: false,
    hours: now && now.schedule.length > 0 ? now.schedule : 'always',
    reason: '',
  };
}

function changeOf(values: Values, zone: string): KeyTimesChange {
  const { isValidity, mode, from, until, isUpdates, needsUpdates, minutes, isSchedule, hours } = values;
  const isBetween = isValidity && mode === 'between';
  const valid_from = isBetween && from ? startOfDay(from, zone) : null;
  const valid_until = isBetween && until ? endOfDay(until, zone) : null;
  return {
    ...(isValidity && { validity: mode }),
    ...(valid_from && { valid_from }),
    ...(valid_until && { valid_until }),
    ...(isUpdates && { revalidation_minutes: needsUpdates ? (minutes ?? 0) : null }),
    ...(isSchedule && {
      schedule: hours === 'always' ? [] : hours.map(({ days, from: start, to }) => ({ days, from: start, to })),
    }),
  };
}

/** Changes the times of one key or of many. First the server tells what that does; then it is ordered. */
export function ChangeTimes({ selection, zone, now, onClose, onDone }: Props) {
  const { t } = useTranslation('key-times');
  const [values, setValues] = useState(() => beginWith(now, zone));
  const preview = usePreviewKeyTimes();
  const order = useOrderKeyTimes();
  const toast = useToast();
  const set = (changes: Partial<Values>) => {
    setValues({ ...values, ...changes });
    if (!('reason' in changes)) preview.reset();
    order.reset();
  };
  const { isValidity, isUpdates, isSchedule, hours, reason } = values;
  const change = changeOf(values, zone);
  const isNothing = !isValidity && !isUpdates && !isSchedule;
  const lacksHours = isSchedule && hours !== 'always' && hours.length === 0;
  const seen = preview.data;
  const isReady = seen !== undefined && seen.problem === null && seen.changed > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNothing || lacksHours) return;
    if (!isReady) {
      preview.mutate({ selection, change });
      return;
    }
    order.mutate(
      { selection, change, reason, stamp: seen.stamp },
      {
        onSuccess: ({ ordered }) => {
          toast.success(t('change.done', { count: ordered }));
          onClose();
          onDone?.();
        },
      },
    );
  };
  const failure = order.error ?? preview.error;
  return (
    <Form submit={submit} label={t('change.label')} failure={failure?.message} failedTitle={t('change.failed')}>
      <Stack gap="md">
        <p className="mute">{t('change.intro')}</p>
        <ValidityPart values={values} zone={zone} onChange={set} />
        <UpdatesPart values={values} onChange={set} />
        <SchedulePart values={values} zone={zone} lacksHours={lacksHours} onChange={set} />
        {seen && <Preview seen={seen} />}
        {isReady && (
          <TextInput
            label={t('change.reason')}
            description={t('change.reasonHint')}
            required
            minLength={3}
            maxLength={500}
            value={reason}
            data-autofocus
            onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
          />
        )}
        {isNothing && <p className="mute">{t('change.nothing')}</p>}
        <FormActions
          submitLabel={isReady ? t('change.order', { count: seen.changed }) : t('change.preview')}
          isBusy={preview.isPending || order.isPending}
          onCancel={onClose}
        />
      </Stack>
    </Form>
  );
}

type PartProps = { values: Values; onChange: (changes: Partial<Values>) => void };

function ValidityPart({ values, zone, onChange }: PartProps & { zone: string }) {
  const { t } = useTranslation('key-times');
  const { isValidity, mode, from, until } = values;
  const end = until && endOfDay(until, zone);
  return (
    <fieldset className="key-times-part">
      <legend>
        <Checkbox
          label={t('change.validity')}
          checked={isValidity}
          onChange={({ currentTarget }) => onChange({ isValidity: currentTarget.checked })}
        />
      </legend>
      {isValidity && (
        <>
          <Radio.Group
            label={t('change.mode')}
            value={mode}
            onChange={(value) => onChange({ mode: value as Mode })} // one of these
          >
            {(['always', 'between', 'never'] as const).map((one) => (
              <Radio key={one} value={one} label={t(`validity.${one}`)} mt={4} />
            ))}
          </Radio.Group>
          {mode === 'between' && (
            <div className="key-times-days">
              <TypedTimeField
                kind="day"
                label={t('change.from')}
                value={from ?? ''}
                onChange={(day) => onChange({ from: day })}
              />
              <TypedTimeField
                kind="day"
                label={t('change.until')}
                value={until ?? ''}
                onChange={(day) => onChange({ until: day })}
              />
              <p role="status" className="mute">
                {end ? t('change.endsAt', { moment: momentIn(end, zone) }) : t('change.endOfDay', { zone })}
              </p>
            </div>
          )}
        </>
      )}
    </fieldset>
  );
}

function UpdatesPart({ values: { isUpdates, needsUpdates, minutes }, onChange }: PartProps) {
  const { t } = useTranslation('key-times');
  return (
    <fieldset className="key-times-part">
      <legend>
        <Checkbox
          label={t('change.updates')}
          checked={isUpdates}
          onChange={({ currentTarget }) => onChange({ isUpdates: currentTarget.checked })}
        />
      </legend>
      {isUpdates && (
        <>
          <Checkbox
            label={t('change.needsUpdates')}
            checked={needsUpdates}
            onChange={({ currentTarget }) => onChange({ needsUpdates: currentTarget.checked })}
          />
          {needsUpdates && (
            <IntervalField
              label={t('change.interval')}
              description={t('change.intervalHint')}
              value={minutes}
              onChange={(value) => onChange({ minutes: value })}
            />
          )}
        </>
      )}
    </fieldset>
  );
}

function SchedulePart({
  values: { isSchedule, hours },
  zone,
  lacksHours,
  onChange,
}: PartProps & { zone: string; lacksHours: boolean }) {
  const { t } = useTranslation('key-times');
  const { data } = useQuery(keyTimesTemplatesQuery);
  const templates = (data?.items ?? []).filter(({ schedule }) => schedule.length > 0);
  return (
    <fieldset className="key-times-part">
      <legend>
        <Checkbox
          label={t('change.schedule')}
          checked={isSchedule}
          onChange={({ currentTarget }) => onChange({ isSchedule: currentTarget.checked })}
        />
      </legend>
      {isSchedule && (
        <WeekEditor
          value={hours}
          onChange={(chosen) => onChange({ hours: chosen })}
          templates={templates.map(({ name, schedule }) => ({ label: name, windows: schedule }))}
          clocks={t('change.clock', { zone })}
          error={lacksHours ? t('change.noHours') : undefined}
        />
      )}
    </fieldset>
  );
}

/** What the server says a change does. */
function Preview({ seen }: { seen: KeyTimesPreview }) {
  const { t } = useTranslation('key-times');
  const { changed, unchanged, out, to_enter, no_clock, not_known, problem, examples, ends } = seen;
  const said = [
    t('preview.changed', { count: changed }),
    ...(out > 0 ? [t('preview.out', { count: out })] : []),
    ...(to_enter > 0 ? [t('preview.to_enter', { count: to_enter })] : []),
    ...(no_clock > 0 ? [t('preview.no_clock', { count: no_clock })] : []),
    ...(not_known > 0 ? [t('preview.not_known', { count: not_known })] : []),
    ...(unchanged > 0 ? [t('preview.unchanged', { count: unchanged })] : []),
  ];
  return (
    <div role="status">
      <Notice tone={problem ? 'red' : changed > 0 ? 'blue' : 'grey'} title={problem ?? t('preview.title')}>
        {problem ? (
          examples.join(', ')
        ) : (
          <ul className="key-times-preview">
            {said.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
            {ends.map(({ at, time_zone, keys, holiday }) => (
              <li key={`${at} ${time_zone}`}>
                {t('preview.ends', { count: keys, moment: momentIn(at, time_zone) })}
                {holiday && ` ${t('preview.holiday', { holiday })}`}
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}
