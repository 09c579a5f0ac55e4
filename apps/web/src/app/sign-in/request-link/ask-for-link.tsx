import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askForRequestLink } from '#data/links/request-link';

/** Asks for a mail with a link. The answer does not say whether the address is known. */
export function AskForLink() {
  const { t, i18n } = useTranslation('request-link');
  const field = useRef<HTMLInputElement>(null);
  const [isSent, setIsSent] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const mail_address = field.current?.value.trim() ?? '';
    field.current?.focus();
    if (!mail_address.includes('@')) return setError(t('ask.missing'));
    setIsBusy(true);
    setError(undefined);
    try {
      await askForRequestLink({ mail_address, language: i18n.language.startsWith('de') ? 'de' : 'en' });
      setIsSent(true);
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause));
    } finally {
      setIsBusy(false);
    }
  };
  if (isSent) {
    return (
      <>
        <div role="status">
          <h1>{t('ask.sent')}</h1>
          <p className="mute">{t('ask.sentHint')}</p>
        </div>
        <Button variant="subtle" fullWidth mt="md" onClick={() => setIsSent(false)}>
          {t('ask.again')}
        </Button>
      </>
    );
  }
  return (
    <>
      <h1>{t('ask.title')}</h1>
      <p className="mute">{t('ask.purpose')}</p>
      <form onSubmit={(event) => void submit(event)} noValidate className="login-form">
        <TextInput
          ref={field}
          type="email"
          name="email"
          label={t('ask.address')}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          autoFocus
          error={error}
        />
        <Button type="submit" fullWidth loading={isBusy}>
          {t('ask.send')}
        </Button>
      </form>
    </>
  );
}
