import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';

type Props = {
  title: string;
  confirmLabel: string;
  cancelLabel: string;
  isDangerous?: boolean;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
};

/** Asks in place before something is done, because a dialog is open already. The keyboard goes to the question. */
export function Question(props: Props) {
  const { title, confirmLabel, cancelLabel, isDangerous, isBusy, onConfirm, onCancel, children } = props;
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => place.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and there are none
    <div ref={place} role="group" aria-labelledby={id} tabIndex={-1} className="question">
      <h4 id={id}>{title}</h4>
      {children}
      <div className="actions">
        <Button color={isDangerous ? 'red' : undefined} loading={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={onCancel}>
          {cancelLabel}
        </Button>
      </div>
    </div>
  );
}
