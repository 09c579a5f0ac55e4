import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { keySystemsQuery } from '#data/key-systems';
import { Page } from '#ui/page';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/url-state';
import { CylinderFilters, CylinderList, ExportCylinders } from './cylinder-list';
import { cylindersSearch, noFilter, recordTabs } from './cylinders-search';
import { ExportGroups, GroupFilters, GroupList } from './group-list';
import { ExportKeys, KeyFilters, KeyList } from './key-list';

const exports = { cylinders: ExportCylinders, groups: ExportGroups, keys: ExportKeys };

/** Cylinders, cylinder groups and keys of all key systems, as recorded there. */
export function CylindersPage() {
  const { t } = useTranslation('cylinders');
  const [{ tab = 'cylinders' }, setState] = useUrlState(cylindersSearch);
  const Export = exports[tab];
  const tabs = (
    <Tabs.List aria-label={t('tabs.label')}>
      {recordTabs.map((name) => (
        <Tabs.Tab key={name} value={name}>
          {t(`tabs.${name}`)}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
  return (
    <Tabs
      value={tab}
      onChange={(chosen) => setState({ ...noFilter, ...cylindersSearch.parse({ tab: chosen ?? undefined }) })}
      keepMounted={false}
    >
      <Page title={t('title')} subtitle={t('subtitle')} actions={<Export />} tabs={tabs}>
        <Ages />
        <Tabs.Panel value="cylinders">
          <Panel>
            <CylinderFilters />
            <CylinderList />
          </Panel>
        </Tabs.Panel>
        <Tabs.Panel value="groups">
          <Panel>
            <GroupFilters />
            <GroupList />
          </Panel>
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <Panel>
            <KeyFilters />
            <KeyList />
          </Panel>
        </Tabs.Panel>
      </Page>
    </Tabs>
  );
}

/** How old what is shown is, by key system. */
function Ages() {
  const { t } = useTranslation('cylinders');
  const { data: systems = [] } = useQuery(keySystemsQuery);
  if (systems.length === 0) return null;
  return (
    <p className="mute" style={{ marginBottom: 12 }}>
      {t('age.label')}{' '}
      {systems.map(({ id, name, inventory_read_at }, index) => (
        <span key={id}>
          {index > 0 && ' · '}
          {name}, {inventory_read_at ? <TimeAgo instant={inventory_read_at} /> : t('age.never')}
        </span>
      ))}
    </p>
  );
}
