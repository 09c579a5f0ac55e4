import { Button } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';

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

/** Stops the surrounding dialog from handling Escape. */
const ownEscape = { 'data-mantine-stop-propagation': true };

/**
 * Asks for confirmation inline, because a dialog is already open. Focus moves to the question and afterwards back to the
 * element that opened it; Escape answers no.
 */
export function Question(props: Props) {
  const { title, confirmLabel, cancelLabel, isDangerous, isBusy, onConfirm, onCancel, children } = props;
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    const opener = document.activeElement;
    place.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const leave = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && !isBusy) onCancel();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and there are none
    <div
      ref={place}
      role="group"
      aria-labelledby={id}
      tabIndex={-1}
      className="question"
      onKeyDown={leave}
      {...ownEscape}
    >
      <h4 id={id}>{title}</h4>
      {children}
      <div className="actions">
        <Button color={isDangerous ? 'red' : undefined} loading={isBusy} onClick={onConfirm} {...ownEscape}>
          {confirmLabel}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={onCancel} {...ownEscape}>
          {cancelLabel}
        </Button>
      </div>
    </div>
  );
}
