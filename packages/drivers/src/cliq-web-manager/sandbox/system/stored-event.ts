import { z } from 'zod';
import type { RecordedAccessEvent } from '../../../key-system-driver';

const instant = z.iso.datetime();

/** An access event as the journal keeps it. */
export const StoredEvent = z.object({
  external_id: z.string(),
  event_time: instant,
  import_time: instant,
  source: z.enum(['key', 'cylinder']),
  key_external_id: z.string().nullable(),
  cylinder_external_id: z.string().nullable(),
  person_identity: z.string().nullable(),
  result: z.enum(['granted', 'denied']),
  reason: z.string().nullable(),
}) satisfies z.ZodType<RecordedAccessEvent>;
