import { cylinderGroupList, cylinderList, keyList } from '@key2xs/contract';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { TimeAgo } from '#components/time-ago';
import { inventoryFacetsQuery } from '#data/key-systems/cylinders';
import { Page } from '#ui/page';
import { Panel } from '#ui/panel';
import { TabList } from '#ui/tab-list';
import { CylinderList } from './cylinder-list';
import { GroupList } from './group-list';
import { KeyList } from './key-list';

const tabs = {
  cylinders: { List: CylinderList, Export: () => <ExportButton list={cylinderList} /> },
  groups: { List: GroupList, Export: () => <ExportButton list={cylinderGroupList} /> },
  keys: { List: KeyList, Export: () => <ExportButton list={keyList} /> },
};
type RecordTab = keyof typeof tabs;
const recordTabs = Object.keys(tabs) as RecordTab[]; // keys of a closed const object

/** The selected list. All other search parameters belong to that list. */
export type CylindersSearch = { tab?: RecordTab };

/** Cylinders, cylinder groups and keys of all key systems, as recorded there. */
export function CylindersPage() {
  const { t } = useTranslation('cylinders');
  const navigate = useNavigate();
  const { tab: wanted }: CylindersSearch = useSearch({ strict: false });
  const tab = recordTabs.find((name) => name === wanted) ?? 'cylinders';
  const { List, Export } = tabs[tab];
  const tabList = (
    <TabList aria-label={t('tabs.label')}>
      {recordTabs.map((name) => (
        <Tabs.Tab key={name} value={name}>
          {t(`tabs.${name}`)}
        </Tabs.Tab>
      ))}
    </TabList>
  );
  const show = (chosen: string | null) =>
    void navigate({ to: '/cylinders', search: { tab: recordTabs.find((name) => name === chosen) } });
  return (
    <Tabs value={tab} onChange={show} keepMounted={false}>
      <Page title={t('title')} about={t('subtitle')} actions={<Export />} tabs={tabList}>
        <Ages />
        <Tabs.Panel value={tab}>
          <Panel>
            <List />
          </Panel>
        </Tabs.Panel>
      </Page>
    </Tabs>
  );
}

/** Age of the data, per key system. */
function Ages() {
  const { t } = useTranslation('cylinders');
  const { data: facets } = useQuery(inventoryFacetsQuery);
  if (!facets?.key_systems.length) return null;
  return (
    <p className="mute" style={{ marginBottom: 12 }}>
      {t('age.label')}{' '}
      {facets.key_systems.map(({ id, name, read_at }, index) => (
        <span key={id}>
          {index > 0 && ' · '}
          {name}, {read_at ? <TimeAgo isInside instant={read_at} /> : t('age.never')}
        </span>
      ))}
    </p>
  );
}
