import { type OwnSession, profile } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayCall } from '#components/may-call';
import { TimeAgo } from '#components/time-ago';
import { ownSessionsQuery, useEndOtherSessions, useEndSession } from '#data/profile';
import { formatInstant } from '#lib/format';
import { deviceOf } from '#lib/words/device-words';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { type Column, DataTable } from '#ui/table/data-table';
import { useToast } from '#ui/toast';

/** Where the administrator is signed in; each session can be ended, this one by logging out. */
export function SessionsPanel() {
  const { t } = useTranslation('profile');
  const { data, error, refetch } = useQuery(ownSessionsQuery);
  const hasOthers = data?.items.some(({ is_current }) => !is_current) === true;
  return (
    <Panel
      title={t('sessions.title')}
      actions={
        hasOthers && (
          <MayCall of={[profile.endOtherSessions]}>
            <EndOthers />
          </MayCall>
        )
      }
    >
      <p className="panel-note">{t('sessions.hint')}</p>
      {data && <Sessions sessions={data.items} />}
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('sessions.loading')} />)}
    </Panel>
  );
}

function Sessions({ sessions }: { sessions: OwnSession[] }) {
  const { t } = useTranslation('profile');
  const columns: Column<OwnSession>[] = [
    { key: 'device', header: t('sessions.device'), cell: (session) => <Device session={session} />, phone: 'title' },
    { key: 'network', header: t('sessions.network'), cell: ({ address }) => address ?? '–', phone: 'meta' },
    { key: 'since', header: t('sessions.since'), cell: ({ started_at }) => formatInstant(started_at) },
    {
      key: 'last',
      header: t('sessions.last'),
      cell: ({ renewed_at }) => (
        <span title={t('sessions.lastHint')}>
          <TimeAgo instant={renewed_at} />
        </span>
      ),
      phone: 'meta',
    },
    {
      key: 'end',
      header: t('sessions.end'),
      headerCell: <span className="visually-hidden">{t('sessions.end')}</span>,
      cell: (session) =>
        session.is_current ? null : (
          <MayCall of={[profile.endSession]}>
            <EndSession session={session} />
          </MayCall>
        ),
      phone: 'foot',
    },
  ];
  return <DataTable caption={t('sessions.caption')} columns={columns} rows={sessions} rowKey={({ id }) => id} />;
}

function Device({ session: { user_agent, is_current, acts_as } }: { session: OwnSession }) {
  const { t } = useTranslation('profile');
  return (
    <span title={user_agent ?? undefined}>
      {useDeviceName()(user_agent)} {is_current && <StatusTag tone="green" label={t('sessions.current')} isPlain />}
      {acts_as && ` (${t('sessions.acting')})`}
    </span>
  );
}

/** Firefox on Linux, as far as the user agent says so. */
function useDeviceName() {
  const { t } = useTranslation('profile');
  return (userAgent: string | null) => {
    const { browser, system } = deviceOf(userAgent);
    if (browser && system) return t('sessions.deviceOn', { browser, system });
    return browser ?? system ?? t('sessions.unknownDevice');
  };
}

function EndSession({ session: { id, user_agent } }: { session: OwnSession }) {
  const { t } = useTranslation('profile');
  const toast = useToast();
  const end = useEndSession();
  const start = () =>
    end.mutate(id, {
      onSuccess: () => toast.success(t('sessions.ended')),
      onError: (error) => toast.failure(error.message),
    });
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={t('sessions.endNamed', { device: useDeviceName()(user_agent) })}
      loading={end.isPending}
      onClick={start}
    >
      {t('sessions.end')}
    </Button>
  );
}

function EndOthers() {
  const { t } = useTranslation('profile');
  const toast = useToast();
  const end = useEndOtherSessions();
  const [isAsking, setIsAsking] = useState(false);
  const start = () =>
    end.mutate(undefined, {
      onSuccess: ({ ended }) => toast.success(t('sessions.endedOthers', { count: ended })),
      onError: (error) => toast.failure(error.message),
      onSettled: () => setIsAsking(false),
    });
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t('sessions.endOthers')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('sessions.endOthersAsk')}
          confirmLabel={t('sessions.endOthers')}
          isBusy={end.isPending}
          onConfirm={start}
          onCancel={() => setIsAsking(false)}
        >
          {t('sessions.endOthersEffect')}
        </ConfirmDialog>
      )}
    </>
  );
}
