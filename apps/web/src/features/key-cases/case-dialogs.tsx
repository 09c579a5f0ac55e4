import { type KeyCaseDetail, keyList } from '@key2xs/contract';
import { Checkbox, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordsQuery } from '#data/calls/records';
import {
  type CaseOutcome,
  useBecomeLost,
  useCloseCase,
  useInvalidateKey,
  useReplaceKey,
  useUpdateCase,
} from '#data/key-systems/key-cases';
import { readerZone } from '#lib/format-choice';
import { lastSecondOf } from '#lib/time/reader-day';
import { instantOf, wallClockOf } from '#lib/time/wall-clock';
import { useReason } from '#lib/use-reason';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { SinglePicker } from '#ui/picker/single-picker';
import { useToast } from '#ui/toast';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';
import { nameOfCase, outcomesOf } from './outcomes';
import { OwnerSelect } from './owner-select';

export type CaseStep = 'edit' | 'lost' | 'invalidate' | 'replace' | 'close';
type Props = { item: KeyCaseDetail; onClose: () => void };

const dialogs = {
  edit: EditDialog,
  lost: LostDialog,
  invalidate: InvalidateDialog,
  replace: ReplaceDialog,
  close: CloseDialog,
};

export function CaseDialogs({ step, ...props }: Props & { step: CaseStep }) {
  const Dialog = dialogs[step];
  return <Dialog {...props} />;
}

/** Says that it is done, and closes the dialog. */
function useDone(done: string, onClose: () => void) {
  const toast = useToast();
  return {
    onSuccess: () => {
      toast.success(done);
      onClose();
    },
  };
}

const localMoment = (instant: string | null): string => (instant === null ? '' : wallClockOf(instant, readerZone()));

function EditDialog({ item, onClose }: Props) {
  const { t } = useTranslation('key-cases');
  const update = useUpdateCase();
  const [report, setReport] = useState(item.report);
  const [happened, setHappened] = useState<string | undefined>(localMoment(item.report.happened_at));
  const [day, setDay] = useState<string | undefined>(localMoment(item.due_at).slice(0, 10));
  const [note, setNote] = useState('');
  const [owner, setOwner] = useState(item.owner?.id ?? null);
  const done = useDone(t('edit.done'), onClose);
  const confirm = () => {
    if (happened === undefined || day === undefined) return;
    const wanted = { ...report, happened_at: happened ? instantOf(happened, readerZone()) : null };
    const isReported = JSON.stringify(wanted) !== JSON.stringify(item.report);
    const isDueChanged = day !== localMoment(item.due_at).slice(0, 10);
    const body = {
      ...(isReported && { report: wanted }),
      ...(isDueChanged && { due_at: day ? lastSecondOf(day) : null }),
      ...(note.trim() && { note }),
      ...(owner !== (item.owner?.id ?? null) && { owner_id: owner }),
    };
    if (Object.keys(body).length === 0) return onClose();
    update.mutate({ item, body }, done);
  };
  const isLost = item.kind === 'lost';
  return (
    <ConfirmDialog
      title={t('edit.title')}
      confirmLabel={t('edit.confirm')}
      isBusy={update.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack gap="md">
        {isLost && (
          <>
            <TypedTimeField
              kind="moment"
              label={t('report.happened')}
              value={happened ?? ''}
              onChange={setHappened}
              data-autofocus
            />
            <TextInput
              label={t('report.place')}
              maxLength={200}
              value={report.place}
              onChange={(event) => setReport({ ...report, place: event.currentTarget.value })}
            />
            <Textarea
              label={t('report.circumstances')}
              autosize
              minRows={2}
              maxLength={2_000}
              value={report.circumstances}
              onChange={(event) => setReport({ ...report, circumstances: event.currentTarget.value })}
            />
            <TextInput
              label={t('report.police')}
              maxLength={100}
              value={report.police_reference}
              onChange={(event) => setReport({ ...report, police_reference: event.currentTarget.value })}
            />
          </>
        )}
        <OwnerSelect value={owner} known={item.owner} onChange={setOwner} />
        <TypedTimeField kind="day" label={t('edit.due')} value={day ?? ''} onChange={setDay} />
        <Textarea
          label={t('edit.note')}
          description={t('edit.noteHint')}
          autosize
          minRows={2}
          maxLength={2_000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Stack>
      {update.error && <Notice tone="red" title={update.error.message} />}
    </ConfirmDialog>
  );
}

function LostDialog({ item, onClose }: Props) {
  const { t } = useTranslation('key-cases');
  const becomeLost = useBecomeLost();
  const { field, take } = useReason();
  const done = useDone(t('lost.done', { name: nameOfCase(item) }), onClose);
  const confirm = () => {
    const reason = take();
    if (reason) becomeLost.mutate({ item, reason }, done);
  };
  return (
    <ConfirmDialog
      title={t('lost.title', { name: nameOfCase(item) })}
      confirmLabel={t('lost.confirm')}
      isDangerous
      isBusy={becomeLost.isPending}
      reason={field}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t('lost.text')}</p>
      {becomeLost.error && <Notice tone="red" title={becomeLost.error.message} />}
    </ConfirmDialog>
  );
}

function InvalidateDialog({ item, onClose }: Props) {
  const { t } = useTranslation('key-cases');
  const invalidate = useInvalidateKey();
  const { field, take } = useReason();
  const done = useDone(t('invalidate.done', { name: nameOfCase(item) }), onClose);
  const confirm = () => {
    const reason = take();
    if (reason) invalidate.mutate({ item, reason }, done);
  };
  return (
    <ConfirmDialog
      title={t('invalidate.title', { name: nameOfCase(item) })}
      confirmLabel={t('actions.invalidate')}
      isDangerous
      isBusy={invalidate.isPending}
      reason={field}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t('invalidate.text')}</p>
      {invalidate.error && <Notice tone="red" title={invalidate.error.message} />}
    </ConfirmDialog>
  );
}

const longestDays = 7;

function ReplaceDialog({ item, onClose }: Props) {
  const { t } = useTranslation('key-cases');
  const replace = useReplaceKey();
  const [key, setKey] = useState<{ id: string; marking: string }>();
  const [days, setDays] = useState('1');
  const [isMissing, setIsMissing] = useState(false);
  const isForgotten = item.kind === 'forgotten';
  const done = useDone(t('replace.done', { name: item.holder?.name ?? '' }), onClose);
  const confirm = () => {
    setIsMissing(key === undefined);
    if (!key) return;
    // A minute less, because the server's clock may be behind.
    const until = new Date(Date.now() + Number(days) * 86_400_000 - 60_000).toISOString();
    replace.mutate({ item, body: { key_id: key.id, ...(isForgotten && { until }) } }, done);
  };
  return (
    <ConfirmDialog
      title={t(isForgotten ? 'replace.duplicateTitle' : 'replace.title')}
      confirmLabel={t('replace.confirm')}
      isBusy={replace.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t(isForgotten ? 'replace.duplicateText' : 'replace.text', { name: item.holder?.name ?? '' })}</p>
      <Stack gap="md">
        <StockKeySelect
          connectionId={item.key?.connection_id}
          chosen={key?.marking}
          onChoose={setKey}
          error={isMissing && !key ? t('replace.keyMissing') : undefined}
        />
        {isForgotten && (
          <Select
            label={t('replace.for')}
            allowDeselect={false}
            value={days}
            onChange={(value) => setDays(value ?? '1')}
            data={Array.from({ length: longestDays }, (_, at) => ({
              value: String(at + 1),
              label: t('replace.days', { count: at + 1 }),
            }))}
          />
        )}
      </Stack>
      {item.own_rights !== null && item.own_rights > 0 && (
        <Notice tone="amber" title={t('exposure.own', { count: item.own_rights })} />
      )}
      {replace.error && <Notice tone="red" title={replace.error.message} />}
    </ConfirmDialog>
  );
}

type Picking = {
  connectionId: string | undefined;
  chosen: string | undefined;
  onChoose: (key: { id: string; marking: string } | undefined) => void;
  error: string | undefined;
};

/** Keys in stock of the same key system. */
function StockKeySelect({ connectionId, chosen, onChoose, error }: Picking) {
  const { t } = useTranslation('key-cases');
  const [typed, setTyped] = useState('');
  const search = typed.trim();
  const query = recordsQuery(keyList, {
    params: undefined,
    query: {
      custody: 'in_stock',
      ...(connectionId && { connection_id: connectionId }),
      ...(search && { search }),
      limit: 20,
    },
  });
  const { data, isFetching } = useQuery(chosen ? { ...query, queryFn: skipToken } : query);
  const keys = data?.rows ?? [];
  const choices = keys.map(({ id, marking, name, custody }) => ({
    value: id,
    label: [marking, name, custody.storage].filter(Boolean).join(' · '),
  }));
  return (
    <SinglePicker
      label={t('replace.key')}
      placeholder={t('replace.placeholder')}
      typed={typed}
      onType={setTyped}
      groups={[{ choices }]}
      isSearching={isFetching}
      chosen={chosen ?? null}
      onChoose={(id) => onChoose(keys.find((key) => key.id === id))}
      error={error}
    />
  );
}

function CloseDialog({ item, onClose }: Props) {
  const { t } = useTranslation('key-cases');
  const close = useCloseCase();
  const { field, take } = useReason();
  const outcomes = outcomesOf[item.kind].filter((one) => one !== 'replaced' || item.replacement);
  const [outcome, setOutcome] = useState<CaseOutcome>(outcomes[0] ?? 'written_off');
  const [withHolder, setWithHolder] = useState(false);
  const isJoiner = item.kind === 'joiner';
  const done = useDone(t('close.done'), onClose);
  const confirm = () => {
    const reason = take();
    if (reason) close.mutate({ item, body: { outcome, reason, with_holder: withHolder } }, done);
  };
  return (
    <ConfirmDialog
      title={t(isJoiner ? 'actions.noKeyNeeded' : 'close.title')}
      confirmLabel={t('close.confirm')}
      isBusy={close.isPending}
      reason={field}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {!isJoiner && (
        <Select
          label={t('close.outcome')}
          allowDeselect={false}
          value={outcome}
          onChange={(value) => setOutcome((value as CaseOutcome | null) ?? outcome)}
          data={outcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
        />
      )}
      <p>{t(`close.hints.${outcome}`)}</p>
      {outcome === 'found' && item.kind === 'lost' && item.holder && (
        <Checkbox
          label={t('close.withHolder', { name: item.holder.name })}
          checked={withHolder}
          onChange={(event) => setWithHolder(event.currentTarget.checked)}
        />
      )}
      {close.error && <Notice tone="red" title={close.error.message} />}
    </ConfirmDialog>
  );
}
