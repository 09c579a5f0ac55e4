import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Page } from '#ui/page';
import { TabList } from '#ui/tab-list';
import { useUrlState } from '#ui/table/url-state';
import './developers.css';
import { developersSearch, developerTabs } from './developers-search';
import { ErrorCatalogue } from './reference/error-catalogue';
import { Reference } from './reference/reference';

/** For those who write programs that call the product. */
export function DevelopersPage() {
  const { t } = useTranslation('developers');
  const [{ tab }, patch] = useUrlState(developersSearch);
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      <Tabs
        value={tab}
        onChange={(next) => patch({ tab: developerTabs.find((one) => one === next) })}
        keepMounted={false}
      >
        <TabList aria-label={t('tabs.label')} mb="md">
          {developerTabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`tabs.${one}`)}
            </Tabs.Tab>
          ))}
        </TabList>
        <Tabs.Panel value="reference">
          <Reference />
        </Tabs.Panel>
        <Tabs.Panel value="errors">
          <ErrorCatalogue />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
