import { UnstyledButton } from '@mantine/core';
import {
  IconBook,
  IconCode,
  IconInfoCircle,
  IconKeyboard,
  IconLogout,
  IconSettings,
  IconUser,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLogout } from '#data/auth';
import { basePath } from '#lib/base-path';
import { useShowShortcuts } from '../shortcuts';
import { ActForEntries } from './act-for-entries';

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true };

type Props = { isActing: boolean; onChosen: () => void };

/** What the user menu offers. */
export function UserEntries({ isActing, onChosen }: Props) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const logout = useLogout();
  const showShortcuts = useShowShortcuts();
  const leave = () => logout.mutate(undefined, { onSettled: () => void navigate({ to: '/login' }) });
  const entry = { className: 'sidenav-entry', activeProps: {}, onClick: onChosen };
  return (
    <>
      {!isActing && <ActForEntries />}
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
      <a className="sidenav-entry" href={`${basePath}/help/`} target="_blank" rel="noreferrer" onClick={onChosen}>
        <IconBook {...icon} />
        {t('user.handbook')}
      </a>
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
