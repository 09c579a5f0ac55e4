import { type IamConnection, Mapping } from '@key2xs/contract';
import type { IamConnectionRow } from './queries';

export const presentConnection = (row: IamConnectionRow): IamConnection => ({
  ...row,
  mapping_config: Mapping.parse(row.mapping_config),
  guard_limit_percent: Number(row.guard_limit_percent),
  last_read_at: row.last_read_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
