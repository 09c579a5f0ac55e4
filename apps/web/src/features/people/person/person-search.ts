import { z } from 'zod';

/** Filter and page of a person's doors, the requested moment, and the selected reason. */
export const personSearch = z.object({
  at: z.iso.datetime().optional(),
  reason: z.string().max(200).optional(),
  door: z.string().max(200).optional(),
  now: z.enum(['open']).optional(),
  recorded: z.enum(['yes', 'no', 'unknown']).optional(),
  offset: z.coerce.number().int().min(0).optional(),
});
