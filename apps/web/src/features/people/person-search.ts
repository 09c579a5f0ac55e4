import { z } from 'zod';

/** Filter and page of a person's doors. */
export const personSearch = z.object({
  door: z.string().max(200).optional(),
  now: z.enum(['open']).optional(),
  offset: z.coerce.number().int().min(0).optional(),
});
