import { KeyPlanCreate } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { z } from 'zod';

const { name, description } = KeyPlanCreate.shape;
const typed = z.string().trim();

/** The contract's rules with the form's messages. Trims every text. */
export const planSchema = (t: TFunction<'key-plans'>) =>
  z.object({
    name: typed.min(1, t('errors.name')).max(100, t('errors.nameLength')).pipe(name),
    description: typed.min(1, t('errors.description')).max(2_000, t('errors.descriptionLength')).pipe(description),
    time_zone: z.string(),
  });

export type PlanValues = z.output<ReturnType<typeof planSchema>>;
