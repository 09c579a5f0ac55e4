import type { Person } from '@key2xs/contract';
import type { PersonRow } from './queries';

export const presentPerson = (row: PersonRow): Person => ({
  ...row,
  suspended_at: row.suspended_at?.toISOString() ?? null,
  left_at: row.left_at?.toISOString() ?? null,
  forgotten_after: row.forgotten_after?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
