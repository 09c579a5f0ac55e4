import { WhoOf } from '@key2xs/contract';
import { z } from 'zod';

/** What the page is about; all other search parameters belong to the list. */
export const whoSearch = z.object({ of: WhoOf.optional(), id: z.coerce.string().min(1).max(200).optional() });
