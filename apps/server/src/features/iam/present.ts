import { type IamConnection, Mapping } from '@key2xs/contract';
import { type Reader, sees } from '#platform/visible-to';
import type { IamConnectionRow } from './queries';

export const presentConnection = (row: IamConnectionRow): IamConnection => ({
  ...row,
  mapping_config: Mapping.parse(row.mapping_config),
  guard_limit_percent: Number(row.guard_limit_percent),
  last_read_at: row.last_read_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** As an entry of the list: without its settings for a reader who may not open it. */
export function presentListed(row: IamConnectionRow, { viewer }: Reader): IamConnection {
  const connection = presentConnection(row);
  if (sees(viewer, 'source_settings')) return connection;
  return { ...connection, admin_contact: null, configuration_data: {}, mapping_config: {}, guard_limit_percent: null };
}
