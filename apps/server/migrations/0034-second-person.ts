import { type Kysely, sql } from 'kysely';

const statements = [
  `create table key_plan_editor (
    keyplan_id uuid not null references key_plan on delete cascade,
    record_id uuid not null,
    admin_id uuid not null,
    primary key (keyplan_id, record_id, admin_id)
  )`,
  // Of changes that are pending already, the last editor of each rule and of each plan is known.
  `insert into key_plan_editor (keyplan_id, record_id, admin_id)
    select rule.keyplan_id, rule.id, admin.id from access_rule as rule
    join admin on admin.username = rule.updated_by
    join key_plan as plan on plan.id = rule.keyplan_id and plan.takes_effect = 'on_activation'
    union
    select plan.id, written.id, plan.edited_by from key_plan as plan
    join (
      select keyplan_id, id from access_rule union select keyplan_id, id from access_profile
      union select keyplan_id, record_id from key_plan_part where until is null and kind <> 'plan'
    ) as written on written.keyplan_id = plan.id
    where plan.edited_by is not null and plan.takes_effect = 'on_activation'`,
  // What is in force as it is written is not pending.
  `delete from key_plan_editor using key_plan_part as part, (
      select id, version from access_rule union all select id, version from access_profile
    ) as written
    where part.until is null and part.record_id = key_plan_editor.record_id and written.id = part.record_id
      and written.version = part.record_version`,
  `alter table key_plan
    drop column edited_by,
    add column second_person_removal_by uuid references admin,
    add column second_person_removal_at timestamptz`,
  'alter table admin add column invited_by uuid references admin',
];

/** Who edited what is pending in a key plan, who asked to no longer require a second person, and who invited whom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
