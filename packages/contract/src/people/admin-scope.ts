import { z } from 'zod';

/** The part of an installation that an administrator or a token is limited to. */
export const AdminScope = z.strictObject({
  departments: z
    .array(z.string().trim().min(1).max(200))
    .max(500)
    .nullable()
    .describe('Compared without regard to case and spacing. Null: all.'),
  places: z.array(z.uuid()).max(500).nullable().describe('With all below them. Null: all.'),
});
export type AdminScope = z.infer<typeof AdminScope>;
