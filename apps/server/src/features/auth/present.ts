import type { Admin } from '@key2xs/contract';
import type { AdminRow } from './queries';

export const presentAdmin = ({ id, username, role, functions, created_at }: AdminRow): Admin => ({
  id,
  username,
  role,
  functions,
  created_at: created_at.toISOString(),
});
