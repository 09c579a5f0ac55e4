import { capacityList, programmingDeviceList, programmingKeyList, programmingList } from '@key2xs/contract';
import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { Page } from '#ui/page';
import { TabList } from '#ui/tab-list';
import { Board } from './board';
import { CapacityPanel } from './capacity-panel';
import { DevicesPanel } from './devices-panel';
import { KeysPanel } from './keys-panel';

const tabs = {
  jobs: { Part: Board, Export: () => <ExportButton list={programmingList} /> },
  capacity: { Part: CapacityPanel, Export: () => <ExportButton list={capacityList} /> },
  keys: { Part: KeysPanel, Export: () => <ExportButton list={programmingKeyList} /> },
  devices: { Part: DevicesPanel, Export: () => <ExportButton list={programmingDeviceList} /> },
};
type PartName = keyof typeof tabs;
const names = Object.keys(tabs) as PartName[]; // keys of a closed const object

/** The selected part. All other search parameters belong to it. */
export type ProgrammingSearch = { tab?: PartName };

/** Programming jobs and how far each is; who carries them, and where. */
export function ProgrammingPage() {
  const { t } = useTranslation('programming');
  const navigate = useNavigate();
  const { tab: wanted }: ProgrammingSearch = useSearch({ strict: false });
  const tab = names.find((name) => name === wanted) ?? 'jobs';
  const { Part, Export } = tabs[tab];
  const tabList = (
    <TabList aria-label={t('tabs.label')}>
      {names.map((name) => (
        <Tabs.Tab key={name} value={name}>
          {t(`tabs.${name}`)}
        </Tabs.Tab>
      ))}
    </TabList>
  );
  const show = (chosen: string | null) =>
    void navigate({ to: '/cylinders/jobs', search: { tab: names.find((name) => name === chosen) } });
  return (
    <Tabs value={tab} onChange={show} keepMounted={false}>
      <Page title={t('title')} about={t('subtitle')} actions={<Export />} tabs={tabList}>
        <Tabs.Panel value={tab}>
          <Part />
        </Tabs.Panel>
      </Page>
    </Tabs>
  );
}
