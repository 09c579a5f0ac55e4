import { keyTimesList } from '@key2xs/contract';
import { Button, Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { loadChunk } from '#lib/chunk';
import { Page } from '#ui/page';
import { TabList } from '#ui/tab-list';
import { useUrlState } from '#ui/table/url-state';
import { activationSearch, activationTabs } from './activation-search';
import { ForecastTab } from './forecast-tab';
import { KeysTab } from './keys-tab';
import { PolicyTab } from './policy-tab';
import { TemplatesTab } from './templates-tab';

const MailTextsTab = lazy(async () => ({
  default: (await loadChunk('MailTextsTab', () => import('./mail-texts-tab'))).MailTextsTab,
}));

/** When keys work: what is set for them, what lapses, and what is decided for all. */
export function ActivationPage() {
  const { t } = useTranslation('key-times');
  const navigate = useNavigate();
  const [{ tab }, patch] = useUrlState(activationSearch);
  const content = {
    keys: <KeysTab />,
    templates: <TemplatesTab />,
    forecast: <ForecastTab />,
    policy: <PolicyTab />,
    mails: (
      <Suspense>
        <MailTextsTab />
      </Suspense>
    ),
  };
  const actions = tab === 'keys' && (
    <>
      <ExportButton list={keyTimesList} />
      <Button variant="default" onClick={() => patch({ change: 'all' })}>
        {t('change.all')}
      </Button>
    </>
  );
  const tabList = (
    <TabList aria-label={t('tabs.label')}>
      {activationTabs.map((name) => (
        <Tabs.Tab key={name} value={name}>
          {t(`tabs.${name}`)}
        </Tabs.Tab>
      ))}
    </TabList>
  );
  const show = (chosen: string | null) =>
    void navigate({ to: '/admin/activation', search: { tab: activationTabs.find((name) => name === chosen) } });
  return (
    <Tabs value={tab} onChange={show} keepMounted={false}>
      <Page title={t('title')} about={t('subtitle')} actions={actions} tabs={tabList}>
        <Tabs.Panel value={tab}>{content[tab]}</Tabs.Panel>
      </Page>
    </Tabs>
  );
}
