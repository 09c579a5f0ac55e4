import { sql } from 'kysely';
import type { Bench } from './in-process';

export const keys = 50_000;
const cylinders = 10_000;

/** Keys with twenty doors of their own each, all out and up to date. */
export async function fillWithKeys({ db, newId }: Bench['server']['deps']): Promise<string> {
  const id = newId();
  await sql`insert into key_system_connection (id, name, system_type, cliq_api_url, domain_name, guard_limit_percent, is_active)
    values (${id}, 'Bench', 'CLIQ_WEB_MANAGER', 'https://127.0.0.1', 'bench', 5, false)`.execute(db);
  await sql`insert into key_system_cylinder (id, connection_id, external_id, marking, name, cylinder_type, domain, location, state)
    select gen_random_uuid(), ${id}, 'C-' || n, 'C-' || n, 'Door ' || n, 'single', 'bench', '', 'installed'
    from generate_series(1, ${cylinders}) as n`.execute(db);
  await sql`insert into recorded_person (connection_id, identity, first_name, surname, active, first_read_at)
    select ${id}, 'P-' || n, 'Person', n::text, true, now() from generate_series(1, ${keys}) as n`.execute(db);
  await sql`insert into key (id, connection_id, external_id, marking, name, serial, key_type, state, holder_identity, last_update_at,
      changed_at, validity, revalidation_minutes, schedule, own_cylinders, own_groups, row_hash)
    select gen_random_uuid(), ${id}, 'K-' || n, 'K-' || n, 'Key', n::text, 'dynamic', 'handed_out', 'P-' || n,
      now() - n * interval '1 second', now() - interval '3 days', 'always', 10080, '[]',
      array(select 'C-' || (1 + (n * 7 + i * 331) % ${cylinders}) from generate_series(1, 20) as i), '{}', 'read'
    from generate_series(1, ${keys}) as n`.execute(db);
  await sql`insert into recorded_reading (connection_id, began_at, finished_at)
    values (${id}, now() - interval '1 minute', now())`.execute(db);
  await sql`analyze`.execute(db);
  return id;
}

/**
 * Most of the keys handed out here, a third of those until a day, about as many days back as ahead; some in stock, lost and broken. The rest
 * is known from the key system only.
 */
export async function fillWithCustody({ db }: Bench['server']['deps']): Promise<void> {
  const numbered = sql`(select *, substr(external_id, 3)::int as n from key) as numbered`;
  await sql`insert into key_custody (key_id, state, changed_at, recorded_at, version)
    select id, case when n <= 30000 then 'handed_out' when n <= 39000 then 'in_stock' when n <= 39500 then 'lost' else 'broken' end,
      now() - interval '2 days', now(), 1
    from ${numbered} where n <= 40000`.execute(db);
  await sql`insert into key_assignment (id, key_id, holder_identity, handed_out_at, due_at)
    select gen_random_uuid(), id, holder_identity, now() - interval '20 days',
      case when n % 3 = 0 then now() + (n - 15000) * interval '1 minute' end
    from ${numbered} where n <= 30000`.execute(db);
  await sql`vacuum analyze`.execute(db);
}
