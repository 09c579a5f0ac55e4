import type { ErasurePreview } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/deps';
import { isInStaffList } from './staff-list';
import { patternsOf, type Traces } from './traces';

type Blocker = ErasurePreview['blockers'][number];

const shownNames = 20;
const noName = sql`null::text as name`;

/** What has to be done before a person can be erased. */
export async function findBlockers(db: Db, traces: Traces): Promise<Blocker[]> {
  const queries = Object.entries(blockersOf(traces)).map(
    ([kind, query]) => sql`select ${kind}::text as kind, name from (${query}) as one`,
  );
  const { rows } = await sql<Blocker>`
    select kind, count(*)::int as count,
      coalesce((array_agg(distinct name order by name) filter (where name is not null))[1:${sql.lit(shownNames)}], '{}') as names
    from (${sql.join(queries, sql` union all `)}) as found group by kind`.execute(db);
  const isListed = await isInStaffList(db, traces);
  return [...rows, ...(isListed ? [{ kind: 'in_list' as const, count: 1, names: [] }] : [])];
}

function blockersOf(traces: Traces): Record<Exclude<Blocker['kind'], 'in_list'>, RawBuilder<unknown>> {
  const { id, connection_id, external_id, username, email } = traces;
  const person = sql`${id}::uuid`;
  const certain = patternsOf(traces).certain;
  const isNamed = (column: string) => (certain === null ? sql`false` : sql`${sql.ref(column)} ~* ${certain}::text`);
  const refs = [external_id, username].filter((one) => one !== null);
  const addresses = [username, email].flatMap((one) => (one === null ? [] : [one.toLowerCase()]));
  return {
    not_left: sql`select ${noName} from person where id = ${person} and state <> 'left'`,
    in_source: sql`select source.name from source_person as listed
      join iam_connection as source on source.id = listed.connection_id
      where listed.connection_id = ${connection_id}::uuid and listed.external_id = ${external_id} and listed.gone is null
        and exists (select from person where id = ${person} and superseded_at is null)`,
    manages: sql`select ${noName} from person where connection_id = ${connection_id}::uuid and state <> 'left'
      and manager_ref = any(${refs}::text[])`,
    in_key_system: sql`select system.name from recorded_person as recorded
      join key_system_connection as system on system.id = recorded.connection_id
      where recorded.own_reference = ${person} and recorded.deleted_at is null`,
    named_in_key_system: sql`select marking as name from key where deleted_at is null and ${isNamed('key.name')}
      union all select marking from cylinder where deleted_at is null and (${isNamed('name')} or ${isNamed('location')})`,
    keys_out: sql`select key.marking as name from key_standing as standing join key on key.id = standing.key_id
      where standing.person_id = ${person} and standing.state = 'handed_out'`,
    keys_reserved: sql`select key.marking as name from key_custody as custody join key on key.id = custody.key_id
      where custody.reserved_for = ${person} and custody.state = 'reserved'`,
    cases: sql`select key.marking as name from key_case as open left join key on key.id = open.key_id
      where open.person_id = ${person} and open.closed_at is null`,
    requests: sql`select ${noName} from key_request where person_id = ${person} and closed_at is null
      union all select ${noName} from key_request_step as step join key_request as asked on asked.id = step.request_id
      where step.person_id = ${person} and step.decision is null and asked.closed_at is null and asked.person_id <> ${person}`,
    checks: sql`select ${noName} from possession_check_person as asked
      join possession_check as running on running.id = asked.check_id
      where asked.person_id = ${person} and running.ended_at is null`,
    work: sql`select ${noName} from work_item where person_id = ${person} and state = 'open'`,
    changes: sql`select ${noName} from change_set_item as item join change_set on change_set.id = item.change_set_id
      where item.person_id = ${person} and change_set.state in ('computing', 'ready', 'quarantined', 'applying')`,
    places: sql`select name from location where owner_person_id = ${person} or deputy_person_id = ${person}`,
    administrator: sql`select username as name from admin where username_folded = any(${addresses}::text[])
      or exists (select from notification_settings as own where own.admin_id = admin.id
        and lower(own.mail_address) = any(${addresses}::text[]))`,
  };
}
