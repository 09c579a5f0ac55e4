import { z } from 'zod';

/** A record that another one refers to, as screens name and link it. */
export const NamedRecord = z.object({ id: z.uuid(), name: z.string() });
