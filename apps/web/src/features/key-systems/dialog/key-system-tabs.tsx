import type { KeySystemConnection } from '@key2xs/contract';
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TabList } from '#ui/tab-list';
import { useUrlState } from '#ui/table/url-state';
import { CertificatesTab } from '../certificates/certificates-tab';
import { keySystemsSearch, keySystemTabs } from '../key-systems-search';
import { ConfigurationTab } from './configuration-tab';
import { ConnectionTestTab } from './connection-test-tab';
import { InventoryTab } from './inventory-tab';
import { OverviewTab } from './overview-tab';

type Props = { connection: KeySystemConnection; onEdit: () => void };

export function KeySystemTabs({ connection, onEdit }: Props) {
  const { t } = useTranslation('key-systems');
  const [{ tab = 'overview' }, setWanted] = useUrlState(keySystemsSearch);
  const choose = (chosen: string | null) => setWanted({ tab: keySystemsSearch.shape.tab.parse(chosen ?? undefined) });
  const panels: Record<(typeof keySystemTabs)[number], ReactNode> = {
    overview: <OverviewTab connection={connection} onEdit={onEdit} />,
    configuration: (
      <ConfigurationTab connection={connection} onCertificates={() => choose('certificates')} onEdit={onEdit} />
    ),
    certificates: <CertificatesTab connection={connection} />,
    test: <ConnectionTestTab connection={connection} />,
    inventory: <InventoryTab connection={connection} />,
  };
  return (
    <Tabs value={tab} onChange={choose} keepMounted={false}>
      <TabList aria-label={t('dialog.tabs')}>
        {keySystemTabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`dialog.tab.${name}`)}
          </Tabs.Tab>
        ))}
      </TabList>
      {keySystemTabs.map((name) => (
        <Tabs.Panel key={name} value={name} pt="md">
          {panels[name]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
