import { type Page, type ProviderFacts, providers } from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/deps';
import { standsFor } from '../decisions/service';

/** One thing that happened, as its record has it. */
export type EventRow = {
  id: string;
  at: Date;
  /** Kind of event, or the action of an audit event. */
  what: string;
  actor: string | null;
  source_ip: string | null;
  details: Record<string, unknown> | null;
  sentence: Sentence | null;
  task_id: string | null;
  change_set_id: string | null;
};

const auditActions = [
  'iam_connection.created',
  'iam_connection.updated',
  'iam_connection.mapped',
  'source_credential.added',
  'source_credential.activated',
  'source_credential.removed',
  'timetable.updated',
  'timetable.paused',
  'timetable.resumed',
];

const consentActions = Object.values<ProviderFacts>(providers).flatMap(({ consentAction }) => consentAction ?? []);

/** From every record that tells of a source; only what none of them tells is in `source_event`. */
const told = (id: string): RawBuilder<unknown> => sql`
  select id::text, at, action as what, actor_name as actor, null as source_ip, details,
    null::jsonb as sentence, null::uuid as task_id, null::uuid as change_set_id
  from audit_event
  where target_id = ${id} and target_type in ('iam_connection', 'source_credential', 'source_webhook', 'timetable')
    and action = any(${auditActions}::text[])
  union all
  select id::text, at, kind, actor_name, source_ip, null, sentence, null, null from source_event where connection_id = ${id}
  union all
  select 'begun ' || task.id, coalesce(task.started_at, task.created_at), 'run.started', admin.username, null,
    jsonb_build_object('run_kind', task.run_kind, 'dry_run', task.dry_run), null, task.id, null
  from sync_task as task left join admin on admin.id = task.started_by
  where task.subject_id = ${id} and task.kind = 'directory'
  union all
  select 'ended ' || id, completed_at,
    case when cancelled then 'run.cancelled' when status = 'SUCCESS' then 'run.finished' else 'run.failed' end, null, null,
    jsonb_build_object('result', result, 'dry_run', dry_run), error, id, change_set_id
  from sync_task where subject_id = ${id} and kind = 'directory' and completed_at is not null
  union all
  select 'stopped ' || id, created_at, 'guard.tripped', null, null, jsonb_build_object('counts', counts), null, task_id, id
  from change_set where iam_connection_id = ${id} and kind = 'directory' and guards <> '[]' and state <> 'computing'
  union all
  select 'decided ' || found.id, decided_at,
    case choice when 'change_set.discarded' then 'guard.discarded' else 'guard.allowed' end,
    decided_by, null, jsonb_build_object('reason', reason), null, task_id, found.id
  from change_set as found join decision on ${standsFor('change_set', 'found.id')}
  where iam_connection_id = ${id} and kind = 'directory' and guards <> '[]'
  union all
  select 'opened ' || id, found_at, 'conflict.opened', null, null, jsonb_build_object('value', value), null, null, null
  from directory_conflict where connection_id = ${id}
  union all
  select 'resolved ' || conflict.id, decided_at, 'conflict.resolved', decided_by, null,
    jsonb_build_object('value', value, 'reason', reason), null, null, null
  from directory_conflict as conflict join decision on ${standsFor('directory_conflict', 'conflict.id')}
  where connection_id = ${id}
  union all
  select 'renamed ' || found.id, found.created_at, 'rename.found', null, null,
    jsonb_build_object('count', count(*), 'flows', jsonb_path_query_array(jsonb_agg(finding.content order by finding.number), '$[*].flows[*]')),
    null, found.task_id, found.id
  from change_set as found join rename_finding as finding on finding.change_set_id = found.id
  left join decision on ${standsFor('rename_finding', 'finding.id')}
  join sync_task as task on task.id = found.task_id and not task.dry_run
  where found.iam_connection_id = ${id} and found.state <> 'computing'
    and (decided_at is null or decided_at >= found.created_at)
  group by found.id
  union all
  select 'rename decided ' || finding.id, decided_at, 'rename.decided', decided_by, null,
    finding.content || jsonb_build_object('decision', finding.decision), null, null, found.id
  from rename_finding as finding join change_set as found on found.id = finding.change_set_id
  join decision on ${standsFor('rename_finding', 'finding.id')}
  where found.iam_connection_id = ${id} and decided_at >= found.created_at
  union all
  select id::text, at, case details ->> 'outcome' when 'granted' then 'consent.granted' else 'consent.denied' end,
    actor_name, null, null, null, null, null
  from audit_event
  where action = any(${consentActions}::text[]) and target_id in (
    select details ->> 'setup' from audit_event where target_id = ${id} and action = 'iam_connection.created')`;

/** The newest first. */
export async function listEvents(db: Db, id: string, { limit, offset }: Page): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select * from (${told(id)}) as told order by at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countEvents(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${told(id)}) as told`.execute(db);
  return rows[0]?.count ?? 0;
}
