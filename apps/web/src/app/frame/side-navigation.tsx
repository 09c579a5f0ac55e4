import {
  IconArrowsDiff,
  IconHome,
  IconListCheck,
  IconServer,
  IconUserCircle,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRole } from '#data/auth';
import { useFlags } from '#data/overview';
import { SideDrawer } from '#ui/side-drawer';
import { useViewportWidth } from '#ui/viewport-width';
import { cardIcons } from '../../features/dashboard/card-icons';
import { type Card, dashboardOf } from '../../features/dashboard/dashboard-cards';
import { type recordScreens, recordsFor } from './destinations';

const NARROW_PX = 1_200;

const recordIcons: Record<(typeof recordScreens)[number]['name'], TablerIcon> = {
  people: IconUsersGroup,
  changeSets: IconArrowsDiff,
  iamManager: IconUserCircle,
  keySystems: IconServer,
  workList: IconListCheck,
};

type Props = {
  isOpen: boolean;
  /** The same function at every render. */
  onClose: () => void;
};

/** The dashboard's destinations, laid over the page. A window that becomes narrow puts it away. */
export function SideNavigation({ isOpen, onClose }: Props) {
  const { t } = useTranslation(['shell', 'dashboard']);
  const role = useRole();
  const flags = useFlags();
  const isNarrow = useViewportWidth() < NARROW_PX;
  const wasNarrow = useRef(isNarrow);
  useEffect(() => {
    if (isNarrow && !wasNarrow.current) onClose();
    wasNarrow.current = isNarrow;
  }, [isNarrow, onClose]);
  const dashboard = role && flags && dashboardOf(role, flags);
  return (
    <SideDrawer title={t('nav.title')} opened={isOpen} onClose={onClose} side="left">
      <nav aria-label={t('nav.title')} className="sidenav">
        <Entry to="/dashboards/start" label={t('nav.home')} Icon={IconHome} onOpen={onClose} />
        {dashboard && <Cards title={t('dashboard:functions')} cards={dashboard.superAdmin} onOpen={onClose} />}
        {dashboard && <Cards title={t('dashboard:general')} cards={dashboard.general} onOpen={onClose} />}
        {role === 'superadmin' && (
          <Group title={t('nav.records')}>
            {recordsFor(role).map(({ name, to }) => (
              <Entry key={name} to={to} label={t(`nav.${name}`)} Icon={recordIcons[name]} onOpen={onClose} />
            ))}
          </Group>
        )}
      </nav>
    </SideDrawer>
  );
}

function Cards({ title, cards, onOpen }: { title: string; cards: readonly Card[]; onOpen: () => void }) {
  const { t } = useTranslation(['shell', 'dashboard']);
  if (cards.length === 0) return null;
  return (
    <Group title={title}>
      {cards.map(({ name, to }) => (
        <Entry key={name} to={to} label={t(`dashboard:cards.${name}.title`)} Icon={cardIcons[name]} onOpen={onOpen} />
      ))}
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className="sidenav-title">{title}</h3>
      {children}
    </>
  );
}

type EntryProps = { to: LinkProps['to']; label: string; Icon: TablerIcon; onOpen: () => void };

function Entry({ to, label, Icon, onOpen }: EntryProps) {
  return (
    <Link to={to} className="sidenav-entry" onClick={onOpen}>
      <Icon size={18} stroke={1.7} aria-hidden />
      {label}
    </Link>
  );
}
