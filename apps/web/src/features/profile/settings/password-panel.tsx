import { Button, PasswordInput, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { changePassword } from '#data/auth';
import { profileQuery } from '#data/profile';
import { ApiError } from '#lib/calls/api-error';
import { applyProblem } from '#lib/calls/apply-problem';
import { session } from '#lib/session';
import { Form } from '#ui/form';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';

/** Changes the own password, which ends every session, this one too. */
export function PasswordPanel() {
  const { t } = useTranslation('profile');
  const { data, error, refetch } = useQuery(profileQuery);
  return (
    <Panel title={t('password.title')} padded>
      {data && (data.has_password ? <PasswordForm /> : <p>{t('password.none')}</p>)}
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('account.loading')} />)}
    </Panel>
  );
}

function PasswordForm() {
  const { t } = useTranslation(['profile', 'entry']);
  const toast = useToast();
  const navigate = useNavigate();
  const form = useForm({ defaultValues: { current_password: '', new_password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await changePassword(values);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_credentials')
        form.setError('current_password', { message: error.detail }, { shouldFocus: true });
      else applyProblem(error, form);
      return;
    }
    session.signOut();
    toast.success(t('password.done'));
    await navigate({ to: '/login' });
  });
  const reveal = { visibilityToggleButtonProps: { 'aria-label': t('entry:login.showPassword') } };
  return (
    <Form submit={submit} failure={errors.root?.message} label={t('password.title')}>
      <Stack gap="md" maw={560}>
        <p className="mute">{t('password.hint')}</p>
        <PasswordInput
          {...form.register('current_password')}
          {...reveal}
          label={t('password.current')}
          autoComplete="current-password"
          error={errors.current_password?.message}
        />
        <PasswordInput
          {...form.register('new_password')}
          {...reveal}
          label={t('password.next')}
          description={t('password.nextHint')}
          autoComplete="new-password"
          error={errors.new_password?.message}
        />
        <div className="actions">
          <Button type="submit" loading={isSubmitting}>
            {t('password.submit')}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}
