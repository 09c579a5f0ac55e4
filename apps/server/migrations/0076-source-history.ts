import { type Kysely, sql } from 'kysely';

const columns = 'id, connection_id, kind, at, actor_name, sentence, task_id, change_set_id';

/** A sentence of the catalogue. */
const say = (code: string, params = "'{}'") =>
  `jsonb_build_object('code', 'sourceEvent.${code}', 'params', ${params}::jsonb)`;
const withParam = (code: string, name: string, value: string) => say(code, `jsonb_build_object('${name}', ${value})`);

const ofConnection = `audit_event as event join iam_connection as source on source.id::text = event.target_id`;
const changed = (counts: string) =>
  `(select coalesce(sum(value::numeric), 0) from jsonb_each_text(coalesce(${counts}, '{}')) where key <> 'unchanged')`;
const moves = (flows: string) =>
  `(select coalesce(jsonb_agg(concat(flow ->> 'from', ' → ', flow ->> 'to') order by number), '[]')
    from jsonb_array_elements(${flows}) with ordinality as listed (flow, number))`;
const which = `jsonb_build_object('code', 'sourceCredential.kinds.' || coalesce(details ->> 'kind', 'secret'))`;
const stands = (kind: string, id: string) =>
  `decision.subject_kind = '${kind}' and decision.subject_id = ${id} and decision.ended_at is null`;

/** What other tables and the audit log have of connections that are there. */
const histories = [
  `select event.id, source.id, 'connection.created', event.at, event.actor_name, ${say('created')}, null::uuid, null::uuid
   from ${ofConnection} where action = 'iam_connection.created'`,
  `select event.id, source.id,
     case details -> 'change' ->> 'is_active' when 'true' then 'connection.activated'
       when 'false' then 'connection.deactivated' else 'connection.updated' end,
     event.at, event.actor_name,
     case details -> 'change' ->> 'is_active' when 'true' then ${say('activated')}
       when 'false' then ${say('deactivated')} else ${say('updated')} end, null::uuid, null::uuid
   from ${ofConnection} where action = 'iam_connection.updated'`,
  `select event.id, source.id,
     case action when 'source_credential.added' then 'credential.added'
       when 'source_credential.activated' then 'credential.rotated' else 'credential.removed' end,
     event.at, event.actor_name,
     case action when 'source_credential.added' then ${withParam('credentialAdded', 'which', which)}
       when 'source_credential.activated' then ${withParam('credentialRotated', 'which', which)}
       else ${withParam('credentialRemoved', 'which', which)} end, null::uuid, null::uuid
   from ${ofConnection}
   where action in ('source_credential.added', 'source_credential.activated', 'source_credential.removed')`,
  `select event.id, source.id, 'connection.updated', event.at, event.actor_name,
     case action when 'timetable.updated' then ${say('timetable')} when 'timetable.resumed' then ${say('resumed')}
       else ${withParam('paused', 'reason', "coalesce(details ->> 'reason', '')")} end, null::uuid, null::uuid
   from ${ofConnection} where action in ('timetable.updated', 'timetable.paused', 'timetable.resumed')`,
  // An answer belongs to a set-up, which the creation of the connection names.
  `select event.id, source.id,
     case event.details ->> 'outcome' when 'granted' then 'consent.granted' else 'consent.denied' end, event.at, event.actor_name,
     case event.details ->> 'outcome' when 'granted' then ${say('consentGranted')} else ${say('consentDenied')} end,
     null::uuid, null::uuid
   from audit_event as event
   join audit_event as created on created.action = 'iam_connection.created' and created.details ->> 'setup' = event.target_id
   join iam_connection as source on source.id::text = created.target_id
   where event.action = 'entra_setup.consent_answered'`,
  `select gen_random_uuid(), source.id, 'run.started', coalesce(task.started_at, task.created_at), admin.username,
     case when task.dry_run then ${say('previewBegan')} when task.run_kind = 'webhook' then ${say('runAfterWebhook')}
       when task.run_kind = 'single' then ${say('runOfOne')} else ${say('runBegan')} end, task.id, null::uuid
   from sync_task as task join iam_connection as source on source.id = task.subject_id
   left join admin on admin.id = task.started_by where task.kind = 'directory'`,
  `select gen_random_uuid(), source.id,
     case when cancelled then 'run.cancelled' when status = 'SUCCESS' then 'run.finished' else 'run.failed' end,
     completed_at, null,
     case when cancelled then coalesce(error, '{"code":"task.unforeseen"}')
       when status <> 'SUCCESS' then ${withParam('runFailed', 'reason', `coalesce(error, '{"code":"task.unforeseen"}')`)}
       when result ->> 'outcome' = 'previewed' then ${say('previewed')}
       when result ->> 'outcome' = 'quarantined' then ${say('endedStopped')}
       when ${changed("result -> 'counts'")} = 0 then ${say('nothingNew')}
       else ${withParam('applied', 'count', changed("result -> 'counts'"))} end, task.id, task.change_set_id
   from sync_task as task join iam_connection as source on source.id = task.subject_id
   where task.kind = 'directory' and completed_at is not null`,
  `select gen_random_uuid(), iam_connection_id, 'guard.tripped', created_at, null,
     ${withParam('stopped', 'count', changed('counts'))}, task_id, id
   from change_set where kind = 'directory' and guards <> '[]' and state <> 'computing'`,
  `select gen_random_uuid(), iam_connection_id,
     case choice when 'change_set.discarded' then 'guard.discarded' else 'guard.allowed' end, decided_at, decided_by,
     case choice when 'change_set.discarded' then ${withParam('discarded', 'reason', 'reason')}
       else ${withParam('allowed', 'reason', 'reason')} end, task_id, change_set.id
   from change_set join decision on ${stands('change_set', 'change_set.id')}
   where kind = 'directory' and guards <> '[]'`,
  `select gen_random_uuid(), connection_id, 'conflict.opened', found_at, null, ${withParam('conflict', 'value', 'value')},
     null::uuid, null::uuid from directory_conflict`,
  `select gen_random_uuid(), connection_id, 'conflict.resolved', decided_at, decided_by,
     ${withParam('conflictResolved', 'value', 'value')}, null::uuid, null::uuid
   from directory_conflict as conflict join decision on ${stands('directory_conflict', 'conflict.id')}`,
  `select gen_random_uuid(), iam_connection_id, 'rename.found', created_at, null,
     ${say('renameFound', "jsonb_build_object('count', count, 'moves', jsonb_path_query_array(moves, '$[0 to 2]'))")}, task_id, id
   from (
     select found.id, found.iam_connection_id, found.created_at, found.task_id, count(*),
       ${moves("jsonb_path_query_array(jsonb_agg(finding.content order by finding.number), '$[*].flows[*]')")} as moves
     from change_set as found join rename_finding as finding on finding.change_set_id = found.id
     left join decision on ${stands('rename_finding', 'finding.id')}
     join sync_task as task on task.id = found.task_id and not task.dry_run
     where found.state <> 'computing' and (decided_at is null or decided_at >= found.created_at)
     group by found.id
   ) as found`,
  `select gen_random_uuid(), found.iam_connection_id, 'rename.decided', decided_at, decided_by,
     jsonb_build_object('code', 'sourceEvent.renameDecided.' || finding.decision,
       'params', jsonb_build_object('moves', ${moves("finding.content -> 'flows'")})), null::uuid, found.id
   from rename_finding as finding join change_set as found on found.id = finding.change_set_id
   join decision on ${stands('rename_finding', 'finding.id')}
   where decided_at >= found.created_at and finding.decision is not null`,
];

const statements = [
  `alter table source_event add column task_id uuid, add column change_set_id uuid,
    add column changes jsonb not null default '[]'`,
  ...histories.map((rows) => `insert into source_event (${columns}) ${rows}`),
  'alter table entra_setup add column consented_at timestamptz, add column consented_by text',
  `update entra_setup set consented_at = event.at, consented_by = event.actor_name from audit_event as event
    where event.action = 'entra_setup.consent_answered' and event.target_id = entra_setup.id::text
      and event.details ->> 'outcome' = 'granted'`,
  'drop index audit_event_of_source',
  'alter table audit_head add column accepted_at timestamptz',
];

const fields = [
  'external_id',
  'username',
  'display_name',
  'given_name',
  'family_name',
  'email',
  'job_title',
  'department',
  'company',
  'location',
  'employee_id',
  'employee_type',
  'manager_ref',
  'groups',
  'active',
  'start_date',
  'end_date',
];

type Mapping = Record<string, string | { from: string }>;
type Saved = { id: string; connection_id: string; at: string; actor_name: string; before: Mapping; after: Mapping };

const columnOf = (source: Mapping[string] | undefined): string | null =>
  source === undefined ? null : typeof source === 'string' ? source : source.from;

function toEvent({ before, after, ...event }: Saved) {
  const changes = fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, before: columnOf(before[field]), after: columnOf(after[field]) }));
  const code = changes.length > 0 ? 'sourceEvent.mapped' : 'sourceEvent.mappedAsBefore';
  return { ...event, changes, sentence: { code } };
}

/** Everything that happened to identity sources is in one table, which each change writes. When the audit log was accepted is known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  const { rows } = await sql<Saved>`
    select event.id, source.id as connection_id, event.at::text as at, event.actor_name,
      coalesce(details -> 'before', '{}') as before, coalesce(details -> 'after', '{}') as after
    from ${sql.raw(ofConnection)} where action = 'iam_connection.mapped'`.execute(db);
  if (rows.length === 0) return;
  await sql`
    insert into source_event (id, connection_id, kind, at, actor_name, sentence, changes)
    select id, connection_id, 'mapping.changed', at, actor_name, sentence, changes
    from jsonb_to_recordset(${JSON.stringify(rows.map(toEvent))}::jsonb)
      as saved (id uuid, connection_id uuid, at timestamptz, actor_name text, sentence jsonb, changes jsonb)`.execute(
    db,
  );
}
