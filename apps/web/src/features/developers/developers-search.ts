import { z } from 'zod';

export const developerTabs = ['reference', 'tokens', 'errors', 'webhooks', 'forwarding'] as const;

export const developersSearch = z.object({
  tab: z.enum(developerTabs).default('reference'),
  /** Of the reference: words, a group, and the operation that is open. */
  find: z.string().default(''),
  group: z.string().optional(),
  operation: z.string().optional(),
  /** The webhook whose log is open. */
  webhook: z.string().optional(),
});
