import { KeyPlanCreate, SchedulePolicy, TakesEffect } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { z } from 'zod';

const { name, description } = KeyPlanCreate.shape;
const typed = z.string().trim();

/** The contract's rules with the form's messages. Trims every text. Only what waits can be looked at by a second person. */
export const planSchema = (t: TFunction<'key-plans'>) =>
  z
    .object({
      name: typed.min(1, t('errors.name')).max(100, t('errors.nameLength')).pipe(name),
      description: typed.min(1, t('errors.description')).max(2_000, t('errors.descriptionLength')).pipe(description),
      time_zone: z.string(),
      takes_effect: TakesEffect,
      needs_second_person: z.boolean(),
      schedule_policy: SchedulePolicy,
    })
    .transform((plan) => ({
      ...plan,
      needs_second_person: plan.needs_second_person && plan.takes_effect === 'on_activation',
    }));

export type PlanValues = z.output<ReturnType<typeof planSchema>>;
