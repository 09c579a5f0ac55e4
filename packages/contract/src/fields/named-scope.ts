import { z } from 'zod';

/** A scope as screens show it. */
export const NamedScope = z.object({
  departments: z.array(z.string()).nullable().describe('Null: all.'),
  places: z
    .array(z.object({ id: z.uuid(), path: z.string() }))
    .nullable()
    .describe('With all below them. Null: all.'),
});
export type NamedScope = z.infer<typeof NamedScope>;
