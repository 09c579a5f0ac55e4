import { WhoOf } from '@key2xs/contract';
import { z } from 'zod';

/** What the page is asked about; the rest of the address belongs to the list. */
export const whoSearch = z.object({ of: WhoOf.optional(), id: z.coerce.string().min(1).max(200).optional() });
