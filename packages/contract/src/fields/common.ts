import { z } from 'zod';
import { fieldError } from './field-error';
import { isRequired, reason, visible } from './field-words';
import { lineOf, paragraphsOf } from './text';

export const ById = z.object({ id: z.uuid() });
export const Instant = z.iso.datetime().max(40).describe('UTC, ISO-8601 with Z.');
export const Version = z.int().min(1).describe('Counts the changes of this record; also its ETag.');
export const Done = z.object({ success: z.literal(true) });

export const Name = lineOf({ max: 100, short: fieldError({ visible }) });
export const Description = paragraphsOf(2_000);
/** Worded as in the specification. */
export const requiredFor = (field: string, action: string) => fieldError({ isRequired }, { name: field, action });
/** Name and description of a record that cannot be made without; `action` as in 'creating a key plan'. */
export const nameFor = (action: string) => lineOf({ max: 100, short: requiredFor('name', action) });
export const descriptionFor = (action: string) =>
  paragraphsOf(2_000, requiredFor('description', action)).min(1, { error: requiredFor('description', action) });
/** A list of ids that may be neither empty nor missing. */
export function idsFor(field: string, { action, max }: { action: string; max: number }) {
  const missing = { error: requiredFor(field, action) };
  return z.array(z.uuid(), missing).min(1, missing).max(max);
}
/** The reason of a decision; part of the audit log. */
export const Reason = lineOf({ min: 3, max: 500, short: fieldError({ reason }) });
export const Search = z.string().trim().max(200);

/** Why nothing was deleted: the records that still refer to it, by kind. */
export const DeleteResult = z.object({
  success: z.boolean(),
  message: z.string().optional(),
  error: z.string().optional().describe('constraint_violation: other records stand in the way.'),
  constraint_name: z.string().optional(),
  related_records: z.record(z.string(), z.int()).optional(),
  details: z.string().optional(),
});
export type DeleteResult = z.infer<typeof DeleteResult>;
