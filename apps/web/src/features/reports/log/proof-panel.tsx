import { audit, type KeptVerification, type TimeStampState } from '@key2xs/contract';
import { Button, CopyButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MayCall } from '#components/may-call';
import { TimeAgo } from '#components/time-ago';
import { useVerifyLog, verificationsQuery } from '#data/audit';
import { formatInstant, formatNumber } from '#lib/format';
import { Mono } from '#ui/mono';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { useToast } from '#ui/toast';
import './log.css';

/** As many problems as a verification names. */
const maxProblems = 100;

/** What the last verification of the log has found, when, and a button for the next one. */
export function ProofPanel() {
  const { t } = useTranslation('reports');
  const { data, error, refetch } = useQuery(verificationsQuery);
  const [last, ...earlier] = data?.items ?? [];
  return (
    <Panel title={t('proof.title')} padded actions={<VerifyButton />}>
      {data ? (
        <>
          {last ? (
            <Verification last={last} earlier={earlier} />
          ) : (
            <p className="log-proof">
              <StatusTag tone="grey" label={t('proof.never')} />
              <span className="mute">{t('proof.neverHint')}</span>
            </p>
          )}
          <TimeStamp {...data.time_stamp} />
        </>
      ) : error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </Panel>
  );
}

function VerifyButton() {
  const { t } = useTranslation('reports');
  const verify = useVerifyLog();
  const toast = useToast();
  return (
    <MayCall of={[audit.verifyNow]}>
      <Button
        variant="default"
        size="compact-sm"
        loading={verify.isPending}
        onClick={() => verify.mutate(undefined, { onError: () => toast.failure(t('proof.failed')) })}
      >
        {t('proof.verify')}
      </Button>
    </MayCall>
  );
}

function Verification({ last, earlier }: { last: KeptVerification; earlier: KeptVerification[] }) {
  const { t } = useTranslation('reports');
  const end = `${last.head.seq}:${last.head.hash}`;
  return (
    <>
      <p className="log-proof" role="status">
        <ResultTag {...last} />
        <span>{t('proof.checked', { count: last.checked })}</span>
        <TimeAgo instant={last.at} />
        <span className="mute">{last.by === null ? t('proof.byProduct') : t('proof.by', { name: last.by })}</span>
      </p>
      {!last.ok && <Problems problems={last.problems} />}
      <p className="log-end">
        <span className="mute">{t('proof.end')}</span> <Mono>{end}</Mono>
        <CopyButton value={end}>
          {({ copied, copy }) => (
            <Button variant="subtle" size="compact-xs" onClick={copy}>
              {copied ? t('proof.copied') : t('proof.copy')}
            </Button>
          )}
        </CopyButton>
      </p>
      <p className="mute">{t('proof.endHint')}</p>
      {earlier.length > 0 && (
        <details className="log-raw">
          <summary>{t('proof.earlier')}</summary>
          <ul className="log-earlier">
            {earlier.map((one) => (
              <li key={one.id}>
                <ResultTag {...one} /> <time dateTime={one.at}>{formatInstant(one.at)}</time>{' '}
                <span className="mute">
                  {t('proof.checked', { count: one.checked })},{' '}
                  {one.by === null ? t('proof.byProduct') : t('proof.by', { name: one.by })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The last time stamp of an authority, and why there is none since. */
function TimeStamp({ is_on, last, failure }: TimeStampState) {
  const { t } = useTranslation('reports');
  return (
    <>
      <p className="log-proof">
        <span className="mute">{t('proof.stamp.label')}</span>
        {last ? (
          <>
            <TimeAgo instant={last.at} />
            <span>{t('proof.stamp.last', { count: last.entries, authority: last.authority })}</span>
          </>
        ) : (
          <>
            <span>{is_on ? t('proof.stamp.never') : t('proof.stamp.off')}</span>
            {!failure && <span className="mute">{is_on ? t('proof.stamp.neverHint') : t('proof.stamp.offHint')}</span>}
          </>
        )}
      </p>
      {failure && is_on && (
        <p className="log-proof">
          <StatusTag tone="amber" label={t('proof.stamp.failed')} />
          <TimeAgo instant={failure.at} />
          <span>{t(`proof.stamp.${failure.kind}`, { detail: failure.detail })}</span>
          <span className="mute">{t('proof.stamp.again')}</span>
        </p>
      )}
    </>
  );
}

function ResultTag({ ok }: Pick<KeptVerification, 'ok'>) {
  const { t } = useTranslation('reports');
  return <StatusTag tone={ok ? 'green' : 'red'} label={ok ? t('proof.whole') : t('proof.notWhole')} />;
}

function Problems({ problems }: Pick<KeptVerification, 'problems'>) {
  const { t } = useTranslation('reports');
  return (
    <div role="alert">
      <h3>{t('proof.found', { count: problems.length })}</h3>
      <ul className="log-problems" aria-label={t('proof.problems')}>
        {problems.map(({ seq, kind, detail }) => (
          <li key={`${seq} ${kind} ${detail}`}>
            <strong>{t(`proof.kinds.${kind}`)}</strong>{' '}
            {seq === null ? t('proof.nowhere') : t('proof.at', { position: seq })}
          </li>
        ))}
      </ul>
      {problems.length >= maxProblems && (
        <p className="mute">{t('proof.more', { count: maxProblems, formatted: formatNumber(maxProblems) })}</p>
      )}
    </div>
  );
}
