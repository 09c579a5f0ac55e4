import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '#lib/session';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';

type Search = { tab?: unknown; view?: unknown };

/** Asks before a changed form is closed, by its own buttons or by going elsewhere. */
export function useUnsaved(onClose: () => void) {
  const [isDirty, setIsDirty] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const asks = () => isDirty && session.isAuthenticated();
  const blocked = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      asks() && (current.pathname !== next.pathname || tabOf(current.search) !== tabOf(next.search)),
    enableBeforeUnload: asks,
    withResolver: true,
  });
  const isBlocked = blocked.status === 'blocked';
  const discard = isBlocked ? blocked.proceed : onClose;
  const stay = isBlocked ? blocked.reset : () => setIsAsking(false);
  return {
    setIsDirty,
    close: () => (isDirty ? setIsAsking(true) : onClose()),
    question: (isAsking || isBlocked) && <Question onDiscard={discard} onStay={stay} />,
  };
}

const tabOf = (search: object) => (search as Search).tab ?? (search as Search).view; // any screen's search, as the router cannot know

function Question({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t('unsaved.title')}
      confirmLabel={t('word.discard')}
      cancelLabel={t('unsaved.stay')}
      isDangerous
      onConfirm={onDiscard}
      onCancel={onStay}
    >
      <p>{t('unsaved.text')}</p>
    </ConfirmDialog>
  );
}
