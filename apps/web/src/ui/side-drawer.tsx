import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { title: string; opened: boolean; onClose: () => void; side?: 'left' | 'right'; children: ReactNode };

/** Details beside the list that stays in view. Escape, the cross and a click outside close it. */
export function SideDrawer({ title, opened, onClose, side = 'right', children }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position={side}
      size={side === 'right' ? 440 : 288}
      title={title}
      // Names the drawer at once; Mantine refers to the title only after it is mounted.
      // Without this, a header outside a section counts as the page's banner.
      attributes={{ header: { role: 'presentation' }, content: { 'aria-label': title } }}
      closeButtonProps={{ 'aria-label': t('ui.close', { name: title }) }}
      styles={{ title: { fontSize: 15, fontWeight: 600 } }}
    >
      {children}
    </Drawer>
  );
}
