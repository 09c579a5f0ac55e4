import { Registration } from '@key2xs/contract';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { register, signIn } from '#data/auth';
import { ApiError } from '#lib/calls/api-error';
import { applyProblem } from '#lib/calls/apply-problem';
import { fieldResolver } from '#lib/field-resolver';

const Values = Registration.pick({ username: true, password: true });

type Props = {
  token: string;
  onSignedIn: () => Promise<unknown>;
  /** The account exists; signing in did not end in a session. */
  onRegistered: (username: string) => void;
  /** The invitation stopped working in the meantime. */
  onEnded: () => void;
};

/** Creates the account of an invitation and signs in. */
export function RegistrationForm({ token, onSignedIn, onRegistered, onEnded }: Props) {
  const { t } = useTranslation(['invitation', 'entry']);
  const form = useForm({ resolver: fieldResolver(Values), defaultValues: { username: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      const { username } = await register({ ...values, invitation_token: token });
      const isSignedIn = await signIn(username, values.password).then(
        () => true,
        () => false, // The sign-in page says what it needs.
      );
      await (isSignedIn ? onSignedIn() : onRegistered(username));
    } catch (error) {
      const isOver = error instanceof ApiError && ['registration_closed', 'link_expired'].includes(error.code);
      if (isOver) onEnded();
      else applyProblem(error, form);
    }
  });
  return (
    <form onSubmit={submit} noValidate className="login-form">
      <TextInput
        {...form.register('username')}
        label={t('username')}
        description={t('usernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
        error={errors.username?.message}
      />
      <PasswordInput
        {...form.register('password')}
        label={t('password')}
        description={t('passwordHint')}
        autoComplete="new-password"
        error={errors.password?.message}
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
  );
}
