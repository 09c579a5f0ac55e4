import { type IamConnection, Name } from '@key2xs/contract';
import { Button, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useCreateIamConnection } from '#data/sources/iam';
import { applyProblem } from '#lib/calls/apply-problem';
import { fieldResolver } from '#lib/field-resolver';
import { Form } from '#ui/form';
import { Panel } from '#ui/panel';

const Values = z.object({ name: Name });

/** Checks the contract's own rule; a taken name becomes a field error. */
export function NameStep({ onNamed }: { onNamed: (connection: IamConnection) => void }) {
  const { t } = useTranslation('iam');
  const create = useCreateIamConnection();
  const form = useForm({ resolver: fieldResolver(Values), defaultValues: { name: '' } });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ name }) =>
    create.mutate({ name, provider: 'csv' }, { onSuccess: onNamed, onError: (error) => applyProblem(error, form) }),
  );
  return (
    <Form submit={submit} failedTitle={t('name.failed')} failure={errors.root?.message} className="wizard-form">
      <Panel padded>
        <TextInput
          label={t('edit.name')}
          description={t('name.hint')}
          error={errors.name?.message}
          required
          {...form.register('name')}
        />
        <div className="setup-foot">
          <Button type="submit" loading={create.isPending}>
            {t('name.submit')}
          </Button>
        </div>
      </Panel>
    </Form>
  );
}
