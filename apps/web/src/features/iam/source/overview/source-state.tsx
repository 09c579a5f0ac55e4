import { isUploaded, type PollingStatus } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { WhenNext } from '#components/sources/next-run';
import { ReplaceCredential } from '#components/sources/replace-credential';
import { TimeAgo } from '#components/time-ago';
import { pollingStatusQuery } from '#data/sources/source-status';
import { formatInstant } from '#lib/format';
import { certificateEnd } from '#lib/time/certificate-end';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { Failure, Loading } from '#ui/page-states';
import { type Stat, StatStrip } from '#ui/stat-strip';
import type { Tone } from '#ui/status-tag';
import type { SourceTabProps } from '../source-tab-props';

const tones: Record<PollingStatus['state'], Tone> = {
  idle: 'green',
  running: 'blue',
  backoff: 'red',
  throttled: 'amber',
  quarantined: 'amber',
  paused: 'grey',
  error: 'red',
};

/** The state of a source in a sentence, with what to do, its last read and the next one. */
export function SourceState({ source }: SourceTabProps) {
  const { t } = useTranslation('source');
  const { data: status, error, refetch } = useQuery(pollingStatusQuery(source.id));
  if (!status) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('stands.loading')} />;
  const { state, message, is_imported, last_error } = status;
  // The error already names what stands in the way.
  const isError = last_error !== null && (state === 'error' || state === 'backoff');
  const waiting = source.waiting_change_set_id;
  const review = waiting && (
    <LinkButton to="/change-sets/$id" params={{ id: waiting }}>
      {t('word.reviewChanges')}
    </LinkButton>
  );
  return (
    <>
      {!isError && (
        <Notice tone={state === 'idle' && !is_imported ? 'amber' : tones[state]} title={message} actions={review} />
      )}
      {last_error && (
        <Notice
          tone="red"
          title={last_error.message}
          actions={<ReplaceCredential sourceId={source.id} error={last_error} />}
        >
          {last_error.advice} <span className="mute">{t('stands.inTheLog', { id: last_error.correlation_id })}</span>
        </Notice>
      )}
      <WhenRead source={source} status={status} />
    </>
  );
}

function WhenRead({ source, status }: SourceTabProps & { status: PollingStatus }) {
  const { t } = useTranslation('source');
  const { id, provider, sync_interval } = source;
  const runs = (
    <Link to="/iam-manager" search={{ source: id, tab: 'runs' }}>
      {t('stands.runs')}
    </Link>
  );
  const { last_run, last_success, mode, credential, webhook } = status;
  const waitsOnly = mode === 'webhook' && sync_interval === 'disabled';
  const facts: Stat[] = [
    { label: t('stands.lastRun'), value: <TimeAgo instant={last_run} />, hint: runs },
    { label: t('stands.lastSuccess'), value: <TimeAgo instant={last_success} />, hint: formatInstant(last_success) },
    {
      label: t('stands.nextRun'),
      value: <WhenNext status={status} />,
      hint: t(`stands.modes.${waitsOnly ? 'webhookOnly' : mode}`),
    },
    ...(credential
      ? [
          {
            label: t(`credentials.kinds.${credential.type}`),
            value: <End at={credential.expires_at} />,
            hint: credential.expires_at && formatInstant(credential.expires_at),
          },
        ]
      : []),
    ...(webhook.state === 'off' || isUploaded(provider)
      ? []
      : [
          {
            label: t('webhook.title'),
            value: t(`webhook.states.${webhook.state}`),
            hint: webhook.last_event_at && (
              <>
                {t('webhook.lastMessage')} <TimeAgo isInside instant={webhook.last_event_at} />
              </>
            ),
          },
        ]),
  ];
  return <StatStrip items={facts} />;
}

function End({ at }: { at: string | null }) {
  const { t } = useTranslation('source');
  if (at === null) return <span className="mute">{t('credentials.endUnknown')}</span>;
  const { days } = certificateEnd(at, Date.now());
  if (days < 0) return <>{t('credentials.ended')}</>;
  return <>{t('credentials.ends', { count: days })}</>;
}
