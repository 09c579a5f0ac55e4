import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';

const TOAST_MS = 3_000;
/** Long enough to decide on its action. */
const TOAST_WITH_ACTION_MS = 10_000;

const kinds = {
  success: { tone: 'green', Icon: IconCircleCheck },
  failure: { tone: 'red', Icon: IconCircleX },
  warning: { tone: 'amber', Icon: IconAlertTriangle },
  info: { tone: 'blue', Icon: IconInfoCircle },
} as const;

export type ToastKind = keyof typeof kinds;
/** An action such as undo; it must be available elsewhere too, because the message disappears. */
export type ToastAction = { label: string; run: () => void };
export type Toasts = Record<ToastKind, (text: string, action?: ToastAction) => void>;
type Shown = { kind: ToastKind; text: string; action?: ToastAction | undefined };

const ToastContext = createContext<Toasts | undefined>(undefined);

/**
 * Shows one short message at a time for 3000 ms, longer with an action; the next replaces it and gets the full time.
 * A failure does not replace a warning, because it follows from it.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown>();
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isWarning = useRef(false);
  const hide = useCallback(() => {
    clearTimeout(hiding.current);
    isWarning.current = false;
    setShown(undefined);
  }, []);
  const show = useCallback(
    (next: Shown) => {
      if (next.kind === 'failure' && isWarning.current) return;
      clearTimeout(hiding.current);
      isWarning.current = next.kind === 'warning';
      setShown(next);
      hiding.current = setTimeout(hide, next.action ? TOAST_WITH_ACTION_MS : TOAST_MS);
    },
    [hide],
  );
  useEffect(() => () => clearTimeout(hiding.current), []);
  const toasts = useMemo<Toasts>(
    () => ({
      success: (text, action) => show({ kind: 'success', text, action }),
      failure: (text, action) => show({ kind: 'failure', text, action }),
      warning: (text, action) => show({ kind: 'warning', text, action }),
      info: (text, action) => show({ kind: 'info', text, action }),
    }),
    [show],
  );
  return (
    <ToastContext value={toasts}>
      {children}
      {/* Both live regions exist from the start: screen readers announce only what is added to one. */}
      <div className="toast-place">
        <div role="status">{shown && shown.kind !== 'failure' && <Toast {...shown} onDone={hide} />}</div>
        <div role="alert">{shown?.kind === 'failure' && <Toast {...shown} onDone={hide} />}</div>
      </div>
    </ToastContext>
  );
}

function Toast({ kind, text, action, onDone }: Shown & { onDone: () => void }) {
  const { tone, Icon } = kinds[kind];
  return (
    <div className={`toast tone-${tone}`}>
      <span className="toast-icon">
        <Icon size={18} stroke={1.8} aria-hidden />
      </span>
      <span>{text}</span>
      {action && (
        <Button
          variant="subtle"
          size="compact-sm"
          className="toast-action"
          onClick={() => {
            onDone();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
    </div>
  );
}

/** @throws without a ToastProvider above */
export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('useToast needs a ToastProvider above it.');
  return toasts;
}
