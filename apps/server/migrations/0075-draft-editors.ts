import { type Kysely, sql } from 'kysely';

const statements = [
  `create table key_plan_last_edit (
    keyplan_id uuid not null references key_plan on delete cascade,
    record_id uuid not null,
    admin_id uuid,
    admin_name text not null,
    edited_at timestamptz not null,
    primary key (keyplan_id, record_id)
  )`,
  // A rule that is there has its editor; who edited others since what is in force came into force is in the audit log alone.
  `with pending as (
    select coalesce(written.keyplan_id, part.keyplan_id) as keyplan_id, coalesce(written.id, part.record_id) as record_id
    from (
      select keyplan_id, id, version from access_rule union all select keyplan_id, id, version from access_profile
    ) as written
    full join (select * from key_plan_part where until is null and kind <> 'plan') as part
      on part.keyplan_id = written.keyplan_id and part.record_id = written.id
    where part.record_version is distinct from written.version
  ), since as (
    select keyplan_id, max(at) - interval '1 minute' as at from key_plan_version where cause <> 'settings' group by keyplan_id
  ), edited as (
    select target_id as record_id, null as keyplan_id, actor_id, actor_name, at
    from audit_event where target_type in ('access_rule', 'access_profile')
    union all
    select rule ->> 'id', target_id, actor_id, actor_name, at
    from audit_event, jsonb_array_elements(details -> 'rules') as rule
    where action = 'key_plan.draft_edited'
    union all
    select null, target_id, actor_id, actor_name, at from audit_event where action = 'key_plan.version_restored'
  ), known as (
    select rule.keyplan_id, rule.id as record_id, admin.id as admin_id, updated_by as admin_name, rule.updated_at as edited_at, true as is_there
    from access_rule as rule left join admin on admin.username = rule.updated_by
    union all
    select pending.keyplan_id, pending.record_id, edited.actor_id, edited.actor_name, edited.at, false
    from pending left join since on since.keyplan_id = pending.keyplan_id
    join edited on coalesce(edited.record_id, pending.record_id::text) = pending.record_id::text
      and coalesce(edited.keyplan_id, pending.keyplan_id::text) = pending.keyplan_id::text
      and edited.at >= coalesce(since.at, '-infinity')
  )
  insert into key_plan_last_edit (keyplan_id, record_id, admin_id, admin_name, edited_at)
  select distinct on (record_id) pending.keyplan_id, record_id, admin_id, admin_name, edited_at
  from known join pending using (keyplan_id, record_id)
  order by record_id, is_there desc, edited_at desc`,
];

/** Who edited last what is pending in a draft. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
