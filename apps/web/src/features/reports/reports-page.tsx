import { accessEvents, audit, auditEntryList, keptReports, reportSchedules, reports } from '@key2xs/contract';
import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { useMay } from '#data/auth';
import { Page } from '#ui/page';
import { TabList } from '#ui/tab-list';
import { useUrlState } from '#ui/table/url-state';
import { AccessTab, useMayReportAccess } from './access/access-tab';
import { CatalogueTab } from './catalogue/catalogue-tab';
import { EventsTab } from './events/events-tab';
import { KeptTab } from './kept/kept-tab';
import { LogTab } from './log/log-tab';
import './reports.css';
import { reportsSearch, reportsTabs } from './reports-search';
import { SchedulesTab } from './schedules/schedules-tab';

const contents = {
  log: LogTab,
  events: EventsTab,
  access: AccessTab,
  catalogue: CatalogueTab,
  kept: KeptTab,
  schedules: SchedulesTab,
};

type ReportsTab = (typeof reportsTabs)[number];

/** The tabs whose content the reader may read. */
function useOfferedTabs(): ReportsTab[] {
  const may: Record<ReportsTab, boolean> = {
    log: useMay(audit.list, audit.verifications),
    events: useMay(accessEvents.looks),
    access: useMayReportAccess(),
    catalogue: useMay(reports.catalogue),
    kept: useMay(keptReports.list),
    schedules: useMay(reportSchedules.list),
  };
  return reportsTabs.filter((name) => may[name]);
}

/** What happened, as proof: the administration log, what happened at doors, and reports. */
export function ReportsPage() {
  const { t } = useTranslation('reports');
  const [{ tab: chosen }] = useUrlState(reportsSearch);
  const offered = useOfferedTabs();
  const tab = offered.find((name) => name === chosen) ?? offered[0] ?? 'catalogue';
  const navigate = useNavigate();
  // Each tab has filters of its own.
  const show = (chosen: ReportsTab | undefined) => void navigate({ to: '.', search: { tab: chosen } as never });
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
      <Page
        title={t('title')}
        about={t(tab === 'log' ? 'subtitle' : 'subtitleOfReports')}
        actions={tab === 'log' && <Exports />}
        tabs={tabList}
      >
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
