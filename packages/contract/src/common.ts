import { z } from 'zod';

export const ById = z.object({ id: z.uuid() });
export const Instant = z.iso.datetime().describe('UTC, ISO-8601 with Z.');
export const Version = z.int().min(1).describe('Counts the changes of this record; also its ETag.');
export const Done = z.object({ success: z.literal(true) });

/** Upper-level name of a record, as people type it. */
export const Name = z.string().trim().min(1).max(100, 'At most 100 characters, please.');
export const Description = z.string().trim().max(2_000, 'At most 2,000 characters, please.');

/** Direction words of a sorted list: `name` ascending, `-name` descending. */
export const sortBy = <const F extends readonly [string, ...string[]]>(...fields: F) =>
  z
    .string()
    .refine((value) => fields.includes(value.replace(/^-/, '')), { message: `Sort by one of: ${fields.join(', ')}` })
    .describe(`One of ${fields.join(', ')}; a leading minus sorts descending.`);

/** Why nothing was deleted: what still refers to the record, by kind. */
export const DeleteResult = z.object({
  success: z.boolean(),
  message: z.string().optional(),
  error: z.literal('constraint_violation').optional(),
  constraint_name: z.string().optional(),
  related_records: z.record(z.string(), z.int()).optional(),
  details: z.string().optional(),
});
export type DeleteResult = z.infer<typeof DeleteResult>;
