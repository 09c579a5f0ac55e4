import { type HeldField, leaverDays, type PrivacySettings, receiptDays } from '@key2xs/contract';
import { Button, NumberInput, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  heldFieldsQuery,
  privacySettingsQuery,
  useExportFields,
  useRunRetention,
  useSavePrivacySettings,
} from '#data/privacy';
import { formatDate, formatInstant, formatNumber } from '#lib/format';
import { Form, FormActions } from '#ui/form';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatStrip } from '#ui/stat-strip';
import { type Column, DataTable } from '#ui/table/data-table';
import { useToast } from '#ui/toast';

/** How long people are kept, what runs erase, and which fields are held. */
export function PrivacyPage() {
  const { t } = useTranslation('privacy');
  const settings = useQuery(privacySettingsQuery);
  const fields = useQuery(heldFieldsQuery);
  return (
    <Page title={t('title')} about={t('about')}>
      <Stack gap="md">
        {settings.data ? (
          <Settings settings={settings.data} />
        ) : (
          <State error={settings.error} onRetry={settings.refetch} />
        )}
        {fields.data ? <Fields items={fields.data.items} /> : <State error={fields.error} onRetry={fields.refetch} />}
      </Stack>
    </Page>
  );
}

function State({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const { t } = useTranslation('privacy');
  return error ? <Failure error={error} onRetry={onRetry} /> : <Loading label={t('loading')} />;
}

function Settings({ settings }: { settings: PrivacySettings }) {
  const { t } = useTranslation('privacy');
  return (
    <>
      <Panel title={t('periods.title')} padded>
        <Periods key={`${settings.receipts_kept_days} ${settings.erase_leavers_after_days}`} settings={settings} />
      </Panel>
      <Due due={settings.due} />
      <Runs runs={settings.runs} />
    </>
  );
}

const isWithin = (days: number | string, { least, most }: { least: number; most: number }): days is number =>
  typeof days === 'number' && Number.isInteger(days) && days >= least && days <= most;

function Periods({ settings }: { settings: PrivacySettings }) {
  const { t } = useTranslation('privacy');
  const toast = useToast();
  const save = useSavePrivacySettings();
  const [receipts, setReceipts] = useState<number | string>(settings.receipts_kept_days);
  const [isAutomatic, setIsAutomatic] = useState(settings.erase_leavers_after_days !== null);
  const [leavers, setLeavers] = useState<number | string>(settings.erase_leavers_after_days ?? leaverDays.usual);
  const outside = ({ least, most }: { least: number; most: number }) =>
    t('periods.outside', { least: formatNumber(least), most: formatNumber(most) });
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    if (!isWithin(receipts, receiptDays) || (isAutomatic && !isWithin(leavers, leaverDays))) return;
    const erase_leavers_after_days = isAutomatic && isWithin(leavers, leaverDays) ? leavers : null;
    save.mutate(
      { receipts_kept_days: receipts, erase_leavers_after_days },
      { onSuccess: () => toast.success(t('periods.saved')) },
    );
  };
  return (
    <Form submit={submit} failure={save.error?.message} failedTitle={t('periods.failed')}>
      <Stack gap="sm" maw={420}>
        <NumberInput
          label={t('periods.receipts')}
          description={t('periods.receiptsHint')}
          value={receipts}
          onChange={setReceipts}
          error={isWithin(receipts, receiptDays) ? undefined : outside(receiptDays)}
          allowDecimal={false}
        />
        <Switch
          label={t('periods.automatic')}
          checked={isAutomatic}
          onChange={(event) => setIsAutomatic(event.currentTarget.checked)}
        />
        {isAutomatic && (
          <NumberInput
            label={t('periods.leavers')}
            description={t('periods.leaversHint')}
            value={leavers}
            onChange={setLeavers}
            error={isWithin(leavers, leaverDays) ? undefined : outside(leaverDays)}
            allowDecimal={false}
          />
        )}
        <p className="mute">{t('periods.others')}</p>
        <FormActions submitLabel={t('word.save')} isBusy={save.isPending} />
      </Stack>
    </Form>
  );
}

function Due({ due }: { due: PrivacySettings['due'] }) {
  const { t } = useTranslation('privacy');
  const toast = useToast();
  const run = useRunRetention();
  const [isAsking, setIsAsking] = useState(false);
  const before = (instant: string | null) =>
    instant === null ? t('due.off') : t('due.before', { date: formatDate(instant) });
  const figure = (name: 'leavers' | 'receipts' | 'events' | 'past', instant: string | null) => ({
    label: t(`due.${name}`),
    value: formatNumber(due[name]),
    hint: before(instant),
  });
  const confirm = () =>
    run.mutate(
      {},
      {
        onSuccess: () => toast.success(t('due.done')),
        onError: (failure) => toast.failure(failure.message),
        onSettled: () => setIsAsking(false),
      },
    );
  return (
    <Panel
      title={t('due.title')}
      actions={
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {t('due.run')}
        </Button>
      }
      padded
    >
      <StatStrip
        items={[
          figure('leavers', due.leavers_left_before),
          figure('receipts', due.receipts_before),
          figure('events', due.events_before),
          figure('past', due.past_before),
        ]}
      />
      <p className="mute">{t('due.hint')}</p>
      {isAsking && (
        <ConfirmDialog
          title={t('due.confirm')}
          confirmLabel={t('due.run')}
          isBusy={run.isPending}
          isDangerous
          onConfirm={confirm}
          onCancel={() => setIsAsking(false)}
        >
          <p>{t('due.confirmText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

type Run = PrivacySettings['runs'][number];

function Runs({ runs }: { runs: readonly Run[] }) {
  const { t } = useTranslation('privacy');
  const columns: Column<Run>[] = [
    { key: 'at', header: t('runs.at'), cell: ({ at }) => formatInstant(at), phone: 'title' },
    { key: 'by', header: t('runs.by'), cell: ({ by }) => by ?? t('runs.product'), phone: 'meta' },
    {
      key: 'erased',
      header: t('runs.erased'),
      cell: ({ erased }) => formatNumber(erased),
      align: 'right',
      phone: 'aside',
    },
    { key: 'blocked', header: t('runs.blocked'), cell: ({ blocked }) => formatNumber(blocked), align: 'right' },
    { key: 'receipts', header: t('runs.receipts'), cell: ({ receipts }) => formatNumber(receipts), align: 'right' },
  ];
  return (
    <Panel title={t('runs.title')} padded={runs.length === 0}>
      {runs.length === 0 ? (
        <p className="mute">{t('runs.none')}</p>
      ) : (
        <DataTable caption={t('runs.caption')} columns={columns} rows={runs} rowKey={({ at }) => at} />
      )}
    </Panel>
  );
}

/** Fields of a part, which have everything else in common. */
type Part = HeldField & { titles: string };

function Fields({ items }: { items: readonly HeldField[] }) {
  const { t } = useTranslation('privacy');
  const toast = useToast();
  const save = useExportFields();
  const firsts = items.filter(({ part }, at) => items[at - 1]?.part !== part);
  const rows = firsts.map((first): Part => {
    const fields = items.filter(({ part }) => part === first.part);
    return { ...first, titles: fields.map(({ field_title }) => field_title).join(', ') };
  });
  const columns: Column<Part>[] = [
    { key: 'part', header: t('fields.part'), cell: ({ part_title }) => part_title, phone: 'title' },
    { key: 'fields', header: t('fields.fields'), cell: ({ titles }) => titles, phone: 'meta' },
    { key: 'origin', header: t('fields.origin'), cell: ({ origin }) => origin },
    { key: 'purpose', header: t('fields.purpose'), cell: ({ purpose }) => purpose },
    { key: 'kept', header: t('fields.kept'), cell: ({ kept }) => kept, phone: 'meta' },
    { key: 'seen_by', header: t('fields.seenBy'), cell: ({ seen_by }) => seen_by },
  ];
  const button = (kind: 'csv' | 'pdf') => (
    <Button
      variant="default"
      loading={save[kind].isPending}
      onClick={() => save[kind].mutate({ params: {}, query: {} }, { onError: () => toast.failure(t('fields.failed')) })}
    >
      {t(`fields.${kind}`)}
    </Button>
  );
  return (
    <Panel
      title={t('fields.title')}
      actions={
        <>
          {button('csv')}
          {button('pdf')}
        </>
      }
    >
      <DataTable caption={t('fields.caption')} columns={columns} rows={rows} rowKey={({ part }) => part} />
    </Panel>
  );
}
