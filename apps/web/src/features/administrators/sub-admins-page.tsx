import { administratorList, invitationList } from '@key2xs/contract';
import { Button, Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { Page } from '#ui/page';
import { TabList } from '#ui/tab-list';
import { useUrlState } from '#ui/table/url-state';
import { AdministratorsTab } from './administrators-tab';
import { InvitationsTab } from './invitations/invitations-tab';
import { InviteDrawer } from './invitations/invite-drawer';
import { RolesTab } from './roles/roles-tab';
import { SettingsTab } from './settings/settings-tab';
import { subAdminsSearch, subAdminsTabs } from './sub-admins-search';

/** Who may sign in and do what, and how signing in and histories are set. */
export function SubAdminsPage() {
  const { t } = useTranslation('administrators');
  const navigate = useNavigate();
  const [{ tab, dialog, open }, patch] = useUrlState(subAdminsSearch);
  const invite = () => patch({ dialog: 'invite' });
  const openRole = (id: string | undefined) => patch({ open: id });
  const inviteButton = <Button onClick={invite}>{t('invite')}</Button>;
  const parts = {
    administrators: {
      content: <AdministratorsTab onInvite={invite} />,
      actions: (
        <>
          <ExportButton list={administratorList} />
          {inviteButton}
        </>
      ),
    },
    invitations: {
      content: <InvitationsTab onInvite={invite} />,
      actions: (
        <>
          <ExportButton list={invitationList} />
          {inviteButton}
        </>
      ),
    },
    roles: {
      content: <RolesTab open={open} onOpen={openRole} />,
      actions: <Button onClick={() => openRole('new')}>{t('roles.create')}</Button>,
    },
    settings: { content: <SettingsTab />, actions: null },
  };
  const { content, actions } = parts[tab];
  const tabList = (
    <TabList aria-label={t('tabs.label')}>
      {subAdminsTabs.map((name) => (
        <Tabs.Tab key={name} value={name}>
          {t(`tabs.${name}`)}
        </Tabs.Tab>
      ))}
    </TabList>
  );
  const show = (chosen: string | null) =>
    void navigate({ to: '/admin/sub-admins', search: { tab: subAdminsTabs.find((name) => name === chosen) } });
  return (
    <Tabs value={tab} onChange={show} keepMounted={false}>
      <Page title={t('title')} about={t('subtitle')} actions={actions} tabs={tabList}>
        <Tabs.Panel value={tab}>{content}</Tabs.Panel>
        {dialog === 'invite' && <InviteDrawer onClose={() => patch({ dialog: undefined })} />}
      </Page>
    </Tabs>
  );
}
