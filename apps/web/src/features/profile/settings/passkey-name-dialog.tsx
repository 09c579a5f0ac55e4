import { TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureWords } from '#components/second-factors/use-failure-words';
import { FormActions } from '#ui/form';
import { Dialog } from '#ui/overlay/dialog';

type Props = {
  title: string;
  name: string;
  submitLabel: string;
  /** Throws when it did not work: then the name stays, with the reason beside it. */
  onName: (name: string) => Promise<unknown>;
  onCancel: () => void;
};

/** Asks for the name of a passkey, so that its owner knows it again. */
export function PasskeyNameDialog({ title, name, submitLabel, onName, onCancel }: Props) {
  const { t } = useTranslation('second-factors');
  const words = useFailureWords();
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const given = field.current?.value.trim() ?? '';
    if (given === '') {
      setError(t('passkeys.nameMissing'));
      return field.current?.focus();
    }
    setIsBusy(true);
    setError(undefined);
    try {
      await onName(given);
    } catch (cause) {
      setError(words(cause));
      setIsBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onCancel}>
      <form onSubmit={(event) => void submit(event)} noValidate className="factor-form">
        <TextInput
          ref={field}
          label={t('passkeys.nameLabel')}
          description={t('passkeys.nameHint')}
          defaultValue={name}
          maxLength={60}
          error={error}
          data-autofocus
        />
        <FormActions submitLabel={submitLabel} isBusy={isBusy} onCancel={onCancel} />
      </form>
    </Dialog>
  );
}
