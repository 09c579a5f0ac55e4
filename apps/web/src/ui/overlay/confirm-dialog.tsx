import { Button, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog';

type Reason = { label: string; value: string; onChange: (value: string) => void; error?: string; isRequired?: true };

type Props = {
  title: string;
  /** Undefined: there is nothing to confirm. */
  confirmLabel: string | undefined;
  cancelLabel?: string;
  isBusy?: boolean;
  isDangerous?: boolean;
  /** For actions that must be explained in the audit log. */
  reason?: Reason;
  onConfirm: () => void;
  onCancel: () => void;
  /** States the effect, with figures where there are any. */
  children: ReactNode;
};

export function ConfirmDialog(props: Props) {
  const { title, confirmLabel, cancelLabel, isBusy, isDangerous, reason, onConfirm, onCancel } = props;
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const [tries, setTries] = useState(0);
  const isRefused = reason?.error !== undefined;
  useEffect(() => {
    if (isRefused && tries > 0) field.current?.focus();
  }, [isRefused, tries]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    onConfirm();
  };
  return (
    <Dialog title={title} onClose={onCancel}>
      <form onSubmit={submit} noValidate>
        <div>{props.children}</div>
        {reason && (
          <Textarea
            mt="md"
            ref={field}
            label={reason.label}
            value={reason.value}
            onChange={(event) => reason.onChange(event.currentTarget.value)}
            error={reason.error}
            required={reason.isRequired}
            minRows={2}
            data-autofocus
          />
        )}
        <div className="actions" style={{ justifyContent: 'flex-end', marginTop: 20 }}>
          <Button variant="default" onClick={onCancel} disabled={isBusy}>
            {cancelLabel ?? t('word.cancel')}
          </Button>
          {confirmLabel !== undefined && (
            <Button type="submit" color={isDangerous ? 'red' : undefined} loading={isBusy}>
              {confirmLabel}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
