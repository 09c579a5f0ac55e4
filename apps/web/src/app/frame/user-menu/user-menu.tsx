import { UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '#data/auth';
import { loadChunk } from '#lib/chunk';
import { session } from '#lib/session';
import { PanelButton } from '../panel-button';

const UserEntries = lazy(() =>
  loadChunk('UserEntries', async () => ({ default: (await import('./user-entries')).UserEntries })),
);

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
      <Suspense>{me && <UserEntries isActing={me.acting !== null} onChosen={() => setIsOpen(false)} />}</Suspense>
    </PanelButton>
  );
}
