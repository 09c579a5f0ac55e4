import { z } from 'zod';

/** `check`: the check that is open on the screen; without it, the list of checks is shown. */
export const possessionChecksSearch = z.object({ check: z.uuid().optional() });
