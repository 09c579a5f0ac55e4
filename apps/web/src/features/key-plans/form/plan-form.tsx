import { Button, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { applyProblem } from '#lib/calls/apply-problem';
import { fieldResolver } from '#lib/field-resolver';
import { Notice } from '#ui/notice';
import { EffectFields, type StoredPlan } from './effect-fields';
import { type PlanValues, planSchema } from './plan-schema';

type Props = {
  values: PlanValues;
  /** The plan that is edited. */
  stored?: StoredPlan;
  submitLabel: string;
  /** What a new plan is linked to. */
  links?: ReactNode;
  hint?: ReactNode;
  onSubmit: (values: PlanValues) => Promise<unknown>;
  onCancel: () => void;
};

/** Name, description and time zone of a key plan, and how its changes come into force. */
export function PlanForm({ values, stored, submitLabel, links, hint, onSubmit, onCancel }: Props) {
  const { t } = useTranslation('key-plans');
  const schema = useMemo(() => planSchema(t), [t]);
  const form = useForm({ resolver: fieldResolver(schema), defaultValues: values });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit((sent) => onSubmit(sent).catch((error: unknown) => applyProblem(error, form)));
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {errors.root && (
        <Notice tone="red" title={t('failed')}>
          {errors.root.message}
        </Notice>
      )}
      <Stack gap="md">
        <TextInput
          label={t('fields.name')}
          required
          data-autofocus
          error={errors.name?.message}
          {...form.register('name')}
        />
        <Textarea
          label={t('fields.description')}
          required
          minRows={3}
          error={errors.description?.message}
          {...form.register('description')}
        />
        {links}
        <Controller
          control={form.control}
          name="time_zone"
          render={({ field }) => (
            <Select
              label={t('fields.zone')}
              description={t('fields.zoneHint')}
              data={timeZones(values.time_zone)}
              searchable
              allowDeselect={false}
              limit={100}
              comboboxProps={{ withinPortal: false }} // inside the drawer, where screen readers find it
              error={errors.time_zone?.message}
              {...field}
            />
          )}
        />
        <EffectFields control={form.control} stored={stored} />
        {hint && <p className="mute">{hint}</p>}
        <div className="actions">
          <Button type="submit" loading={isSubmitting}>
            {submitLabel}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('form.cancel')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** Every zone this browser knows, plus the stored one. */
const timeZones = (stored: string) => [...new Set(['UTC', stored, ...Intl.supportedValuesOf('timeZone')])];
