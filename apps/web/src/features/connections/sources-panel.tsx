import { type IamConnection, isUploaded } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { RunAgain } from '#components/run-again';
import { NextRun } from '#components/sources/next-run';
import { ReplaceCredential } from '#components/sources/replace-credential';
import { SourceHealth } from '#components/sources/source-health';
import { TimeAgo } from '#components/time-ago';
import { pollingStatusQuery, sourceMetricsQuery } from '#data/sources/source-status';
import { LinkButton } from '#ui/link-button';
import { StatusTag } from '#ui/status-tag';
import { ConnectionItem } from './connection-item';
import { ConnectionPanel } from './connection-panel';

export function SourcesPanel({ sources }: { sources: readonly IamConnection[] }) {
  const { t } = useTranslation('connections');
  const manage = (
    <LinkButton to="/iam-manager" variant="default">
      {t('sources.manage')}
    </LinkButton>
  );
  const add = (
    <LinkButton to="/connect/iam-wizard" variant={sources.length > 0 ? 'default' : 'filled'}>
      {t('word.addIdentitySource')}
    </LinkButton>
  );
  const none = { title: t('sources.none'), hint: t('sources.noneHint') };
  return (
    <ConnectionPanel title={t('word.identitySources')} manage={manage} add={add} none={none}>
      {sources.map((source) => (
        <SourceItem key={source.id} source={source} />
      ))}
    </ConnectionPanel>
  );
}

function SourceItem({ source }: { source: IamConnection }) {
  const { id, name, provider, waiting_change_set_id, last_read_at } = source;
  const isCalled = !isUploaded(provider);
  const { data: status } = useQuery({ ...pollingStatusQuery(id), enabled: isCalled });
  const manager = (
    <Link to="/iam-manager" search={{ source: id }}>
      {name}
    </Link>
  );
  return (
    <ConnectionItem
      id={id}
      name={manager}
      tags={last_read_at ? <SourceHealth source={source} isShort /> : <NotRead source={source} />}
      facts={<Facts source={source} hasError={status?.last_error != null} />}
      error={status?.last_error?.message ?? null}
      waitingChangeSetId={waiting_change_set_id}
      actions={
        <>
          <ReplaceCredential sourceId={id} error={status?.last_error ?? null} />
          <Acting source={source} isCalled={isCalled} />
        </>
      }
    />
  );
}

function NotRead({ source }: { source: IamConnection }) {
  const { t } = useTranslation('connections');
  if (!source.is_active) return <StatusTag tone="grey" label={t('sources.inactive')} />;
  return <StatusTag tone="amber" label={t('sources.notRead')} />;
}

function Facts({ source, hasError }: { source: IamConnection; hasError: boolean }) {
  const { id, provider, people, last_read_at, waiting_change_set_id } = source;
  const { t } = useTranslation('connections');
  return (
    <>
      {t(`sources.provider.${provider}.name`)} · {t('counted.people', { count: people })} · {t('sources.read')}{' '}
      <TimeAgo isInside instant={last_read_at} /> · {t('sources.next')} <NextRun sourceId={id} />
      {!waiting_change_set_id && !hasError && <WorstReason sourceId={id} />}
    </>
  );
}

/** The reason that lowers its health most. */
function WorstReason({ sourceId }: { sourceId: string }) {
  const { data } = useQuery(sourceMetricsQuery(sourceId));
  const [worst] = data?.health.reasons ?? [];
  return worst ? <div>{worst.message}</div> : null;
}

function Acting({ source: { id, is_active }, isCalled }: { source: IamConnection; isCalled: boolean }) {
  const { t } = useTranslation('connections');
  const of = { kind: 'directory', subject_id: id } as const;
  return (
    <>
      {isCalled && is_active && <RunAgain of={of} isDryRun={false} label={t('word.readNow')} variant="default" />}
      {!isCalled && (
        <LinkButton to="/connect/iam-wizard" search={{ connection: id }} variant="default">
          {t('sources.upload')}
        </LinkButton>
      )}
      <LinkButton to="/people" search={{ connection_id: id, active: 'true' }} variant="default">
        {t('word.openPeople')}
      </LinkButton>
    </>
  );
}
