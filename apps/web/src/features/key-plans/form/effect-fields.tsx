import { type KeyPlan, SchedulePolicy, TakesEffect } from '@key2xs/contract';
import { Checkbox, Radio, Stack } from '@mantine/core';
import type { TFunction } from 'i18next';
import { type Control, Controller, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format';
import type { PlanValues } from './plan-schema';

export type StoredPlan = Pick<KeyPlan, 'needs_second_person' | 'second_person_removal'>;

/** When edits take effect and who brings them into force, and what becomes of different hours for one key. */
export function EffectFields({ control, stored }: { control: Control<PlanValues>; stored: StoredPlan | undefined }) {
  const { t } = useTranslation('key-plans');
  const takesEffect = useWatch({ control, name: 'takes_effect' });
  return (
    <>
      <Controller
        control={control}
        name="takes_effect"
        render={({ field: { ref: _, ...field }, fieldState }) => (
          <Radio.Group label={t('takesEffect.label')} error={fieldState.error?.message} {...field}>
            <Stack gap="xs" mt={6}>
              {TakesEffect.options.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={t(`takesEffect.${value}`)}
                  description={t(`takesEffect.hints.${value}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
      />
      {takesEffect === 'on_activation' && (
        <Controller
          control={control}
          name="needs_second_person"
          render={({ field: { value, ...field }, fieldState }) => (
            <Checkbox
              label={t('secondPerson.label')}
              description={secondPersonHint({ stored, isWanted: value }, t)}
              checked={value}
              error={fieldState.error?.message}
              {...field}
            />
          )}
        />
      )}
      <Controller
        control={control}
        name="schedule_policy"
        render={({ field: { ref: _, ...field }, fieldState }) => (
          <Radio.Group
            label={t('schedulePolicy.label')}
            description={t('schedulePolicy.description')}
            error={fieldState.error?.message}
            {...field}
          >
            <Stack gap="xs" mt={6}>
              {SchedulePolicy.options.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={t(`schedulePolicy.${value}`)}
                  description={t(`schedulePolicy.hints.${value}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
      />
    </>
  );
}

/** Unticking what is stored is a request that another administrator confirms. */
function secondPersonHint(
  { stored, isWanted }: { stored: StoredPlan | undefined; isWanted: boolean },
  t: TFunction<'key-plans'>,
): string {
  const request = stored?.second_person_removal;
  if (request) {
    return t('secondPerson.requested', { name: request.requested_by, date: formatDate(request.requested_at) });
  }
  return stored?.needs_second_person && !isWanted ? t('secondPerson.removal') : t('secondPerson.hint');
}
