import { z } from 'zod';

/** The doors of a person: what is filtered and which page of them is shown. */
export const personSearch = z.object({
  door: z.string().max(200).optional(),
  now: z.enum(['open']).optional(),
  offset: z.coerce.number().int().min(0).optional(),
});
