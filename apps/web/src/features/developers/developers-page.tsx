import { logDestinations, webhooks } from '@key2xs/contract';
import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { Page } from '#ui/page';
import { TabList } from '#ui/tab-list';
import { useUrlState } from '#ui/table/url-state';
import './developers.css';
import { developersSearch, developerTabs } from './developers-search';
import { LogForwardingPanel } from './log-forwarding/log-forwarding-panel';
import { ErrorCatalogue } from './reference/error-catalogue';
import { Reference } from './reference/reference';
import { TokensTab } from './tokens/tokens-tab';
import { WebhooksPanel } from './webhooks/webhooks-panel';

/** For those who write programs that call the product. */
export function DevelopersPage() {
  const { t } = useTranslation('developers');
  const [{ tab, webhook }, patch] = useUrlState(developersSearch);
  const maySeeWebhooks = useMay(webhooks.list);
  const maySeeForwarding = useMay(logDestinations.list);
  const isHidden = (one: (typeof developerTabs)[number]) =>
    (one === 'webhooks' && !maySeeWebhooks) || (one === 'forwarding' && !maySeeForwarding);
  const tabs = developerTabs.filter((one) => !isHidden(one));
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      <Tabs
        value={tab}
        onChange={(next) => patch({ tab: developerTabs.find((one) => one === next) })}
        keepMounted={false}
      >
        <TabList aria-label={t('tabs.label')} mb="md">
          {tabs.map((one) => (
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
        <Tabs.Panel value="tokens">
          <TokensTab />
        </Tabs.Panel>
        {maySeeWebhooks && (
          <Tabs.Panel value="webhooks">
            <WebhooksPanel open={webhook} onOpen={(id) => patch({ webhook: id })} />
          </Tabs.Panel>
        )}
        {maySeeForwarding && (
          <Tabs.Panel value="forwarding">
            <LogForwardingPanel />
          </Tabs.Panel>
        )}
      </Tabs>
    </Page>
  );
}
