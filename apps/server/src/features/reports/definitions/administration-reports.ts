import type { TaskKind } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { type RawBuilder, sql } from 'kysely';
import { countActions } from '../../audit/service';
import { isOpenFailure } from '../../tasks/service';
import { actionInWords } from '../action-in-words';
import { isInPeriod, momentOrder, type ReportDefinition } from '../report';
import { moment, number, state, text } from './columns';

type Cause = 'created' | 'settings' | 'edit' | 'activation' | 'deleted' | 'upgrade';

const changed = (how: 'added' | 'changed' | 'removed'): RawBuilder<number> => sql`(
  select coalesce(sum((part.value ->> ${sql.lit(how)})::int), 0)::int from jsonb_each(version.changes) as part)`;

/** Versions outlive their plan, whose last name is in its settings. */
const planChanges: ReportDefinition = {
  id: 'plan_changes',
  group: 'administration',
  resource: 'plan_settings',
  parameters: [{ kind: 'period', usual: 90 }],
  columns: [
    moment('at'),
    text('plan'),
    number('version'),
    state('cause', (value) => say(`report.cause.${value as Cause}`)),
    text('made_by'),
    text('reason'),
    number('added'),
    number('changed'),
    number('removed'),
  ],
  rows: ({ chosen }) => sql`
    select version.keyplan_id || ' ' || version.number as id, ${momentOrder(sql`version.at`)} as sort, version.at,
      coalesce(plan.name, (select part.content ->> 'name' from key_plan_part as part
        where part.keyplan_id = version.keyplan_id and part.kind = 'plan' order by part.since desc limit 1)) as plan,
      version.number as version, version.cause, nullif(version.made_by, '') as made_by, version.reason,
      ${changed('added')} as added, ${changed('changed')} as changed, ${changed('removed')} as removed
    from key_plan_version as version left join key_plan as plan on plan.id = version.keyplan_id
    where ${isInPeriod(sql`version.at`, chosen)}`,
  direction: 'desc',
};

const administratorActions: ReportDefinition = {
  id: 'administrator_actions',
  group: 'administration',
  resource: 'audit_log',
  parameters: [{ kind: 'period', usual: 30 }],
  columns: [
    text('administrator'),
    state('action', (value, { language }) => actionInWords(value, language)),
    number('times'),
    moment('last_at'),
  ],
  rows: ({ chosen }) => sql`
    select concat_ws(' ', counted.actor_id, counted.action) as id, concat_ws(' ', lower(counted.name), counted.action) as sort,
      counted.name as administrator, counted.action, counted.times, counted.last_at
    from (${countActions(chosen)}) as counted`,
  direction: 'asc',
  notes: async () => [say('report.note.actions')],
};

const failedRuns: ReportDefinition = {
  id: 'failed_runs',
  group: 'administration',
  resource: 'tasks',
  parameters: [{ kind: 'period', usual: 30 }],
  columns: [
    moment('began'),
    state('run_kind', (value) => say(`report.runKind.${value as TaskKind}`)),
    text('subject'),
    state('run_mode', (value) => say(`report.runMode.${value as 'run' | 'preview'}`)),
    text('started_by'),
    moment('ended'),
    state('failure', (value) => say(`report.failure.${value as 'open' | 'resolved' | 'in_part'}`)),
    number('changes_failed'),
    text('why'),
  ],
  rows: ({ chosen }) => sql`
    select task.id::text as id, ${momentOrder(sql`task.created_at`)} as sort, task.created_at as began,
      task.kind as run_kind, task.title as subject, case when task.dry_run then 'preview' else 'run' end as run_mode,
      starter.username as started_by, task.completed_at as ended, case
        when task.status <> 'FAILURE' then 'in_part' when ${isOpenFailure} then 'open' else 'resolved' end as failure,
      coalesce((task.result ->> 'failed')::int, 0) as changes_failed, task.error as why
    from sync_task as task left join admin as starter on starter.id = task.started_by
    where ${isInPeriod(sql`task.created_at`, chosen)} and not task.cancelled
      and (task.status = 'FAILURE' or coalesce((task.result ->> 'failed')::int, 0) > 0)`,
  direction: 'desc',
};

export const administrationReports = [planChanges, administratorActions, failedRuns];
