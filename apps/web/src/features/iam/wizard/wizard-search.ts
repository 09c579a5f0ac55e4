import { Provider } from '@key2xs/contract';
import { z } from 'zod';

/** Enough to resume the wizard after a reload, in another tab or another browser. */
export const wizardSearch = z.object({
  connection: z.uuid().optional(),
  task: z.uuid().optional(),
  kind: Provider.optional(),
  /** A set-up in progress. */
  setup: z.uuid().optional(),
  /** Only for called sources. */
  step: z.enum(['map', 'schedule', 'review']).optional(),
});
