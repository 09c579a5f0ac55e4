import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '#lib/chunk';

const load = () => loadChunk('SideNavigation', () => import('./side-navigation'));
const SideNavigation = lazy(async () => ({ default: (await load()).SideNavigation }));

/** Opens and closes the navigation over the page. Initially closed. */
export function SideToggle() {
  const { t } = useTranslation('shell');
  const [isOpen, setIsOpen] = useState(false);
  const [isRequested, setIsRequested] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const toggle = () => {
    setIsRequested(true);
    setIsOpen(!isOpen);
  };
  return (
    <>
      <ActionIcon
        variant="subtle"
        size={32}
        aria-label={t(isOpen ? 'nav.close' : 'nav.open')}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <IconMenu2 size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
      {isRequested && (
        <Suspense>
          <SideNavigation isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
