import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Notifications } from '../notifications/notifications';
import { SearchBox } from '../search/search-box';
import { Logo } from './logo';
import { SettingsPanel } from './settings-panel/settings-panel';
import { SideToggle } from './side-navigation/side-toggle';
import { UserMenu } from './user-menu/user-menu';

export function Navbar({ hasConfigButton }: { hasConfigButton: boolean }) {
  const { t } = useTranslation(['shell', 'entry']);
  return (
    <header className="navbar">
      <SideToggle />
      <Link to="/dashboards/start" className="navbar-brand" aria-label={t('nav.toBrand')}>
        <Logo />
        <span className="navbar-name">{t('entry:brand')}</span>
      </Link>
      <SearchBox />
      <Notifications />
      {hasConfigButton && <SettingsPanel />}
      <UserMenu />
    </header>
  );
}
