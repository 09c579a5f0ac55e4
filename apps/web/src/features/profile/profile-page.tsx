import { Stack, Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiTokensPanel } from '#components/api-tokens/api-tokens-panel';
import { DisabledInView } from '#components/may-call';
import { Page } from '#ui/page';
import { TabList } from '#ui/tab-list';
import { useUrlState } from '#ui/table/url-state';
import { AccountPanel } from './account/account-panel';
import { ActionsPanel } from './account/actions-panel';
import { DataPanel } from './account/data-panel';
import { SessionsPanel } from './account/sessions-panel';
import { profileSearch, profileTabs } from './profile-search';
import { NotificationPanel } from './settings/notification-panel';
import { PasswordPanel } from './settings/password-panel';
import { PreferencesPanel } from './settings/preferences-panel';
import { SecondFactorPanel } from './settings/second-factor-panel';
import { SingleSignOnPanel } from './settings/single-sign-on-panel';

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
          <Stack gap="md">
            <AccountPanel />
            <SessionsPanel />
            <ActionsPanel />
            <DataPanel />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <DisabledInView>
            <Stack gap="md">
              <PreferencesPanel />
              <PasswordPanel />
              <SecondFactorPanel />
              <SingleSignOnPanel />
              <NotificationPanel />
              <ApiTokensPanel />
            </Stack>
          </DisabledInView>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
