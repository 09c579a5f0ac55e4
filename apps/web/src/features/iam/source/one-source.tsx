import { factsOf, type IamConnection, iam, isUploaded } from '@key2xs/contract';
import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayCall } from '#components/may-call';
import { RunAgain } from '#components/run-again';
import { SourceHealth } from '#components/sources/source-health';
import { iamConnectionsQuery } from '#data/sources/iam';
import { LinkButton } from '#ui/link-button';
import { Page } from '#ui/page';
import { Empty, Failure, Loading } from '#ui/page-states';
import { TabList } from '#ui/tab-list';
import { useUrlState } from '#ui/table/url-state';
import { EditSourceDrawer, prepareEditing } from '../edit-source';
import { type SourceTab, sourceSearch, sourceTabs } from '../source-search';
import { SourcePanels } from './source-panels';
import '../iam.css';

/** One identity source: its state, its people, how it is read, and what waits for a decision. */
export function OneSource({ id }: { id: string }) {
  const { t } = useTranslation(['source', 'iam']);
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(iamConnectionsQuery);
  const back = { label: t('iam:manager.title'), onClick: () => void navigate({ to: '/iam-manager' }) };
  const source = data?.find((one) => one.id === id);
  if (source) return <Source source={source} back={back} />;
  return (
    <Page title={t('one')} back={back}>
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />)}
      {data && <Empty title={t('gone')} hint={t('goneHint')} />}
    </Page>
  );
}

type Back = { label: string; onClick: () => void };

function Source({ source, back }: { source: IamConnection; back: Back }) {
  const { t } = useTranslation(['source', 'iam']);
  const [{ tab = 'overview' }] = useUrlState(sourceSearch);
  const navigate = useNavigate();
  const { id, name, provider, description } = source;
  // Search parameters of one tab mean nothing in another.
  const choose = (chosen: string | null) =>
    void navigate({
      to: '/iam-manager',
      search: sourceSearch.parse({ source: id, tab: chosen ?? undefined }),
      replace: true,
      resetScroll: false,
    });
  const list = (
    <TabList aria-label={t('tabs.label')}>
      {sourceTabs.filter(hasTab(source)).map((one) => (
        <Tabs.Tab key={one} value={one}>
          {t(`tabs.${one}`)}
        </Tabs.Tab>
      ))}
    </TabList>
  );
  const subtitle = (
    <>
      <SourceHealth source={source} isShort /> {t(`iam:providers.${provider}.name`)}{' '}
      {description && ` · ${description}`}
    </>
  );
  return (
    <Tabs value={tab} onChange={choose} keepMounted={false}>
      <Page title={name} subtitle={subtitle} back={back} actions={<Actions source={source} />} tabs={list}>
        <SourcePanels source={source} />
      </Page>
    </Tabs>
  );
}

/** An uploaded list is not called: there are no calls to measure. */
const hasTab =
  ({ provider }: IamConnection) =>
  (tab: SourceTab) =>
    tab === 'credentials' ? factsOf(provider).credential !== 'none' : tab !== 'metrics' || !isUploaded(provider);

function Actions({ source }: { source: IamConnection }) {
  const { t } = useTranslation(['source', 'iam']);
  const [isEditing, setIsEditing] = useState(false);
  const { id, provider, is_active } = source;
  const of = { kind: 'directory', subject_id: id } as const;
  const isRead = is_active && !isUploaded(provider);
  return (
    <>
      {isRead && <RunAgain of={of} isDryRun label={t('actions.preview')} variant="default" />}
      {isRead && <RunAgain of={of} isDryRun={false} label={t('word.readNow')} />}
      {isUploaded(provider) && (
        <LinkButton to="/connect/iam-wizard" search={{ connection: id }}>
          {t('iam:manager.upload')}
        </LinkButton>
      )}
      <MayCall of={[iam.update]}>
        <Button
          variant="default"
          onPointerEnter={prepareEditing}
          onFocus={prepareEditing}
          onClick={() => setIsEditing(true)}
        >
          {t('word.edit')}
        </Button>
      </MayCall>
      <Suspense>{isEditing && <EditSourceDrawer source={source} onClose={() => setIsEditing(false)} />}</Suspense>
    </>
  );
}
