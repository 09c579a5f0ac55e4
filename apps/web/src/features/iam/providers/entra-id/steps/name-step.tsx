import { EntraConnectionName, type EntraSetup } from '@key2xs/contract';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { fieldResolver } from '#lib/field-resolver';
import { Form } from '#ui/form';
import { Notice } from '#ui/notice';
import { Panel } from '#ui/panel';
import { entraOptionsQuery, useInitiateEntra } from '../set-up-calls';
import { useRefusalText } from './use-refusal-text';

const Values = z.object({ connection_name: EntraConnectionName });

type Props = { onStarted: (setup: EntraSetup) => void; onBack: () => void };

/** The name, checked by the contract's own rule, and whether the sandbox stands in for Microsoft. */
export function NameStep({ onStarted, onBack }: Props) {
  const { t } = useTranslation('entra-setup');
  const { data: options } = useQuery(entraOptionsQuery);
  const initiate = useInitiateEntra();
  const refusalText = useRefusalText(initiate.error, t('name.badFormat'));
  const [sandbox, setSandbox] = useState(false);
  const form = useForm({ resolver: fieldResolver(Values), defaultValues: { connection_name: '' } });
  const submit = form.handleSubmit((values) => initiate.mutate({ ...values, sandbox }, { onSuccess: onStarted }));
  const fill = () => {
    setSandbox(true);
    form.clearErrors();
    form.setValue('connection_name', form.getValues('connection_name') || t('name.sample'));
  };
  return (
    <Form submit={submit} failedTitle={t('name.failed')} failure={refusalText} className="wizard-form">
      {options?.sandbox && (
        <Notice
          tone="blue"
          title={t('sandbox.title')}
          actions={
            !sandbox && (
              <Button variant="default" onClick={fill}>
                {t('sandbox.fill')}
              </Button>
            )
          }
        >
          {t(sandbox ? 'sandbox.filled' : 'sandbox.text')}
        </Notice>
      )}
      <Panel padded>
        <TextInput
          label={t('name.label')}
          description={t('name.hint')}
          error={form.formState.errors.connection_name?.message}
          required
          {...form.register('connection_name')}
        />
        <div className="setup-foot">
          <Button variant="default" onClick={onBack}>
            {t('word.back')}
          </Button>
          <Button type="submit" loading={initiate.isPending}>
            {t('name.submit')}
          </Button>
        </div>
      </Panel>
    </Form>
  );
}
