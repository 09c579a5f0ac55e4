import { z } from 'zod';

/** How full a limited list of a cylinder or key is, as last read. */
export const Usage = z.object({ used: z.int(), limit: z.int() });
export type Usage = z.infer<typeof Usage>;

/** For a filter: at least that full. */
export const FullFrom = z.coerce.number().int().min(0).max(100);
