import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureWords } from './use-failure-words';
import './second-factors.css';

const attributes = {
  totp: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 11 },
  recovery_code: { autoComplete: 'off', autoCapitalize: 'none', maxLength: 60 },
  password: { autoComplete: 'current-password' },
} as const;

type Props = {
  kind: keyof typeof attributes;
  label: string;
  hint?: string;
  submitLabel: string;
  /** Throws when the answer is wrong: then it stays, with the reason beside it. */
  onAnswer: (answer: string) => Promise<unknown>;
  children?: ReactNode;
};

/** One field that proves the identity: a code, a recovery code or the password. */
export function CodeForm({ kind, label, hint, submitLabel, onAnswer, children }: Props) {
  const { t } = useTranslation('entry');
  const field = useRef<HTMLInputElement>(null);
  const words = useFailureWords();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  useEffect(() => field.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const answer = field.current?.value ?? '';
    if (isBusy || answer.trim() === '') return field.current?.focus();
    setIsBusy(true);
    setError(undefined);
    try {
      await onAnswer(answer);
    } catch (cause) {
      setError(words(cause));
      field.current?.focus();
      field.current?.select();
    } finally {
      setIsBusy(false);
    }
  };
  const props = { ref: field, label, description: hint, error, ...attributes[kind] };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="factor-form">
      {kind === 'password' ? (
        <PasswordInput {...props} visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }} />
      ) : (
        <TextInput {...props} spellCheck={false} />
      )}
      {children}
      <Button type="submit" fullWidth loading={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
}
