import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { meQuery } from '#data/auth';
import { formatDate } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { TabList } from '#ui/tab-list';
import { useUrlState } from '#ui/table/url-state';
import { NotificationPanel } from './notification-panel';
import { profileSearch, profileTabs } from './profile-search';

/** The account of the signed-in administrator, and its settings. */
export function ProfilePage() {
  const { t } = useTranslation('profile');
  const [{ tab }, patch] = useUrlState(profileSearch);
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      <Tabs
        value={tab}
        onChange={(next) => patch({ tab: profileTabs.find((one) => one === next) })}
        keepMounted={false}
      >
        <TabList aria-label={t('tabs.label')} mb="md">
          {profileTabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`tabs.${one}`)}
            </Tabs.Tab>
          ))}
        </TabList>
        <Tabs.Panel value="profile">
          <AccountPanel />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <NotificationPanel />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function AccountPanel() {
  const { t } = useTranslation('profile');
  const { data: me, error, refetch } = useQuery(meQuery);
  if (!me) {
    return (
      <Panel>{error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('account.loading')} />}</Panel>
    );
  }
  return (
    <Panel title={t('account.title')} padded>
      <KeyValues
        items={[
          { label: t('account.username'), value: me.username },
          { label: t('account.role'), value: t(`account.roles.${me.role}`) },
          { label: t('account.since'), value: formatDate(me.created_at) },
        ]}
      />
    </Panel>
  );
}
