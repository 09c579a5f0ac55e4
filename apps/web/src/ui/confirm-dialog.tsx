import { Button, Modal, Textarea } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Reason = { label: string; value: string; onChange: (value: string) => void; error?: string };

type Props = {
  title: string;
  confirmLabel: string;
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm();
  };
  return (
    <Modal
      opened
      onClose={onCancel}
      title={title}
      // Without this, a header outside a section counts as the page's banner.
      attributes={{ header: { role: 'presentation' }, content: { 'aria-label': title } }}
      closeButtonProps={{ 'aria-label': t('ui.close', { name: title }) }}
    >
      <form onSubmit={submit} noValidate>
        <div>{props.children}</div>
        {reason && (
          <Textarea
            mt="md"
            label={reason.label}
            value={reason.value}
            onChange={(event) => reason.onChange(event.currentTarget.value)}
            error={reason.error}
            minRows={2}
            data-autofocus
          />
        )}
        <div className="actions" style={{ justifyContent: 'flex-end', marginTop: 20 }}>
          <Button variant="default" onClick={onCancel} disabled={isBusy}>
            {cancelLabel ?? t('ui.cancel')}
          </Button>
          <Button type="submit" color={isDangerous ? 'red' : undefined} loading={isBusy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
