import { GraceDays, type IamConnection } from '@key2xs/contract';
import { Button, NumberInput } from '@mantine/core';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useSetGrace } from '#data/sources/iam';
import { fieldResolver } from '#lib/field-resolver';
import { Form } from '#ui/form';
import { useToast } from '#ui/toast';

const Values = z.object({ grace_days: GraceDays });

/** For how long people who left come back by themselves; saved alone, as it is no field of the connection's own update. */
export function GraceForm({ source }: { source: IamConnection }) {
  const { t } = useTranslation('iam');
  const titleId = useId();
  const save = useSetGrace();
  const toast = useToast();
  const { name, grace_days } = source;
  const form = useForm({ resolver: fieldResolver(Values), defaultValues: { grace_days } });
  const submit = form.handleSubmit((values) =>
    save.mutate(
      { connection: source, ...values },
      {
        onSuccess: () => toast.success(t('edit.toast', { name })),
        onError: (error) => toast.failure(error.message),
      },
    ),
  );
  return (
    <section aria-labelledby={titleId}>
      <div className="section-head">
        <h3 id={titleId}>{t('edit.graceTitle')}</h3>
      </div>
      <Form submit={submit}>
        <Controller
          control={form.control}
          name="grace_days"
          render={({ field }) => (
            <NumberInput
              label={t('edit.grace')}
              description={t('edit.graceHint')}
              error={form.formState.errors.grace_days && t('edit.graceWrong')}
              allowDecimal={false}
              allowNegative={false}
              {...field}
            />
          )}
        />
        <div className="actions">
          <Button type="submit" variant="default" loading={save.isPending}>
            {t('edit.graceSave')}
          </Button>
        </div>
      </Form>
    </section>
  );
}
