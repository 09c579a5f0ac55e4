import { z } from 'zod';

/** Which source a list is uploaded for, and which run of it is followed: enough to come back after a reload. */
export const wizardSearch = z.object({ connection: z.uuid().optional(), task: z.uuid().optional() });
