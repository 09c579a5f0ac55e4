import { SchedulePolicy, TakesEffect } from '@key2xs/contract';
import { Checkbox, Radio, Stack } from '@mantine/core';
import { type Control, Controller, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { PlanValues } from './plan-schema';

/** When edits take effect and who brings them into force, and what becomes of different hours for one key. */
export function EffectFields({ control }: { control: Control<PlanValues> }) {
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
              description={t('secondPerson.hint')}
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
