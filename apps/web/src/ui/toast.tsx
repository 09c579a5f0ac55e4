import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';

const TOAST_MS = 3_000;

const kinds = {
  success: { tone: 'green', Icon: IconCircleCheck },
  failure: { tone: 'red', Icon: IconCircleX },
  warning: { tone: 'amber', Icon: IconAlertTriangle },
  info: { tone: 'blue', Icon: IconInfoCircle },
} as const;

export type ToastKind = keyof typeof kinds;
export type Toasts = Record<ToastKind, (text: string) => void>;

const ToastContext = createContext<Toasts | undefined>(undefined);

/** Shows one short message at a time for 3000 ms; the next replaces it and gets the full time. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ kind: ToastKind; text: string }>();
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = useCallback((kind: ToastKind, text: string) => {
    clearTimeout(hiding.current);
    setShown({ kind, text });
    hiding.current = setTimeout(() => setShown(undefined), TOAST_MS);
  }, []);
  useEffect(() => () => clearTimeout(hiding.current), []);
  const toasts = useMemo<Toasts>(
    () => ({
      success: (text) => show('success', text),
      failure: (text) => show('failure', text),
      warning: (text) => show('warning', text),
      info: (text) => show('info', text),
    }),
    [show],
  );
  return (
    <ToastContext value={toasts}>
      {children}
      {/* Both live regions exist from the start: screen readers announce only what is added to one. */}
      <div className="toast-place">
        <div role="status">{shown && shown.kind !== 'failure' && <Toast {...shown} />}</div>
        <div role="alert">{shown?.kind === 'failure' && <Toast {...shown} />}</div>
      </div>
    </ToastContext>
  );
}

function Toast({ kind, text }: { kind: ToastKind; text: string }) {
  const { tone, Icon } = kinds[kind];
  return (
    <div className={`toast tone-${tone}`}>
      <span className="toast-icon">
        <Icon size={18} stroke={1.8} aria-hidden />
      </span>
      {text}
    </div>
  );
}

/** @throws when there is no ToastProvider above */
export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('useToast needs a ToastProvider above it.');
  return toasts;
}
