import { Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Offer, type OfferGroup, useOffers } from '#components/offers';
import { useViewportWidth } from '#ui/viewport-width';
import { useWaiting } from '../use-waiting';

const NARROW_PX = 1_200;

const groups = ['home', 'superAdmin', 'general', 'records'] as const satisfies OfferGroup[];

type Props = {
  isOpen: boolean;
  /** Must be the same function on every render. */
  onClose: () => void;
};

/** The dashboard's destinations, over the page. Closes when the window becomes narrow. */
export function SideNavigation({ isOpen, onClose }: Props) {
  const { t } = useTranslation(['shell', 'dashboard']);
  const offers = useOffers() ?? [];
  const isNarrow = useViewportWidth() < NARROW_PX;
  const wasNarrow = useRef(isNarrow);
  useEffect(() => {
    if (isNarrow && !wasNarrow.current) onClose();
    wasNarrow.current = isNarrow;
  }, [isNarrow, onClose]);
  const titles = {
    home: undefined,
    superAdmin: t('dashboard:functions'),
    general: t('dashboard:general'),
    records: t('words.label'),
  };
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={288}
      title={t('nav.title')}
      // Names the drawer at once; Mantine references the title only after it is mounted.
      // Without this, a header outside a section counts as the page's banner.
      attributes={{ header: { role: 'presentation' }, content: { 'aria-label': t('nav.title') } }}
      closeButtonProps={{ 'aria-label': t('nav.close') }}
      styles={{ title: { fontSize: 15, fontWeight: 600 } }}
    >
      <nav aria-label={t('nav.title')} className="sidenav">
        {groups.map((group) => (
          <Entries
            key={group}
            title={titles[group]}
            offers={offers.filter((offer) => offer.group === group)}
            onOpen={onClose}
          />
        ))}
      </nav>
    </Drawer>
  );
}

type EntriesProps = { title: string | undefined; offers: readonly Offer[]; onOpen: () => void };

function Entries({ title, offers, onOpen }: EntriesProps) {
  const { t } = useTranslation(['shell', 'dashboard']);
  const waitingOn = useWaiting();
  if (offers.length === 0) return null;
  return (
    <>
      {title && <h3 className="sidenav-title">{title}</h3>}
      {offers.map(({ to, title: name, Icon }) => {
        const waiting = waitingOn(to);
        return (
          <Link key={to} to={to} className="sidenav-entry" onClick={onOpen}>
            {Icon && <Icon size={18} stroke={1.7} aria-hidden />}
            {t(name)}
            {waiting && (
              <>
                <span className="sidenav-count" aria-hidden="true">
                  {waiting.count}
                </span>
                <span className="visually-hidden">, {waiting.words}</span>
              </>
            )}
          </Link>
        );
      })}
    </>
  );
}
