import { type Kysely, sql } from 'kysely';

/** Rules may name places. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table access_rule_object
      drop constraint access_rule_object_object_type_check,
      add constraint access_rule_object_object_type_check
        check (object_type in ('cylinder', 'cylinder_group', 'access_profile', 'location'))`.execute(db);
}
