import { administratorList } from '@key2xs/contract';
import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { Page } from '#ui/page';
import { Panel } from '#ui/panel';
import { TabList } from '#ui/tab-list';
import { AdministratorList } from './administrator-list';
import { SettingsTab } from './settings/settings-tab';

const tabs = {
  administrators: {
    Content: () => (
      <Panel>
        <AdministratorList />
      </Panel>
    ),
    Actions: () => <ExportButton list={administratorList} />,
  },
  settings: { Content: SettingsTab, Actions: () => null },
};
type SubAdminsTab = keyof typeof tabs;
const tabNames = Object.keys(tabs) as SubAdminsTab[]; // keys of a closed const object

/** The selected tab. All other search parameters belong to it. */
export type SubAdminsSearch = { tab?: SubAdminsTab };

/** Who may sign in and do what, and how signing in and histories are set. */
export function SubAdminsPage() {
  const { t } = useTranslation('administrators');
  const navigate = useNavigate();
  const { tab: wanted }: SubAdminsSearch = useSearch({ strict: false });
  const tab = tabNames.find((name) => name === wanted) ?? 'administrators';
  const { Content, Actions } = tabs[tab];
  const tabList = (
    <TabList aria-label={t('tabs.label')}>
      {tabNames.map((name) => (
        <Tabs.Tab key={name} value={name}>
          {t(`tabs.${name}`)}
        </Tabs.Tab>
      ))}
    </TabList>
  );
  const show = (chosen: string | null) =>
    void navigate({ to: '/admin/sub-admins', search: { tab: tabNames.find((name) => name === chosen) } });
  return (
    <Tabs value={tab} onChange={show} keepMounted={false}>
      <Page title={t('words.title')} about={t('words.subtitle')} actions={<Actions />} tabs={tabList}>
        <Tabs.Panel value={tab}>
          <Content />
        </Tabs.Panel>
      </Page>
    </Tabs>
  );
}
