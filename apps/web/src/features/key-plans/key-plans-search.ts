import { z } from 'zod';

/** State of the list in its URL; `dialog=create` opens the form at once. */
export const keyPlansSearch = z.object({
  search: z.string().optional(),
  state: z.enum(['active', 'draft']).optional(),
  sort: z.enum(['name', '-name', 'updated_at', '-updated_at']).optional(),
  offset: z.int().min(0).optional(),
  dialog: z.enum(['create']).optional(),
});
