import type { IamConnection } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
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
      {t('sources.add')}
    </LinkButton>
  );
  const none = { title: t('sources.none'), hint: t('sources.noneHint') };
  return (
    <ConnectionPanel title={t('sources.title')} manage={manage} add={add} none={none}>
      {sources.map((source) => (
        <SourceItem key={source.id} source={source} />
      ))}
    </ConnectionPanel>
  );
}

function SourceItem({ source }: { source: IamConnection }) {
  const { t } = useTranslation('connections');
  const people = t('sources.people', { count: source.people });
  const facts = (
    <>
      {t(`sources.provider.${source.provider}`)} · {people} · {t('sources.read')}{' '}
      <TimeAgo instant={source.last_read_at} />
    </>
  );
  return (
    <ConnectionItem
      name={source.name}
      tags={<SourceState source={source} />}
      facts={facts}
      waitingChangeSetId={source.waiting_change_set_id}
      actions={
        <>
          <LinkButton to="/connect/iam-wizard" search={{ connection: source.id }} variant="default">
            {t('sources.upload')}
          </LinkButton>
          <LinkButton to="/people" search={{ connection_id: source.id }} variant="default">
            {t('sources.open')}
          </LinkButton>
        </>
      }
    />
  );
}

function SourceState({ source }: { source: IamConnection }) {
  const { t } = useTranslation('connections');
  if (!source.is_active) return <StatusTag tone="grey" label={t('sources.inactive')} />;
  if (source.last_read_at === null) return <StatusTag tone="amber" label={t('sources.notRead')} />;
  return <StatusTag tone="green" label={t('sources.active')} />;
}
