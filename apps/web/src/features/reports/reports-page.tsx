import { audit, auditEntryList } from '@key2xs/contract';
import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { Page } from '#ui/page';
import { TabList } from '#ui/tab-list';
import { useUrlState } from '#ui/table/url-state';
import { AccessTab, useMayReportAccess } from './access/access-tab';
import { CatalogueTab } from './catalogue/catalogue-tab';
import { EventsTab } from './events/events-tab';
import { LogTab } from './log/log-tab';
import { reportsSearch, reportsTabs } from './reports-search';

const contents = { log: LogTab, events: EventsTab, access: AccessTab, catalogue: CatalogueTab };

/** What happened, as proof: the administration log, and what happened at doors. */
export function ReportsPage() {
  const { t } = useTranslation('reports');
  const [{ tab: chosen }] = useUrlState(reportsSearch);
  const mayReportAccess = useMayReportAccess();
  const offered = reportsTabs.filter((name) => name !== 'access' || mayReportAccess);
  const tab = offered.find((name) => name === chosen) ?? 'log';
  const navigate = useNavigate();
  // Each tab has filters of its own.
  const show = (chosen: (typeof reportsTabs)[number] | undefined) =>
    void navigate({ to: '.', search: { tab: chosen } as never });
  const Content = contents[tab];
  const tabList = (
    <TabList aria-label={t('tabs.label')}>
      {offered.map((name) => (
        <Tabs.Tab key={name} value={name}>
          {t(`tabs.${name}`)}
        </Tabs.Tab>
      ))}
    </TabList>
  );
  return (
    <Tabs value={tab} onChange={(chosen) => show(reportsTabs.find((name) => name === chosen))}>
      <Page title={t('title')} about={t('subtitle')} actions={tab === 'log' && <Exports />} tabs={tabList}>
        <Tabs.Panel value={tab}>
          <Content />
        </Tabs.Panel>
      </Page>
    </Tabs>
  );
}

/** The whole list for a spreadsheet, or its newest entries with what proves them. */
function Exports() {
  const { t } = useTranslation('reports');
  const proof = { endpoint: audit.exportPage, fileName: 'administration-log-proof.json', label: t('exportProof') };
  return (
    <>
      <ExportButton list={auditEntryList} as={proof} />
      <ExportButton list={auditEntryList} />
    </>
  );
}
