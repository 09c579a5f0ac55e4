import { z } from 'zod';

/** Enough to restore the wizard after a reload, in another tab, and in another browser. */
export const wizardSearch = z.object({
  connection: z.uuid().optional(),
  task: z.uuid().optional(),
  kind: z.enum(['csv', 'entra_id']).optional(),
  /** A set-up of Entra ID that is under way. */
  setup: z.uuid().optional(),
  /** Of a source that is called. */
  step: z.enum(['map', 'schedule', 'review']).optional(),
});
