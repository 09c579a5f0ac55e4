import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusReturn } from './focus-return';

type Props = { title: string; onClose: () => void; children: ReactNode };

/** Something to settle before going on. Rendered while it is open. */
export function Dialog({ title, onClose, children }: Props) {
  const { t } = useTranslation();
  useFocusReturn();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      // Without this, a header outside a section counts as the page's banner.
      attributes={{ header: { role: 'presentation' }, content: { 'aria-label': title } }}
      closeButtonProps={{ 'aria-label': t('ui.close', { name: title }) }}
    >
      {children}
    </Modal>
  );
}
