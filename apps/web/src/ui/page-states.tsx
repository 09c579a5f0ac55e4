import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Shown until the first answer arrives. */
export function Loading({ label }: { label?: string }) {
  const { t } = useTranslation();
  return (
    <div className="state" role="status">
      <Loader size="sm" aria-hidden />
      <span>{label ?? t('ui.loading')}</span>
    </div>
  );
}

/** `reference` finds the failure in the server's log. One with a title of its own is none to try again. */
type Shown = { message: string; title?: string; reference?: string };

/** The error's message, with a button to try again. */
export function Failure({ error, onRetry }: { error: Shown; onRetry?: () => unknown }) {
  const { t } = useTranslation();
  return (
    <div className="state" role="alert">
      <IconAlertTriangle size={28} stroke={1.5} aria-hidden />
      <p className="state-title">{error.title ?? t('ui.failed')}</p>
      <p className="state-hint">{error.message}</p>
      {error.reference && (
        <p className="state-reference">
          {t('ui.request')} <span className="mono">{error.reference}</span>
        </p>
      )}
      {onRetry && error.title === undefined && (
        <div className="state-action">
          <Button variant="default" onClick={() => void onRetry()}>
            {t('word.tryAgain')}
          </Button>
        </div>
      )}
    </div>
  );
}

type EmptyProps = { title: string; hint?: ReactNode; action?: ReactNode; icon?: ReactNode };

/** An empty state: why there is nothing yet, and the next step. */
export function Empty({ title, hint, action, icon }: EmptyProps) {
  return (
    <div className="state">
      {icon}
      <p className="state-title">{title}</p>
      {hint && <p className="state-hint">{hint}</p>}
      {action && <div className="state-action">{action}</div>}
    </div>
  );
}
