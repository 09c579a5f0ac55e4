import { z } from 'zod';

/** `dialog=create` opens the form at once; the rest of the address belongs to the list. */
export const keyPlansSearch = z.object({ dialog: z.enum(['create']).optional() });
