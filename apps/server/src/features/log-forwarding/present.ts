import type { LogDestination } from '@key2xs/contract';
import type { CountedDestination } from './destination-queries';

export const presentDestination = (row: CountedDestination): LogDestination => ({
  id: row.id,
  name: row.name,
  format: row.format,
  target: row.target,
  is_enabled: row.is_enabled,
  sent_position: Number(row.sent_position),
  last_sent_at: row.last_sent_at?.toISOString() ?? null,
  waiting: Number(row.waiting),
  oldest_waiting_at: row.oldest_waiting_at?.toISOString() ?? null,
  failing_since: row.failing_since?.toISOString() ?? null,
  last_error: row.last_error,
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
