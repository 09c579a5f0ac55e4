import { Side } from '@key2xs/contract';
import { z } from 'zod';

export const keyPlanTabs = ['rules', 'profiles', 'connections', 'check', 'impact', 'history'] as const;

/** Which part of the plan is shown; `from` and `to` are what Impact compares. */
export const keyPlanSearch = z.object({
  tab: z.enum(keyPlanTabs).optional(),
  from: Side.optional(),
  to: Side.optional(),
});
