import { Provider } from '@key2xs/contract';
import { z } from 'zod';

/** Enough to restore the wizard after a reload, in another tab, and in another browser. */
export const wizardSearch = z.object({
  connection: z.uuid().optional(),
  task: z.uuid().optional(),
  kind: Provider.optional(),
  /** A set-up that is under way. */
  setup: z.uuid().optional(),
  /** Of a source that is called. */
  step: z.enum(['map', 'schedule', 'review']).optional(),
});
