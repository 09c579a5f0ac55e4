import fastify from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { askFor, type Round } from './ask-for';
import type { Bench } from './in-process';
import { fillWithCustody, fillWithKeys } from './many-keys';
import { median, remark, report } from './report';

const state = sql`coalesce(custody.state, case when lower(key.state) in ('lost', 'broken') then lower(key.state)
  when key.holder_identity is null then 'in_stock' else 'handed_out' end)`;

const counters: Record<string, RawBuilder<unknown>> = {
  in_stock: sql`${state} = 'in_stock'`,
  handed_out: sql`${state} = 'handed_out'`,
  overdue: sql`${state} = 'handed_out' and assignment.due_at < now()`,
  due_soon: sql`${state} = 'handed_out' and assignment.due_at between now() and now() + interval '7 days'`,
  lost: sql`${state} = 'lost'`,
  broken: sql`${state} = 'broken'`,
};

/** Lists of 50 of 50,000 keys by each counter, and the forecast of all, against bare queries behind a bare route. */
export async function benchKeys({ server, token }: Bench): Promise<void> {
  const { db } = server.deps;
  await fillWithKeys(server.deps);
  await fillWithCustody(server.deps);
  const from = sql`from key left join key_custody as custody on custody.key_id = key.id
    left join key_assignment as assignment on assignment.key_id = key.id and assignment.ended_at is null`;
  const bare = fastify();
  bare.get<{ Params: { counter: string } }>('/keys/:counter', async ({ params }) => {
    const condition = sql`where key.deleted_at is null and ${counters[params.counter] ?? sql`true`}`;
    const { rows: items } = await sql`
      select key.*, custody.state as custody_state, custody.storage, assignment.handed_out_at, assignment.due_at,
        holder.full_name ${from} left join recorded_person as holder
          on holder.connection_id = key.connection_id and holder.identity = key.holder_identity
      ${condition} order by key.marking, key.id limit 50`.execute(db);
    const { rows: totals } = await sql<{ total: number }>`select count(*)::int as total ${from} ${condition}`.execute(
      db,
    );
    return { items, total: totals[0]?.total };
  });
  // Without orders and policy: when each key ends as recorded, counted by term, by day and by holder.
  bare.get('/forecast', async () => {
    const { rows } = await sql`
      with ending as materialized (
        select coalesce(assignment.holder_identity, key.holder_identity) as holder, key.connection_id, ${state} as state,
          key.last_update_at >= key.changed_at as is_sure, least(case when key.validity = 'between' then key.valid_until end,
            key.last_update_at + make_interval(mins => key.revalidation_minutes)) as ends_at
        ${from} where key.deleted_at is null and key.validity <> 'never'),
      soon as (select * from ending where ends_at <= now() + interval '30 days')
      select
        (select jsonb_build_object(
            '1', count(*) filter (where ends_at > now() and ends_at <= now() + interval '1 day'),
            '7', count(*) filter (where ends_at > now() and ends_at <= now() + interval '7 days'),
            '30', count(*) filter (where ends_at > now()), 'stopped', count(*) filter (where ends_at <= now()),
            'unsure', count(*) filter (where not is_sure), 'in_stock', count(*) filter (where state = 'in_stock'))
          from soon) as counts,
        (select jsonb_agg(by_day) from (
          select ends_at::date as day, count(*) from soon where ends_at > now() group by 1) as by_day) as days,
        (select jsonb_agg(held) from (
          select holder, connection_id, count(*) as keys, min(ends_at) as next_at, count(*) over () as total from soon
          where ends_at > now() group by 1, 2 order by next_at, 1 limit 100) as held) as holders`.execute(db);
    return rows[0];
  });
  const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' });
  const compare = async (what: string, ours: string, theirs: string) => {
    const rounds = { ours: [] as Round[], bare: [] as Round[] };
    for (let round = 0; round < 3; round++) {
      rounds.bare.push(await askFor(`${bareUrl}${theirs}`));
      rounds.ours.push(await askFor(`${server.url}/api/v1${ours}`, token));
    }
    const pace = (side: Round[]) => median(side.map(({ perSecond }) => perSecond));
    const ratio = pace(rounds.bare) / pace(rounds.ours);
    remark(`${what}: ${pace(rounds.ours).toFixed(1)} requests/s, bare ${pace(rounds.bare).toFixed(1)}`);
    return ratio;
  };
  const compareLists = async (when: string) => {
    const ratios: number[] = [];
    for (const counter of Object.keys(counters))
      ratios.push(await compare(`${counter}${when}`, `/keys?custody=${counter}&limit=50`, `/keys/${counter}`));
    return Math.max(...ratios);
  };
  report('keys by counter: bare requests/s by ours, the worst', await compareLists(''), 1.2, '×');
  const forecast = await compare('forecast', '/key-times/forecast?days=30', '/forecast');
  report('key forecast: bare requests/s by ours', forecast, 1.2, '×');
  // A total is kept until something is committed.
  const committing = setInterval(() => void sql`select pg_current_xact_id()`.execute(db), 5);
  report('keys by counter while others commit: the same', await compareLists(', others commit'), 2.5, '×');
  clearInterval(committing);
  await bare.close();
}
