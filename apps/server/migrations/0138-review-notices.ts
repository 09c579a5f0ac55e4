import { type Kysely, sql } from 'kysely';

/** Whoever has chosen all notices has those of access reviews, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update notification_settings set notices = notices || '{access_review}'
    where notices @> '{guard_stopped,run_failed,source_state,credential_ending,webhook_disabled,key_lost,keys_ending,key_extension,key_request_waits,key_request_own}'
      and not notices && '{access_review}'`.execute(db);
}
