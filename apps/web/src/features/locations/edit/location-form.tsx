import { LocationCreate, type LocationNode, locationTypes } from '@key2xs/contract';
import { rankOf } from '@key2xs/domain';
import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import { type Control, Controller, type FieldErrors, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { PersonSelect } from '#components/person-select';
import { applyProblem } from '#lib/calls/apply-problem';
import { fieldResolver } from '#lib/field-resolver';
import { Form, FormActions } from '#ui/form';
import { PlaceSelect } from './place-select';

export type LocationValues = z.output<typeof LocationCreate>;

/** Protection classes, from 1. */
const classNames = ['low', 'medium', 'high', 'veryHigh'] as const;

type Props = {
  values: LocationValues;
  names?: { owner: string | null; deputy: string | null };
  places: readonly LocationNode[];
  /** Itself, which cannot stand in itself. */
  id?: string;
  submitLabel: string;
  onSubmit: (values: LocationValues) => Promise<unknown>;
  onCancel: () => void;
};

/** All facts of a place. Choosing another place to stand in moves it. */
export function LocationForm({ values, names, places, id, submitLabel, onSubmit, onCancel }: Props) {
  const { t } = useTranslation('locations');
  const form = useForm({ resolver: fieldResolver(LocationCreate), defaultValues: values });
  const { errors, isSubmitting } = form.formState;
  const type = form.watch('type');
  const wider = places.filter((place) => place.id !== id && rankOf(place.type) < rankOf(type));
  const submit = form.handleSubmit((sent) => onSubmit(sent).catch((error: unknown) => applyProblem(error, form)));
  return (
    <Form submit={submit} failedTitle={t('form.failed')} failure={errors.root?.message}>
      <Stack gap="md">
        <TextInput
          label={t('word.name')}
          required
          data-autofocus
          error={errors.name?.message}
          {...form.register('name')}
        />
        <Controller
          control={form.control}
          name="type"
          render={({ field }) => (
            <Select
              label={t('review.columns.type')}
              required
              allowDeselect={false}
              data={locationTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
              comboboxProps={{ withinPortal: false }}
              error={errors.type?.message}
              {...field}
            />
          )}
        />
        <Controller
          control={form.control}
          name="parent_id"
          render={({ field: { ref, value = null, onChange } }) => (
            <PlaceSelect
              ref={ref}
              label={t('form.parent')}
              description={id && t('form.parentHint')}
              placeholder={t('form.top')}
              places={wider}
              all={places}
              value={value}
              onChange={onChange}
              error={errors.parent_id?.message}
            />
          )}
        />
        <Controller
          control={form.control}
          name="protection_class"
          render={({ field: { value, onChange } }) => (
            <Select
              label={t('form.class')}
              clearable
              data={classNames.map((name, at) => ({ value: String(at + 1), label: t(`classes.${name}`) }))}
              value={value ? String(value) : null}
              onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
              comboboxProps={{ withinPortal: false }}
            />
          )}
        />
        <Answering control={form.control} errors={errors} names={names} />
        <Controller
          control={form.control}
          name="time_zone"
          render={({ field: { ref, value = null, onChange } }) => (
            <Select
              ref={ref}
              label={t('word.timeZone')}
              description={t('form.zoneHint')}
              clearable
              searchable
              limit={100}
              data={[...new Set(['UTC', ...(value ? [value] : []), ...Intl.supportedValuesOf('timeZone')])]}
              value={value}
              onChange={onChange}
              comboboxProps={{ withinPortal: false }}
              error={errors.time_zone?.message}
            />
          )}
        />
        <Controller
          control={form.control}
          name="code"
          render={({ field: { ref, value, onChange } }) => (
            <TextInput
              ref={ref}
              label={t('form.code')}
              value={value ?? ''}
              onChange={(event) => onChange(event.currentTarget.value || null)}
              error={errors.code?.message}
            />
          )}
        />
        <Textarea label={t('form.notes')} rows={3} error={errors.notes?.message} {...form.register('notes')} />
        <FormActions submitLabel={submitLabel} isBusy={isSubmitting} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}

type AnsweringProps = Pick<Props, 'names'> & {
  control: Control<z.input<typeof LocationCreate>, unknown, LocationValues>;
  errors: FieldErrors<LocationValues>;
};

/** Who answers for the place, and who in their stead. */
function Answering({ control, errors, names }: AnsweringProps) {
  const { t } = useTranslation('locations');
  return (
    <>
      <Controller
        control={control}
        name="owner_person_id"
        render={({ field: { value = null, onChange } }) => (
          <PersonSelect
            label={t('form.owner')}
            placeholder={t('form.person')}
            description={t('form.ownerHint')}
            name={names?.owner ?? null}
            value={value}
            onChange={onChange}
            error={errors.owner_person_id?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="deputy_person_id"
        render={({ field: { value = null, onChange } }) => (
          <PersonSelect
            label={t('form.deputy')}
            placeholder={t('form.person')}
            name={names?.deputy ?? null}
            value={value}
            onChange={onChange}
            error={errors.deputy_person_id?.message}
          />
        )}
      />
    </>
  );
}
