import { z } from 'zod';

/** A scope as screens show it. */
export const NamedScope = z.object({
  departments: z.array(z.string()).nullable().describe('Null: all.'),
  places: z
    .array(z.object({ id: z.uuid(), path: z.string() }))
    .nullable()
    .describe('Those that still exist, with all below them. Null: all.'),
  missing_places: z.int().describe('Places of the scope that were deleted; nothing stands there.'),
});
export type NamedScope = z.infer<typeof NamedScope>;
