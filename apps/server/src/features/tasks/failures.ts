import { DriverError } from '@key2xs/drivers';
import { sql } from 'kysely';
import type { TaskRow } from '#platform/schema/schema';
import { SecretUnreadable } from '#platform/secrets/secrets';

/** What must be replaced before a run can succeed; null where the error itself says what to do. */
export function failedOn(error: unknown): TaskRow['failed_on'] {
  const isOfCredential = (one: unknown) =>
    one instanceof SecretUnreadable || (one instanceof DriverError && one.asksForCredential);
  return isOfCredential(error) || (error instanceof Error && isOfCredential(error.cause)) ? 'credential' : null;
}

/**
 * Over a `sync_task as task`: it failed, was not cancelled, and nothing has resolved that since. A later success resolves it, that of a preview only for a
 * preview; so does another credential where that was refused. A preview of a source counts, because it reads the source as any
 * run does; a simulation proves nothing about the source.
 */
export const isOpenFailure = sql<boolean>`(
  task.status = 'FAILURE' and not task.cancelled and task.mapping is null and (task.kind = 'directory' or not task.dry_run)
  and not exists (
    select from sync_task as later
    where later.subject_id = task.subject_id and later.created_at > task.created_at
      and later.kind = task.kind and later.status = 'SUCCESS' and (task.dry_run or not later.dry_run))
  and not (task.failed_on is not distinct from 'credential' and exists (
    select from source_credential as credential
    where credential.connection_id = task.subject_id and credential.state = 'active'
      and coalesce(credential.activated_at, credential.created_at) > task.created_at)))`;
