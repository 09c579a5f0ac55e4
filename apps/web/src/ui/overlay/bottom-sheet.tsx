import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusReturn } from './focus-return';

type Props = {
  title: string;
  onClose: () => void;
  /** As for `useFocusReturn`. */
  home?: () => HTMLElement | null | undefined;
  children: ReactNode;
};

/** Covers the lower part of a narrow window. Rendered while it is open. */
export function BottomSheet({ title, onClose, home, children }: Props) {
  const { t } = useTranslation();
  useFocusReturn(home);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      title={title}
      className="bottom-sheet"
      // Names the drawer at once; Mantine references the title only after it is mounted.
      // Without this, a header outside a section counts as the page's banner.
      attributes={{ header: { role: 'presentation' }, content: { 'aria-label': title } }}
      closeButtonProps={{ 'aria-label': t('ui.close', { name: title }) }}
    >
      {children}
    </Drawer>
  );
}
