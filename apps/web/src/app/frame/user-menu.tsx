import { UnstyledButton } from '@mantine/core';
import { IconCode, IconInfoCircle, IconKeyboard, IconLogout, IconSettings, IconUser } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLogout, useMe } from '#data/auth';
import { session } from '#lib/session';
import { ActForEntries } from './act-for-entries';
import { PanelButton } from './panel-button';
import { useShowShortcuts } from './shortcuts';

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true };

/** The signed-in user, with links to the account and to log out. */
export function UserMenu() {
  const { t } = useTranslation('shell');
  const me = useMe();
  const isSubAdmin = me?.role === 'subadmin';
  const [isOpen, setIsOpen] = useState(false);
  const name = t(isSubAdmin ? 'user.subName' : 'user.name');
  const initials = t(isSubAdmin ? 'user.subInitials' : 'user.initials');
  const label = t('user.menu', { name, initials });
  const button = (
    <UnstyledButton
      className="avatar"
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => setIsOpen(!isOpen)}
    >
      {initials}
    </UnstyledButton>
  );
  return (
    <PanelButton
      isOpen={isOpen}
      onChange={setIsOpen}
      button={button}
      width={220}
      dropdown={{ p: 6, 'aria-label': label }}
    >
      <div className="user-head">
        <span className="user-name">{name}</span>
        <span className="user-online">{t('user.online')}</span>
        <span className="mute">{session.username()}</span>
      </div>
      {me && !me.acting && <ActForEntries />}
      <Entries isActing={Boolean(me?.acting)} onChosen={() => setIsOpen(false)} />
    </PanelButton>
  );
}

function Entries({ isActing, onChosen }: { isActing: boolean; onChosen: () => void }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const logout = useLogout();
  const showShortcuts = useShowShortcuts();
  const leave = () => logout.mutate(undefined, { onSettled: () => void navigate({ to: '/login' }) });
  const entry = { className: 'sidenav-entry', activeProps: {}, onClick: onChosen };
  return (
    <>
      <Link to="/profile" search={{ tab: 'profile' }} {...entry}>
        <IconUser {...icon} />
        {t('user.profile')}
      </Link>
      <Link to="/profile" search={{ tab: 'settings' }} {...entry}>
        <IconSettings {...icon} />
        {t('user.settings')}
      </Link>
      <Link to="/developers" {...entry}>
        <IconCode {...icon} />
        {t('user.developers')}
      </Link>
      <Link to="/dashboards/demo/Key2XSArchitecture" {...entry}>
        <IconInfoCircle {...icon} />
        {t('user.info')}
      </Link>
      <UnstyledButton
        className="sidenav-entry user-button"
        onClick={() => {
          onChosen();
          showShortcuts();
        }}
      >
        <IconKeyboard {...icon} />
        {t('user.shortcuts')}
        <kbd>?</kbd>
      </UnstyledButton>
      {/* Leaving the session for another first: the own one could not be ended from there. */}
      {!isActing && (
        <UnstyledButton className="sidenav-entry user-button" onClick={leave}>
          <IconLogout {...icon} />
          {t('user.logOut')}
        </UnstyledButton>
      )}
    </>
  );
}
