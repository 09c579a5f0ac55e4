import { z } from 'zod';

export const keyPlanTabs = ['rules', 'profiles', 'connections', 'check'] as const;

/** Which part of the plan is shown. */
export const keyPlanSearch = z.object({ tab: z.enum(keyPlanTabs).optional() });
