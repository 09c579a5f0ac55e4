import { type IamConnection, Mapping, type StaffList } from '@key2xs/contract';
import type { IamConnectionRow } from './queries';
import type { StaffListRow } from './staff-list-store';

export const presentConnection = (row: IamConnectionRow): IamConnection => ({
  ...row,
  sync_interval: 'disabled',
  mapping_config: Mapping.parse(row.mapping_config),
  guard_limit_percent: Number(row.guard_limit_percent),
  last_read_at: row.last_read_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const presentStaffList = (row: StaffListRow, suggested_mapping: StaffList['suggested_mapping']): StaffList => ({
  ...row,
  suggested_mapping,
  uploaded_at: row.uploaded_at.toISOString(),
});
