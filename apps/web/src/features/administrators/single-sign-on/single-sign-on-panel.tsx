import type { SingleSignOnSettings } from '@key2xs/contract';
import { Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { singleSignOnQuery, useSaveSingleSignOn } from '#data/people/single-sign-on';
import { applyProblem } from '#lib/calls/apply-problem';
import { Form, FormActions } from '#ui/form';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';
import { ClaimFields } from './claim-fields';
import { FactorFields } from './factor-fields';
import { FirstSignInFields } from './first-sign-in-fields';
import { GroupRoles } from './group-roles';
import { ProviderFields } from './provider-fields';
import { type SettingsValues, toChange, toValues } from './settings-values';

/** How administrators sign in at a provider of OpenID Connect. */
export function SingleSignOnPanel() {
  const { t } = useTranslation('single-sign-on');
  const { data, error, refetch } = useQuery(singleSignOnQuery);
  return (
    <Panel title={t('title')} padded>
      {data ? (
        <SettingsForm stored={data} key={data.version} />
      ) : error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <Loading label={t('loading')} />
      )}
    </Panel>
  );
}

function SettingsForm({ stored }: { stored: SingleSignOnSettings }) {
  const { t } = useTranslation('single-sign-on');
  const toast = useToast();
  const save = useSaveSingleSignOn();
  const form = useForm<SettingsValues>({ defaultValues: toValues(stored) });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await save.mutateAsync({ version: stored.version, body: toChange(values) });
      toast.info(t('saved'));
    } catch (error) {
      applyProblem(error, form);
    }
  });
  return (
    <Form submit={submit} label={t('title')} failedTitle={t('failed')} failure={errors.root?.message}>
      <Stack gap="lg" maw={640}>
        <p className="mute">{t('purpose')}</p>
        <Switch label={t('enabled')} {...form.register('is_enabled')} />
        <ProviderFields form={form} stored={stored} />
        <ClaimFields form={form} />
        <GroupRoles form={form} />
        <FirstSignInFields form={form} />
        <FactorFields form={form} />
        <FormActions submitLabel={t('save')} isBusy={isSubmitting} />
      </Stack>
    </Form>
  );
}
