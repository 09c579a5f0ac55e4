import { keyPlans } from '@key2xs/contract';
import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MayCall } from '#components/may-call';
import { DoorPicker } from '#components/pickers/door-picker';
import { applyProblem } from '#lib/calls/apply-problem';
import { fieldResolver } from '#lib/field-resolver';
import { Notice } from '#ui/notice';
import { type ProfileValues, profileSchema } from './profile-schema';

type Props = {
  values: ProfileValues;
  keySystemIds: readonly string[];
  submitLabel: string;
  onSubmit: (values: ProfileValues) => Promise<void>;
  onCancel: () => void;
};

/** An access profile: doors that belong together, under one name. */
export function ProfileForm({ values, keySystemIds, submitLabel, onSubmit, onCancel }: Props) {
  const { t } = useTranslation('key-plans');
  const schema = useMemo(() => profileSchema(t), [t]);
  const form = useForm<ProfileValues>({ resolver: fieldResolver(schema), defaultValues: values });
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
        <TextInput label={t('fields.name')} required error={errors.name?.message} {...form.register('name')} />
        <Textarea
          label={t('fields.description')}
          error={errors.description?.message}
          {...form.register('description')}
        />
        <Controller
          control={form.control}
          name="doors"
          render={({ field, fieldState }) => (
            <DoorPicker
              label={t('profiles.doors')}
              description={t('profiles.pickHint')}
              keySystemIds={keySystemIds}
              value={field.value}
              onChange={field.onChange}
              ref={field.ref}
              error={fieldState.error?.message}
            />
          )}
        />
        <div className="actions">
          <MayCall of={[keyPlans.updateProfile]}>
            <Button type="submit" loading={isSubmitting}>
              {submitLabel}
            </Button>
          </MayCall>
          <Button variant="default" onClick={onCancel}>
            {t('profiles.cancel')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
