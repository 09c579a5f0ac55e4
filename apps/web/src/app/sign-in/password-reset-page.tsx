import { Button, PasswordInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { resetPassword } from '#data/auth';
import { applyProblem } from '#lib/calls/apply-problem';
import { session } from '#lib/session';
import { ForLinkToken } from './for-link-token';
import { SignInFrame } from './sign-in-frame';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';

/** The target of a one-time link for a forgotten password. Outside the frame: there is no query client here. */
export const PasswordResetPage = () => <ForLinkToken>{(token) => <PasswordReset token={token} />}</ForLinkToken>;

function PasswordReset({ token }: { token: string }) {
  const { t } = useTranslation(['password-reset', 'entry']);
  const [username, setUsername] = useState<string>();
  useEffect(() => {
    document.title = `${t('title')} – ${t('entry:brand')}`;
  }, [t]);
  return (
    <SignInFrame>
      {!token && <Ending title={t('incomplete')} hint={t('incompleteHint')} />}
      {username !== undefined && <Ending title={t('done', { username })} hint={t('doneHint')} />}
      {token && username === undefined && <ResetForm token={token} onDone={setUsername} />}
    </SignInFrame>
  );
}

function Ending({ title, hint }: { title: string; hint: string }) {
  const { t } = useTranslation('password-reset');
  return (
    <div role="status">
      <h1>{title}</h1>
      <p className="mute">{hint}</p>
      <div className="login-form">
        <Button fullWidth renderRoot={(props) => <Link to="/login" {...props} />}>
          {t('signIn')}
        </Button>
      </div>
    </div>
  );
}

function ResetForm({ token, onDone }: { token: string; onDone: (username: string) => void }) {
  const { t } = useTranslation(['password-reset', 'entry']);
  const form = useForm({ defaultValues: { new_password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ new_password }) => {
    try {
      const { username } = await resetPassword({ token, new_password });
      if (session.username() === username) session.signOut(); // over on the server
      onDone(username);
    } catch (error) {
      applyProblem(error, form);
    }
  });
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mute">{t('purpose')}</p>
      <form onSubmit={submit} noValidate className="login-form">
        <PasswordInput
          {...form.register('new_password')}
          label={t('password')}
          description={t('hint')}
          autoComplete="new-password"
          autoFocus
          error={errors.new_password?.message}
          visibilityToggleIcon={({ reveal }) =>
            reveal ? <IconEyeOff size={17} stroke={1.7} /> : <IconEye size={17} stroke={1.7} />
          }
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': t('entry:login.showPassword') }}
        />
        <div role="alert" className="login-error">
          {errors.root && <p>{errors.root.message}</p>}
        </div>
        <Button type="submit" fullWidth loading={isSubmitting}>
          {t(isSubmitting ? 'busy' : 'submit')}
        </Button>
      </form>
    </>
  );
}
