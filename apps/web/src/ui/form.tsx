import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from './notice';

type Props = {
  submit: (event: FormEvent) => unknown;
  /** What went wrong with the whole of it, shown above its fields. */
  failure?: string | undefined;
  failedTitle?: string;
  className?: string;
  label?: string;
  children: ReactNode;
};

/** A form that checks its fields itself. */
export function Form({ submit, failure, failedTitle = '', className, label, children }: Props) {
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={className} aria-label={label}>
      {failure && (
        <Notice tone="red" title={failedTitle}>
          {failure}
        </Notice>
      )}
      {children}
    </form>
  );
}

type Actions = { submitLabel: string; isBusy: boolean; onCancel?: () => void };

/** Sends the form; a form of its own drawer or dialog can be left too. */
export function FormActions({ submitLabel, isBusy, onCancel }: Actions) {
  const { t } = useTranslation();
  return (
    <div className="actions">
      <Button type="submit" loading={isBusy}>
        {submitLabel}
      </Button>
      {onCancel && (
        <Button variant="default" onClick={onCancel} disabled={isBusy}>
          {t('word.cancel')}
        </Button>
      )}
    </div>
  );
}
