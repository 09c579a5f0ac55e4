import { z } from 'zod';

/** The source and the run, enough to restore the wizard after a reload. */
export const wizardSearch = z.object({ connection: z.uuid().optional(), task: z.uuid().optional() });
