import type { Report, ReportSchedule } from '@key2xs/contract';
import { MultiSelect, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportRecipientsQuery, useCreateSchedule, useUpdateSchedule } from '#data/kept-reports';
import type { ReportQuery } from '#data/reports';
import { Form, FormActions } from '#ui/form';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { useToast } from '#ui/toast';
import { type FileChoice, FileFields } from '../kept/file-fields';

type Props = {
  report: Pick<Report, 'id' | 'title'>;
  query: ReportQuery;
  /** Undefined to add one. */
  schedule?: ReportSchedule;
  onClose: () => void;
};

type Times = Pick<ReportSchedule, 'every' | 'weekday' | 'day' | 'clock'>;

const usual: Times = { every: 'week', weekday: 1, day: 1, clock: '06:00' };

/** Makes a report again and again, with the parameters that are shown. */
export function ScheduleDrawer({ report, query, schedule, onClose }: Props) {
  const { t } = useTranslation('reports');
  const toast = useToast();
  const navigate = useNavigate();
  const create = useCreateSchedule();
  const update = useUpdateSchedule();
  const { format = 'pdf', days_kept = 90, recipients = [] } = schedule ?? {};
  const [file, setFile] = useState<FileChoice>({ format, days_kept });
  const [times, setTimes] = useState<Times>(schedule ?? usual);
  const [recipient_ids, setRecipients] = useState(recipients.map(({ id }) => id));
  const run = () => void navigate({ to: '/admin/reports', search: { tab: 'schedules' } });
  const done = () => {
    toast.success(t('schedules.saved'), schedule ? undefined : { label: t('schedules.show'), run });
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { every, clock } = times;
    const body = {
      ...{ report: report.id, parameters: query, ...file, recipient_ids, every, clock },
      weekday: every === 'week' ? (times.weekday ?? 1) : null,
      day: every === 'month' ? (times.day ?? 1) : null,
    };
    if (schedule) update.mutate({ schedule, body }, { onSuccess: done });
    else create.mutate(body, { onSuccess: done });
  };
  const failure = create.error ?? update.error;
  return (
    <SideDrawer title={t('schedules.drawer', { title: report.title })} opened onClose={onClose}>
      <Form submit={submit} failedTitle={t('schedules.notSaved')} failure={failure?.message}>
        <Stack gap="md">
          <TimesFields value={times} onChange={(changed) => setTimes({ ...times, ...changed })} />
          <Recipients value={recipient_ids} onChange={setRecipients} />
          <FileFields value={file} onChange={(changed) => setFile({ ...file, ...changed })} />
          <FormActions
            submitLabel={t('schedules.save')}
            isBusy={create.isPending || update.isPending}
            onCancel={onClose}
          />
        </Stack>
      </Form>
    </SideDrawer>
  );
}

type TimesProps = { value: Times; onChange: (changed: Partial<Times>) => void };

function TimesFields({ value: { every, weekday, day, clock }, onChange }: TimesProps) {
  const { t } = useTranslation('reports');
  const { data } = useQuery(reportRecipientsQuery);
  const names = t('schedules.weekdays', { returnObjects: true });
  const rhythms = ['day', 'week', 'month'] as const;
  return (
    <>
      <Select
        label={t('schedules.every')}
        data={rhythms.map((one) => ({ value: one, label: t(`schedules.rhythms.${one}`) }))}
        value={every}
        onChange={(chosen) => onChange({ every: rhythms.find((one) => one === chosen) ?? every })}
        allowDeselect={false}
      />
      {every === 'week' && (
        <Select
          label={t('schedules.weekday')}
          data={names.map((label, at) => ({ value: String(at + 1), label }))}
          value={String(weekday ?? 1)}
          onChange={(chosen) => onChange({ weekday: Number(chosen ?? 1) })}
          allowDeselect={false}
        />
      )}
      {every === 'month' && (
        <NumberInput
          label={t('schedules.day')}
          description={t('schedules.dayHint')}
          min={1}
          max={31}
          allowDecimal={false}
          value={day ?? 1}
          onChange={(chosen) => onChange({ day: Number(chosen) || 1 })}
        />
      )}
      <TextInput
        type="time"
        label={t('schedules.clock')}
        description={data && t('schedules.clockHint', { zone: data.time_zone })}
        value={clock}
        onChange={(event) => onChange({ clock: event.currentTarget.value })}
        required
      />
    </>
  );
}

function Recipients({ value, onChange }: { value: string[]; onChange: (ids: string[]) => void }) {
  const { t } = useTranslation('reports');
  const { data } = useQuery(reportRecipientsQuery);
  const options = (data?.items ?? []).map(({ id, name, has_mail }) => ({
    value: id,
    label: has_mail ? name : t('schedules.withoutMail', { name }),
  }));
  return (
    <MultiSelect
      label={t('schedules.recipients')}
      description={t('schedules.recipientsHint')}
      data={options}
      value={value}
      onChange={onChange}
      searchable
    />
  );
}
