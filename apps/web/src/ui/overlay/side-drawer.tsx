import { ActionIcon, CloseButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import {
  lazy,
  type KeyboardEvent as ReactKey,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useViewportWidth } from '../viewport-width';
import { DrawerRowsContext, useDrawerRows } from './drawer-rows';
import { useFocusReturn } from './focus-return';

/** Only phones need it. */
const BottomSheet = lazy(async () => ({ default: (await import('./bottom-sheet')).BottomSheet }));

/** In narrower windows the drawer is a modal sheet from the bottom. */
const PHONE_PX = 768;

type Props = { title: string; opened: boolean; onClose: () => void; children: ReactNode };
type OpenProps = Omit<Props, 'opened'>;

/** Details beside the list, which stays usable. Escape and the cross close it. */
export function SideDrawer({ opened, ...props }: Props) {
  const isPhone = useViewportWidth() < PHONE_PX;
  if (!opened) return null;
  return isPhone ? <Below {...props} /> : <Beside {...props} />;
}

function Below({ title, onClose, children }: OpenProps) {
  const rows = useDrawerRows();
  return (
    <Suspense>
      <BottomSheet title={title} onClose={onClose} home={rows?.home}>
        <DrawerRowsContext value={undefined}>{children}</DrawerRowsContext>
      </BottomSheet>
    </Suspense>
  );
}

function Beside({ title, onClose, children }: OpenProps) {
  const { t } = useTranslation();
  const rows = useDrawerRows();
  const drawer = useRef<HTMLDivElement>(null);
  useFocusReturn(rows?.home);
  useEffect(() => {
    // Unless something inside has already taken the focus.
    if (!drawer.current?.contains(document.activeElement)) drawer.current?.focus({ preventScroll: true });
  }, []);
  useClosedByEscape(drawer, onClose);
  const steer = (event: ReactKey) => {
    const step = rowStep(event);
    if (step) event.preventDefault();
    if (step === 1) rows?.next?.();
    if (step === -1) rows?.previous?.();
  };
  return createPortal(
    <div ref={drawer} className="side-drawer" role="dialog" aria-label={title} tabIndex={-1} onKeyDown={steer}>
      <div className="side-drawer-head">
        <h2>{title}</h2>
        {rows && <Step label={t('ui.previousRow')} Icon={IconChevronUp} onStep={rows.previous} />}
        {rows && <Step label={t('ui.nextRow')} Icon={IconChevronDown} onStep={rows.next} />}
        <CloseButton aria-label={t('ui.close', { name: title })} onClick={onClose} />
      </div>
      <div className="side-drawer-body">
        <DrawerRowsContext value={undefined}>{children}</DrawerRowsContext>
      </div>
    </div>,
    document.body,
  );
}

type StepProps = { label: string; Icon: typeof IconChevronUp; onStep: (() => void) | undefined };

/** Stays in place at the end of the list, so that the focus is not lost. */
function Step({ label, Icon, onStep }: StepProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} aria-disabled={!onStep} onClick={onStep}>
      <Icon size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}

const ownArrows =
  'input, textarea, select, [role="combobox"], [role="tab"], [role="radio"], [role="slider"], [role="menu"] *';

function rowStep({ key, target, currentTarget, ctrlKey, metaKey, altKey }: ReactKey): 1 | -1 | undefined {
  const isInside = target instanceof Element && currentTarget.contains(target); // A popup may be rendered outside the drawer.
  if (!isInside || target.matches(ownArrows) || ctrlKey || metaKey || altKey) return undefined;
  if (key === 'ArrowDown' || key === 'j') return 1;
  return key === 'ArrowUp' || key === 'k' ? -1 : undefined;
}

/** Regardless of the focus; but layers above close first, and only the last of several drawers. */
function useClosedByEscape(drawer: { current: HTMLElement | null }, onClose: () => void): void {
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    const isOpenAbove = document.querySelector('[aria-modal="true"], [role="menu"]') !== null;
    const isList = event.target instanceof Element && event.target.matches('[aria-expanded="true"]');
    // Our own popovers count as dialogs too, beside the drawer or inside it.
    const inside = event.target instanceof Element ? event.target.closest('[role="dialog"]') : null;
    const isInOther = inside !== null && inside !== drawer.current && !inside.contains(drawer.current);
    const isLast = [...document.querySelectorAll('.side-drawer')].at(-1) === drawer.current;
    if (!isOpenAbove && !isList && !isInOther && isLast) onClose();
  });
  useEffect(() => {
    // Captured first: layers that close on the same key could be gone by the time they are checked.
    window.addEventListener('keydown', close, { capture: true });
    return () => window.removeEventListener('keydown', close, { capture: true });
  }, []);
}
