import { type Key, keyDesk, keyReceipts, type ReceiptSummary } from '@key2xs/contract';
import { Button, FileButton, Tabs, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyTimesView } from '#components/key-times/key-times-view';
import { Capacities } from '#components/programming/capacity-gauge';
import { TimeAgo } from '#components/time-ago';
import { useMay } from '#data/auth';
import { useExport } from '#data/calls/records';
import {
  keyHistoryQuery,
  keyHolderQuery,
  keyQuery,
  useStoreKey,
  useUploadPaper,
  useWriteHolderAgain,
} from '#data/key-systems/key-desk';
import { formatDate, formatInstant } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Empty, Failure, Loading } from '#ui/page-states';
import { StatusTag } from '#ui/status-tag';
import { useUrlState } from '#ui/table/url-state';
import { useToast } from '#ui/toast';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';
import { keepChosen } from './chosen-keys';
import { CustodyTag } from './custody-tag';
import { ExtendDialog } from './extend-dialog';
import { KeyAccess, KeyUpdates } from './key-access';
import { CaseButtons, OpenCase } from './key-case';
import { keyDeskSearch } from './key-desk-search';
import { ReceiptLink } from './receipt-link';
import { type KeyReport, ReportDialog } from './report-dialog';
import '../../components/key-lists.css';

const tabs = ['overview', 'access', 'times', 'updates', 'history', 'documents'] as const;
const historyRows = 100;

/** One key: where it is and what can be done, what happened to it, and its receipts. */
export function KeyDetail({ item, onClose }: { item: Key; onClose: () => void }) {
  const { t } = useTranslation('key-desk');
  return (
    <SideDrawer title={item.marking} opened onClose={onClose}>
      <Tabs defaultValue="overview" keepMounted={false}>
        <Tabs.List aria-label={t('detail.tabs.label')}>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`detail.tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview" pt="md">
          <Overview item={item} />
        </Tabs.Panel>
        <Tabs.Panel value="access" pt="md">
          <KeyAccess item={item} />
        </Tabs.Panel>
        <Tabs.Panel value="updates" pt="md">
          <KeyUpdates item={item} />
        </Tabs.Panel>
        <Tabs.Panel value="times" pt="md">
          <KeyTimesView id={item.id} />
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="md">
          <History item={item} />
        </Tabs.Panel>
        <Tabs.Panel value="documents" pt="md">
          <Documents item={item} />
        </Tabs.Panel>
      </Tabs>
    </SideDrawer>
  );
}

function Overview({ item }: { item: Key }) {
  const { t } = useTranslation('key-desk');
  const { custody } = item;
  const { holder, reserved_for: reserved, since, due_at: due } = custody;
  const facts = [
    { label: t('columns.state'), value: <CustodyTag custody={custody} /> },
    { label: t('columns.holder'), value: holder?.name },
    { label: t('columns.department'), value: holder?.department },
    { label: t('detail.reservedFor'), value: reserved?.name },
    { label: t('detail.since'), value: holder && (since ? formatInstant(since) : t('detail.unknownSince')) },
    { label: t('columns.due'), value: due && formatDate(due) },
    { label: t('detail.name'), value: item.name },
    { label: t('detail.serial'), value: <Mono>{item.serial}</Mono> },
    { label: t('columns.system'), value: item.connection_name },
    {
      label: t('detail.updated'),
      value: item.last_update_at ? <TimeAgo instant={item.last_update_at} /> : t('detail.unknown'),
    },
  ].filter(({ value }) => value !== null && value !== undefined && value !== '');
  return (
    <>
      <KeyValues items={facts} />
      <Capacities of={{ key_id: item.id }} />
      <OpenCase item={item} />
      <Recording item={item} />
      <Storage item={item} />
      <Actions item={item} />
    </>
  );
}

/** Whether the key system has the same holder, and what can be done when it has not. */
function Recording({ item }: { item: Key }) {
  const { t } = useTranslation('key-desk');
  const [isTakingOver, setIsTakingOver] = useState(false);
  const write = useWriteHolderAgain();
  const { recording, recording_problem: problem } = item.custody;
  if (recording === 'same') return null;
  const there = item.holder?.name ?? t('recording.nobody');
  return (
    <Notice
      tone={recording === 'pending' ? 'blue' : 'amber'}
      title={t(`recording.${recording}`)}
      actions={
        recording !== 'pending' && (
          <>
            {(recording === 'failed' || recording === 'differs') && (
              <Button
                size="compact-sm"
                variant="default"
                loading={write.isPending}
                onClick={() => write.mutate({ key: item })}
              >
                {t('recording.write')}
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={() => setIsTakingOver(true)}>
              {t('recording.takeOver')}
            </Button>
          </>
        )
      }
    >
      {t(`recording.hint.${recording}`, { name: there, system: item.connection_name })} {problem}
      {write.error && ` ${write.error.message}`}
      {isTakingOver && <ReportDialog item={item} report="take_over" onClose={() => setIsTakingOver(false)} />}
    </Notice>
  );
}

function Storage({ item }: { item: Key }) {
  const { t } = useTranslation('key-desk');
  const [text, setText] = useState(item.custody.storage);
  const store = useStoreKey();
  const toast = useToast();
  const isChanged = text.trim() !== item.custody.storage;
  const save = () => store.mutate({ key: item, storage: text }, { onSuccess: () => toast.success(t('detail.stored')) });
  return (
    <form
      style={{ display: 'flex', gap: 8, alignItems: 'end', margin: '16px 0' }}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) save();
      }}
    >
      <TextInput
        style={{ flex: 1 }}
        label={t('detail.storage')}
        placeholder={t('detail.storageExample')}
        value={text}
        maxLength={100}
        error={store.error?.message}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={!isChanged} loading={store.isPending}>
        {t('detail.save')}
      </Button>
    </form>
  );
}

const offered: Record<Key['custody']['state'], readonly KeyReport[]> = {
  in_stock: ['report_lost', 'report_broken', 'retire'],
  reserved: ['release', 'report_lost', 'report_broken'],
  handed_out: ['report_lost', 'report_broken'],
  lost: ['find', 'retire'],
  broken: ['repair', 'report_lost', 'retire'],
  retired: ['restore'],
};

function Actions({ item }: { item: Key }) {
  const { t } = useTranslation('key-desk');
  const [, patch] = useUrlState(keyDeskSearch);
  const [report, setReport] = useState<KeyReport>();
  const [isExtending, setIsExtending] = useState(false);
  const { state, holder } = item.custody;
  const may = useMay(keyDesk.handOut);
  if (!may) return null;
  const open = (desk: 'hand_out' | 'return' | 'transfer') => () => {
    keepChosen([item]);
    patch({ desk });
  };
  return (
    <div className="actions" style={{ flexWrap: 'wrap' }}>
      {(state === 'in_stock' || state === 'reserved') && <Button onClick={open('hand_out')}>{t('handOut')}</Button>}
      {(state === 'handed_out' || (state === 'broken' && holder)) && (
        <Button onClick={open('return')}>{t('takeBack')}</Button>
      )}
      {holder?.person_id && (
        <Button variant="default" onClick={() => patch({ desk: 'return', giver: holder.person_id ?? undefined })}>
          {t('all.action')}
        </Button>
      )}
      {state === 'handed_out' && (
        <>
          <Button variant="default" onClick={() => setIsExtending(true)}>
            {t('extend.action')}
          </Button>
          <Button variant="default" onClick={open('transfer')}>
            {t('handOn')}
          </Button>
        </>
      )}
      {offered[state].map((one) => (
        <Button key={one} variant="default" onClick={() => setReport(one)}>
          {t(`report.${one}.action`)}
        </Button>
      ))}
      <CaseButtons item={item} />
      {report && <ReportDialog item={item} report={report} onClose={() => setReport(undefined)} />}
      {isExtending && <ExtendDialog keys={[item]} onClose={() => setIsExtending(false)} />}
    </div>
  );
}

function History({ item }: { item: Key }) {
  const { t } = useTranslation('key-desk');
  const { data, error, refetch } = useQuery(keyHistoryQuery(item.id, historyRows));
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('detail.loadingHistory')} />;
  return (
    <>
      <WhoHadIt item={item} />
      {data.items.length === 0 ? (
        <Empty title={t('detail.noHistory')} hint={t('detail.noHistoryHint')} />
      ) : (
        <ol className="key-history" aria-label={t('detail.tabs.history')}>
          {data.items.map(({ id, at, happening, actor_name, person, due_at, reason }) => (
            <li key={id}>
              <strong>{t(`happening.${happening}`)}</strong>
              {person && ` ${person.name}`}
              {due_at && `, ${t('receipt.until', { day: formatDate(due_at) })}`}
              <div className="mute">
                {formatInstant(at)} · {actor_name}
                {reason && ` · ${reason}`}
              </div>
            </li>
          ))}
        </ol>
      )}
      {data.total > data.items.length && (
        <p className="mute">{t('detail.moreHistory', { shown: data.items.length, total: data.total })}</p>
      )}
    </>
  );
}

/** "Who had it on 3 May?" */
function WhoHadIt({ item }: { item: Key }) {
  const { t } = useTranslation('key-desk');
  const [moment, setMoment] = useState<string | undefined>('');
  const at = moment ? new Date(moment).toISOString() : undefined;
  const { data } = useQuery({ ...keyHolderQuery(item.id, at ?? ''), enabled: at !== undefined });
  const isBefore = at !== undefined && data !== undefined && (data.known_since === null || at < data.known_since);
  const name = data?.assignment?.person?.name;
  return (
    <div style={{ marginBottom: 16 }}>
      <TypedTimeField kind="moment" label={t('detail.whoHadIt')} value={moment ?? ''} onChange={setMoment} />
      {data && at && (
        <p role="status">
          {name
            ? t('detail.hadIt', { name })
            : isBefore
              ? t('detail.notKnownThen')
              : data.assignment
                ? t('detail.hiddenHolder')
                : t('detail.nobodyHadIt')}
        </p>
      )}
    </div>
  );
}

function Documents({ item }: { item: Key }) {
  const { t } = useTranslation('key-desk');
  const { data, error, refetch } = useQuery(keyQuery(item.id));
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('detail.loadingReceipts')} />;
  if (data.receipts.length === 0) return <Empty title={t('detail.noReceipts')} hint={t('detail.noReceiptsHint')} />;
  return (
    <ul className="key-history" aria-label={t('detail.tabs.documents')}>
      {data.receipts.map((receipt) => (
        <li key={receipt.id}>
          <strong>{t(`receipt.title.${receipt.kind}`)}</strong> {receipt.person_name}{' '}
          <StatusTag
            tone={receipt.signed === 'not_yet' ? 'amber' : 'green'}
            label={
              receipt.signed === 'not_yet' && receipt.link
                ? t('receipt.waits', { moment: formatInstant(receipt.link.asked_at) })
                : t(`receipt.signed.${receipt.signed}`)
            }
          />
          <div className="mute">
            {formatInstant(receipt.created_at)} · {receipt.created_by} · {t('receipt.keys', { count: receipt.keys })}
          </div>
          <ReceiptLink receipt={receipt} />
          <ReceiptFiles id={receipt.id} signed={receipt.signed} />
        </li>
      ))}
    </ul>
  );
}

function ReceiptFiles({ id, signed }: { id: string; signed: ReceiptSummary['signed'] }) {
  const { t } = useTranslation('key-desk');
  const toast = useToast();
  const pdf = useExport(keyReceipts.pdf, 'key-receipt.pdf');
  const paper = useExport(keyReceipts.paper, 'signed-key-receipt');
  const upload = useUploadPaper();
  const failed = () => toast.failure(t('receipt.downloadFailed'));
  const take = (file: File | null) =>
    file &&
    upload.mutate(
      { id, file },
      { onSuccess: () => toast.success(t('receipt.uploaded')), onError: ({ message }) => toast.failure(message) },
    );
  return (
    <div className="actions">
      <Button
        size="compact-sm"
        variant="default"
        loading={pdf.isPending}
        onClick={() => pdf.mutate({ params: { id }, query: {} }, { onError: failed })}
      >
        PDF
      </Button>
      {signed === 'on_paper' && (
        <Button
          size="compact-sm"
          variant="default"
          loading={paper.isPending}
          onClick={() => paper.mutate({ params: { id }, query: {} }, { onError: failed })}
        >
          {t('receipt.signedPage')}
        </Button>
      )}
      {signed === 'not_yet' && (
        <FileButton onChange={take} accept="application/pdf,image/png,image/jpeg">
          {(props) => (
            <Button {...props} size="compact-sm" variant="default" loading={upload.isPending}>
              {t('receipt.upload')}
            </Button>
          )}
        </FileButton>
      )}
    </div>
  );
}
