import { keyRequestList, keyRequestRules, keyRequests } from '@key2xs/contract';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { useMay } from '#data/auth';
import { requestCountsQuery } from '#data/key-systems/key-requests';
import { loadChunk } from '#lib/chunk';
import { formatNumber } from '#lib/format';
import { Page } from '#ui/page';
import { TabList } from '#ui/tab-list';
import { useUrlState } from '#ui/table/url-state';
import { keyRequestsSearch, requestTabs } from './key-requests-search';
import { RequestList } from './request-list';

const NewRequest = lazy(async () => ({
  default: (await loadChunk('NewRequest', () => import('./new-request'))).NewRequest,
}));
const RulesTab = lazy(async () => ({
  default: (await loadChunk('RulesTab', () => import('./rules-tab'))).RulesTab,
}));

/** Asking for keys and access: a new request, one's own, those to decide, all of them, and the rules. */
export function KeyRequestsPage() {
  const { t } = useTranslation('key-requests');
  const navigate = useNavigate();
  const [{ view, case: caseId }] = useUrlState(keyRequestsSearch);
  const { data: counts } = useQuery(requestCountsQuery);
  const mayDecide = useMay(keyRequests.decide);
  const mayRule = useMay(keyRequestRules.save);
  const shown = requestTabs.filter((tab) =>
    tab === 'rules' ? mayRule : mayDecide || (tab !== 'to_decide' && tab !== 'all'),
  );
  const current = shown.includes(view) ? view : 'mine';
  const show = (tab: string | null) =>
    void navigate({ to: '/keys/request', search: { view: requestTabs.find((name) => name === tab) } });
  const open = (id: string) => void navigate({ to: '/keys/request', search: { view: 'mine', open: id } });
  const countOf = (tab: (typeof requestTabs)[number]) =>
    counts && (tab === 'mine' || tab === 'to_decide') && counts[tab] > 0 ? ` (${formatNumber(counts[tab])})` : '';
  const content = {
    new: <NewRequest caseId={caseId} onSubmitted={open} />,
    mine: <RequestList tab="mine" onNew={() => show('new')} />,
    to_decide: <RequestList tab="to_decide" />,
    all: <RequestList />,
    rules: <RulesTab />,
  };
  const tabList = (
    <TabList aria-label={t('tabs.label')}>
      {shown.map((tab) => (
        <Tabs.Tab key={tab} value={tab}>
          {t(`tabs.${tab}`)}
          {countOf(tab)}
        </Tabs.Tab>
      ))}
    </TabList>
  );
  return (
    <Tabs value={current} onChange={show} keepMounted={false}>
      <Page
        title={t('title')}
        about={t('about')}
        actions={current === 'all' && <ExportButton list={keyRequestList} />}
        tabs={tabList}
      >
        <Tabs.Panel value={current}>
          <Suspense>{content[current]}</Suspense>
        </Tabs.Panel>
      </Page>
    </Tabs>
  );
}
