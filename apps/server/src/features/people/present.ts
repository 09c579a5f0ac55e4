import type { Person } from '@key2xs/contract';
import type { PersonRow } from './queries';

export const presentPerson = (row: PersonRow): Person => ({
  ...row,
  left_at: row.left_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
