import { z } from 'zod';

/** `count`: the count that is open on the screen; without it, the list of counts is shown. */
export const stockTakingSearch = z.object({ count: z.uuid().optional() });
