import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestPasswordLink } from '#data/auth';
import { SignInFrame } from './sign-in-frame';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Input.layer.css';

/** Asks for a mail with a link to set a new password. The answer does not say whether the account exists. */
export function ForgottenPasswordPage() {
  const { t } = useTranslation(['second-factors', 'entry']);
  const [hasMail, setHasMail] = useState<boolean>();
  useEffect(() => {
    document.title = `${t('forgotten.title')} – ${t('entry:brand')}`;
  }, [t]);
  return (
    <SignInFrame>
      {hasMail === undefined ? (
        <>
          <h1>{t('forgotten.title')}</h1>
          <p className="mute">{t('forgotten.purpose')}</p>
          <RequestForm onSent={setHasMail} />
        </>
      ) : (
        <div role="status">
          <h1>{t(hasMail ? 'forgotten.sent' : 'forgotten.noMail')}</h1>
          <p className="mute">{t(hasMail ? 'forgotten.sentHint' : 'forgotten.noMailHint')}</p>
        </div>
      )}
      <Button variant="subtle" fullWidth mt="md" renderRoot={(props) => <Link to="/login" {...props} />}>
        {t('forgotten.back')}
      </Button>
    </SignInFrame>
  );
}

function RequestForm({ onSent }: { onSent: (hasMail: boolean) => void }) {
  const { t } = useTranslation('second-factors');
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const username = field.current?.value.trim() ?? '';
    field.current?.focus();
    if (username === '') return setError(t('forgotten.usernameMissing'));
    setIsBusy(true);
    setError(undefined);
    try {
      onSent((await requestPasswordLink(username)).is_mail_configured);
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause));
      setIsBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="login-form">
      <TextInput
        ref={field}
        name="username"
        label={t('forgotten.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={error}
      />
      <Button type="submit" fullWidth loading={isBusy}>
        {t('forgotten.submit')}
      </Button>
    </form>
  );
}
