import type { EntraSetup } from '@key2xs/contract';
import { Button, PasswordInput, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { applyProblem } from '#lib/calls/apply-problem';
import { FileDrop } from '#ui/file-drop';
import { Form } from '#ui/form';
import { Notice } from '#ui/notice';
import { entraOptionsQuery, useEnterEntra } from '../set-up-calls';
import { PortalSteps } from './portal-steps';

const empty = {
  tenant_id: '',
  client_id: '',
  kind: 'secret' as 'secret' | 'certificate',
  client_secret: '',
  certificate_file: null as File | null,
  certificate_password: '',
};
type Values = typeof empty;

/** The server checks everything, in the words that stand at the fields. */
export function OwnRegistration({ setup, permissions }: { setup: EntraSetup; permissions: readonly string[] }) {
  const { t } = useTranslation('entra-setup');
  const enter = useEnterEntra();
  const form = useForm<Values>({ defaultValues: empty });
  const { errors } = form.formState;
  const kind = form.watch('kind');
  const submit = form.handleSubmit((values) =>
    enter.mutate({ session: setup.session, body: bodyOf(values) }, { onError: (error) => applyProblem(error, form) }),
  );
  return (
    <Form submit={submit}>
      <PortalSteps redirectUri={setup.redirect_uri} permissions={permissions} />
      {errors.root && (
        <Notice tone="red" title={t('connect.failed')}>
          {errors.root.message}
        </Notice>
      )}
      <Stack gap="md">
        {setup.is_sandbox && <FillIn onFill={(values) => form.reset({ ...empty, ...values })} />}
        <TextInput
          label={t('connect.tenant')}
          error={errors.tenant_id?.message}
          required
          autoComplete="off"
          {...form.register('tenant_id')}
        />
        <TextInput
          label={t('connect.client')}
          error={errors.client_id?.message}
          required
          autoComplete="off"
          {...form.register('client_id')}
        />
        <Controller
          control={form.control}
          name="kind"
          render={({ field }) => (
            <SegmentedControl
              aria-label={t('connect.with')}
              value={field.value}
              onChange={field.onChange}
              data={[
                { value: 'secret', label: t('connect.secret') },
                { value: 'certificate', label: t('connect.certificate') },
              ]}
            />
          )}
        />
        {kind === 'secret' ? (
          <PasswordInput
            label={t('connect.secretLabel')}
            description={t('connect.secretHint')}
            error={errors.client_secret?.message}
            required
            autoComplete="off"
            {...form.register('client_secret')}
          />
        ) : (
          <>
            <Controller
              control={form.control}
              name="certificate_file"
              render={({ field, fieldState }) => (
                <FileDrop
                  label={t('connect.file')}
                  hint={t('connect.fileHint')}
                  accept=".pfx,.p12,application/x-pkcs12"
                  file={field.value}
                  onFile={field.onChange}
                  {...(fieldState.error?.message && { error: fieldState.error.message })}
                />
              )}
            />
            <PasswordInput
              label={t('connect.password')}
              description={t('connect.passwordHint')}
              error={errors.certificate_password?.message}
              autoComplete="off"
              {...form.register('certificate_password')}
            />
          </>
        )}
      </Stack>
      <div className="setup-foot">
        <Button type="submit" loading={enter.isPending}>
          {t('connect.check')}
        </Button>
      </div>
    </Form>
  );
}

/** Only what belongs to the chosen kind is sent. */
function bodyOf({ kind, tenant_id, client_id, client_secret, certificate_file, certificate_password }: Values) {
  const ids = { tenant_id: tenant_id.trim(), client_id: client_id.trim() };
  if (kind === 'secret' || !certificate_file) return { ...ids, client_secret };
  return { ...ids, certificate_file, certificate_password };
}

function FillIn({ onFill }: { onFill: (values: Pick<Values, 'tenant_id' | 'client_id' | 'client_secret'>) => void }) {
  const { t } = useTranslation('entra-setup');
  const { data: options } = useQuery(entraOptionsQuery);
  const values = options?.sandbox;
  if (!values) return null;
  const { tenant_id, client_id, client_secret } = values;
  return (
    <Button variant="default" onClick={() => onFill({ tenant_id, client_id, client_secret })}>
      {t('sandbox.fill')}
    </Button>
  );
}
