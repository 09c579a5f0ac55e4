import { z } from 'zod';

export const changeSetTabs = ['people', 'doors', 'keys', 'writes'] as const;

export const changeSetSearch = z.object({ tab: z.enum(changeSetTabs).optional() });
