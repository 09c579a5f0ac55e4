import { z } from 'zod';
import type { RecordedAccessEvent, RecordedKey, RecordedProgrammingJob } from '../../key-system-driver';
import { WireKey } from '../wire';

const instant = z.iso.datetime();

export const Key = WireKey.extend({
  last_update_at: instant.nullable(),
}) satisfies z.ZodType<RecordedKey>;

export const Job = z.object({
  external_id: z.string(),
  cylinder_external_id: z.string(),
  kind: z.enum(['program', 'change_group', 'block', 'unblock', 'fetch_events', 'reprogram']),
  state: z.enum(['pending', 'assigned', 'loaded_on_key', 'done', 'failed']),
  assigned_key: z.string().nullable(),
  created_at: instant,
  done_at: instant.nullable(),
}) satisfies z.ZodType<RecordedProgrammingJob>;

export const AccessEvent = z.object({
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
