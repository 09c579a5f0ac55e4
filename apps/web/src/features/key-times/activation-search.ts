import { z } from 'zod';

export const activationTabs = ['keys', 'templates', 'forecast', 'policy', 'mails'] as const;

/** The selected tab; `days`: how far the forecast tells holders; `change=all`: what matches the filters is changed. */
export const activationSearch = z.object({
  tab: z.enum(activationTabs).default('keys'),
  days: z.enum(['1', '7', '30']).default('7'),
  change: z.enum(['all']).optional(),
});
