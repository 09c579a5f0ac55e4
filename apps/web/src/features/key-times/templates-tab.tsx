import type { KeyHolidayCalendar, KeyTimesTemplate } from '@key2xs/contract';
import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { scheduleWords } from '#components/key-times/times-words';
import { WeekEditor } from '#components/week/week-editor';
import type { WeekHours } from '#components/week/week-list';
import {
  keyHolidayCalendarsQuery,
  keyTimesTemplatesQuery,
  useChangeHolidayCalendar,
  useChangeKeyTemplate,
  useCreateHolidayCalendar,
  useCreateKeyTemplate,
  useDeleteHolidayCalendar,
  useDeleteKeyTemplate,
} from '#data/key-systems/key-times';
import { formatNumber } from '#lib/format';
import { Form, FormActions } from '#ui/form';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';
import { useToast } from '#ui/toast';
import './activation.css';

/** Weekly schedules by name, and the days on which no one is there. */
export function TemplatesTab() {
  return (
    <div className="key-times-panels">
      <Templates />
      <Calendars />
    </div>
  );
}

function Templates() {
  const { t } = useTranslation('key-times');
  const { data, error, refetch } = useQuery(keyTimesTemplatesQuery);
  const [open, setOpen] = useState<KeyTimesTemplate | 'new'>();
  const [leaving, setLeaving] = useState<KeyTimesTemplate>();
  const header = t('templates.columns', { returnObjects: true });
  const columns: Column<KeyTimesTemplate>[] = [
    { key: 'name', phone: 'title', header: header.name, clip: ({ name }) => name },
    { key: 'schedule', phone: 'meta', header: header.schedule, width: '46%', clip: (row) => scheduleWords(row) },
    { key: 'used', phone: 'aside', header: header.used, cell: ({ used_by }) => formatNumber(used_by) },
    {
      key: 'delete',
      header: header.delete,
      cell: (row) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('deleteOf', { name: row.name })}
          onClick={(event) => {
            event.stopPropagation();
            setLeaving(row);
          }}
        >
          {t('delete')}
        </Button>
      ),
    },
  ];
  return (
    <Panel title={t('templates.title')} actions={<Button onClick={() => setOpen('new')}>{t('templates.add')}</Button>}>
      {error && !data ? (
        <Failure error={error} onRetry={refetch} />
      ) : !data ? (
        <Loading label={t('templates.loading')} />
      ) : data.items.length === 0 ? (
        <Empty title={t('templates.none')} hint={t('templates.noneHint')} />
      ) : (
        <DataTable
          caption={t('templates.caption')}
          columns={columns}
          rows={data.items}
          rowKey={({ id }) => id}
          rowLabel={({ name }) => t('open', { name })}
          onRowClick={setOpen}
        />
      )}
      {open && (
        <SideDrawer title={open === 'new' ? t('templates.add') : open.name} opened onClose={() => setOpen(undefined)}>
          <TemplateForm of={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />
        </SideDrawer>
      )}
      {leaving && <DeleteTemplate of={leaving} onClose={() => setLeaving(undefined)} />}
    </Panel>
  );
}

type FormProps<T> = { of: T | undefined; onClose: () => void };

function TemplateForm({ of, onClose }: FormProps<KeyTimesTemplate>) {
  const { t } = useTranslation('key-times');
  const [name, setName] = useState(of?.name ?? '');
  const [hours, setHours] = useState<WeekHours>(of && of.schedule.length > 0 ? of.schedule : 'always');
  const create = useCreateKeyTemplate();
  const change = useChangeKeyTemplate();
  const toast = useToast();
  const lacksHours = hours !== 'always' && hours.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (lacksHours) return;
    const schedule = hours === 'always' ? [] : hours.map(({ days, from, to }) => ({ days, from, to }));
    const body = { name, schedule };
    const done = {
      onSuccess: () => {
        toast.success(t('saved'));
        onClose();
      },
    };
    if (of) change.mutate({ id: of.id, version: of.version, body }, done);
    else create.mutate(body, done);
  };
  const failure = create.error ?? change.error;
  return (
    <Form submit={submit} label={t('templates.title')} failure={failure?.message} failedTitle={t('notSaved')}>
      <Stack gap="md">
        <TextInput
          label={t('templates.name')}
          required
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <WeekEditor
          value={hours}
          onChange={setHours}
          clocks={t('templates.clock')}
          error={lacksHours ? t('change.noHours') : undefined}
        />
        {of && <p className="mute">{t('templates.keep')}</p>}
        <FormActions submitLabel={t('save')} isBusy={create.isPending || change.isPending} onCancel={onClose} />
      </Stack>
    </Form>
  );
}

function DeleteTemplate({ of, onClose }: { of: KeyTimesTemplate; onClose: () => void }) {
  const { t } = useTranslation('key-times');
  const remove = useDeleteKeyTemplate();
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name: of.name })}
      confirmLabel={t('delete')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(of, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {t('templates.keep')}
      {remove.error && <Notice tone="red" title={remove.error.message} />}
    </ConfirmDialog>
  );
}

function Calendars() {
  const { t } = useTranslation('key-times');
  const { data, error, refetch } = useQuery(keyHolidayCalendarsQuery);
  const [open, setOpen] = useState<KeyHolidayCalendar | 'new'>();
  const [leaving, setLeaving] = useState<KeyHolidayCalendar>();
  const header = t('calendars.columns', { returnObjects: true });
  const columns: Column<KeyHolidayCalendar>[] = [
    { key: 'name', phone: 'title', header: header.name, clip: ({ name }) => name },
    { key: 'closes', phone: 'meta', header: header.closes, clip: ({ closes }) => closes },
    { key: 'days', phone: 'aside', header: header.days, cell: ({ days }) => formatNumber(days.length) },
    {
      key: 'delete',
      header: header.delete,
      cell: (row) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('deleteOf', { name: row.name })}
          onClick={(event) => {
            event.stopPropagation();
            setLeaving(row);
          }}
        >
          {t('delete')}
        </Button>
      ),
    },
  ];
  return (
    <Panel title={t('calendars.title')} actions={<Button onClick={() => setOpen('new')}>{t('calendars.add')}</Button>}>
      <p className="panel-body mute">{t('calendars.truth')}</p>
      {error && !data ? (
        <Failure error={error} onRetry={refetch} />
      ) : !data ? (
        <Loading label={t('calendars.loading')} />
      ) : data.items.length === 0 ? (
        <Empty title={t('calendars.none')} />
      ) : (
        <DataTable
          caption={t('calendars.caption')}
          columns={columns}
          rows={data.items}
          rowKey={({ id }) => id}
          rowLabel={({ name }) => t('open', { name })}
          onRowClick={setOpen}
        />
      )}
      {open && (
        <SideDrawer title={open === 'new' ? t('calendars.add') : open.name} opened onClose={() => setOpen(undefined)}>
          <CalendarForm of={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />
        </SideDrawer>
      )}
      {leaving && <DeleteCalendar of={leaving} onClose={() => setLeaving(undefined)} />}
    </Panel>
  );
}

/** One day a line, such as `2026-12-25 Christmas Day`. */
function parseDays(text: string): { day: string; name: string }[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const days = lines.map((line) => /^\s*(\d{4}-\d{2}-\d{2})\s+(.+?)\s*$/.exec(line));
  return days.every((match) => match !== null && !Number.isNaN(Date.parse(match[1] ?? '')))
    ? days.map((match) => ({ day: match?.[1] ?? '', name: match?.[2] ?? '' }))
    : undefined;
}

function CalendarForm({ of, onClose }: FormProps<KeyHolidayCalendar>) {
  const { t } = useTranslation('key-times');
  const [name, setName] = useState(of?.name ?? '');
  const [closes, setCloses] = useState(of?.closes ?? '');
  const [text, setText] = useState(of?.days.map((one) => `${one.day} ${one.name}`).join('\n') ?? '');
  const create = useCreateHolidayCalendar();
  const change = useChangeHolidayCalendar();
  const toast = useToast();
  const days = parseDays(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!days) return;
    const done = {
      onSuccess: () => {
        toast.success(t('saved'));
        onClose();
      },
    };
    const body = { name, closes, days };
    if (of) change.mutate({ id: of.id, version: of.version, body }, done);
    else create.mutate(body, done);
  };
  const failure = create.error ?? change.error;
  return (
    <Form submit={submit} label={t('calendars.title')} failure={failure?.message} failedTitle={t('notSaved')}>
      <Stack gap="md">
        <TextInput
          label={t('calendars.name')}
          required
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label={t('calendars.closes')}
          description={t('calendars.closesHint')}
          maxLength={200}
          value={closes}
          onChange={({ currentTarget }) => setCloses(currentTarget.value)}
        />
        <Textarea
          label={t('calendars.days')}
          description={t('calendars.daysHint')}
          autosize
          minRows={6}
          value={text}
          error={days ? undefined : t('calendars.daysWrong')}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <FormActions submitLabel={t('save')} isBusy={create.isPending || change.isPending} onCancel={onClose} />
      </Stack>
    </Form>
  );
}

function DeleteCalendar({ of, onClose }: { of: KeyHolidayCalendar; onClose: () => void }) {
  const { t } = useTranslation('key-times');
  const remove = useDeleteHolidayCalendar();
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name: of.name })}
      confirmLabel={t('delete')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(of, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {t('calendars.truth')}
      {remove.error && <Notice tone="red" title={remove.error.message} />}
    </ConfirmDialog>
  );
}
