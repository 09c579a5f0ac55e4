import { type Kysely, sql } from 'kysely';

const statements = [
  // What lists of keys filter, order and add up by, so that they read each key once. The planner leaves out joins that a statement needs
  // nothing of. A holder that an operator has entered bears no reference of ours: a number says who it is, else a name that only one has.
  `create view known_key as
    select basis.*,
      case when validity = 'never' then null
        else least(case when validity = 'between' then valid_until end, deadline_at) end as ends_at
    from (
    select key.id as key_id, custody.key_id is not null as is_kept_here,
      coalesce(custody.state, case
        when lower(key.state) in ('lost', 'broken') then lower(key.state)
        when key.holder_identity is null then 'in_stock' else 'handed_out' end) as state,
      assignment.id as assignment_id,
      case when custody.key_id is null then recorded.own_reference else assignment.person_id end as person_id,
      case when custody.key_id is null then key.holder_identity else assignment.holder_identity end as holder_identity,
      custody.reserved_for, assignment.handed_out_at, assignment.due_at, coalesce(custody.storage, '') as storage,
      custody.changed_at, custody.recorded_at, coalesce(custody.is_to_write, false) as is_to_write, custody.problem,
      coalesce(custody.version, 0) as version,
      case when custody.key_id is null then true
        when custody.recorded_at > coalesce(system.keys_read_at, '-infinity') then true
        when assignment.id is null then key.holder_identity is null
        when assignment.person_id is null then coalesce(key.holder_identity = assignment.holder_identity, false)
        else exists (select from recorded_person as holder join person on person.id = assignment.person_id
          where holder.connection_id = key.connection_id and holder.identity = key.holder_identity
            and (holder.own_reference = person.id or holder.own_reference is null and (holder.reference = person.id::text
              or holder.employee_id = person.employee_id
              or lower(holder.full_name) = lower(person.display_name)
                and (holder.employee_id is null or person.employee_id is null)
                and not exists (select from person as namesake
                  where namesake.display_name = person.display_name and namesake.id <> person.id)))) end as is_same,
      assignment.person_id as assigned_person_id, custody.state as kept_state, case
        when lower(key.state) in ('lost', 'broken') then lower(key.state)
        when key.holder_identity is null then 'in_stock' else 'handed_out' end as found_state,
      key.connection_id, key.marking, key.name, key.key_type, key.state as recorded_state,
      key.holder_identity as recorded_holder, key.last_update_at, key.search_text, key.deleted_at,
      lower(key.key_type) <> 'normal' as has_clock,
      key.validity is not null and (coalesce(key.last_update_at >= key.changed_at, false) or held.key_id is not null)
        as is_sure,
      case when key.validity is null or key.changed_at is null then null
        else key.last_update_at is null or key.last_update_at < key.changed_at end as update_pending,
      case when held.key_id is null then key.validity else held.validity end as validity,
      case when held.key_id is null then key.valid_from else held.valid_from end as valid_from,
      case when held.key_id is null then key.valid_until else held.valid_until end as valid_until,
      case when held.key_id is null then key.revalidation_minutes else held.revalidation_minutes end as revalidation_minutes,
      case when held.key_id is null then key.schedule else held.schedule end as schedule,
      key.last_update_at + make_interval(mins => case when held.key_id is null
        then key.revalidation_minutes else held.revalidation_minutes end) as deadline_at
    from key
    left join key_system_connection as system on system.id = key.connection_id
    left join key_custody as custody on custody.key_id = key.id
    left join key_assignment as assignment on assignment.key_id = key.id and assignment.ended_at is null
    left join recorded_person as recorded on custody.key_id is null
      and recorded.connection_id = key.connection_id and recorded.identity = key.holder_identity
    left join key_held_times as held on held.key_id = key.id and held.updated_at = key.last_update_at
      and coalesce(key.last_update_at < key.changed_at, true)) as basis`,
  `create or replace view key_standing as
    select key_id, is_kept_here, state, assignment_id, person_id, holder_identity, reserved_for, handed_out_at, due_at, storage,
      changed_at, recorded_at, is_to_write, problem, version, is_same
    from known_key`,
  `create or replace view key_times_standing as
    select key_id, has_clock, is_sure, update_pending, validity, valid_from, valid_until, revalidation_minutes, schedule, deadline_at,
      ends_at
    from known_key`,
];

/** Where each key is, beside what the key system has recorded of it and when it ends by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
