import type { ApiToken } from '@key2xs/contract';
import { daysUntil } from '#platform/warning-days';
import type { TokenRow } from './queries';

export function presentToken(row: TokenRow, now: Date): ApiToken {
  const { id, name, shown, functions, is_read_only, created_at, issued_at, former_until, last_used_at } = row;
  return {
    id,
    name,
    owner: { id: row.admin_id, username: row.username, is_service: row.is_service },
    shown,
    functions,
    scope: row.named_scope,
    is_read_only,
    created_at: created_at.toISOString(),
    issued_at: issued_at.toISOString(),
    expires_at: row.ends_at.toISOString(),
    days_left: daysUntil(row.ends_at, now),
    former_until: former_until && former_until > now ? former_until.toISOString() : null,
    last_used_at: last_used_at?.toISOString() ?? null,
    is_usable: row.ends_at > now && row.is_owner_in_force,
  };
}
