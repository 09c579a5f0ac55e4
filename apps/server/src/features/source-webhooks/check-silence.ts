import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { noteSourceEvent } from '#features/source-events/service';
import type { Db } from '#platform/deps';

/** Longer than sources delay a notification. */
const quietHours = 24;

/**
 * Checks once a day, for each source with notifications, whether a run found changes although no notification came from a day
 * before it until now. Such a source is silent until its next notification.
 */
export async function checkSilence(db: Db): Promise<void> {
  const { rows } = await sql<{ connection_id: string; is_silent: boolean; day: string }>`
    with due as (
      select connection_id, last_event_at, created_at from source_webhook
      where is_wanted and coalesce(silence_checked_at, created_at) < now() - make_interval(hours => ${quietHours})
      for update skip locked
    ), looked as (
      select due.connection_id, exists (
        select from sync_task as task
        where task.subject_id = due.connection_id and task.kind = 'directory' and task.status = 'SUCCESS'
          and not task.dry_run and task.run_kind is distinct from 'webhook'
          and task.completed_at > now() - make_interval(hours => ${quietHours})
          and task.created_at > due.created_at + make_interval(hours => ${quietHours})
          and coalesce(due.last_event_at, '-infinity') < task.created_at - make_interval(hours => ${quietHours})
          and task.result ->> 'outcome' = 'applied'
          and exists (select from jsonb_each_text(task.result -> 'counts') as counted
            where counted.key <> 'unchanged' and counted.value <> '0')) as is_silent
      from due
    )
    update source_webhook as webhook
    set silence_checked_at = now(), silent_since = case when is_silent then now() else silent_since end
    from looked where webhook.connection_id = looked.connection_id
    returning webhook.connection_id, is_silent, to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day`.execute(db);
  for (const { connection_id, is_silent, day } of rows) {
    if (!is_silent) continue;
    const event = { connection_id, kind: 'webhook.silent', once: day } as const;
    await noteSourceEvent(db, { ...event, sentence: say('sourceEvent.webhookSilent') });
  }
}
