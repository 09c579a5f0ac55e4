import { z } from 'zod';

export const changeSetTabs = ['people', 'doors', 'keys', 'writes'] as const;

/** The tab of a change set, beside the state of the list in it. */
export const changeSetSearch = z.object({ tab: z.enum(changeSetTabs).optional() });
