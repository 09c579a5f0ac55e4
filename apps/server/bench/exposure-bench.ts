import fastify from 'fastify';
import { sql } from 'kysely';
import { lookAtKeys } from '../src/features/effective-access/look';
import { askFor, type Round } from './ask-for';
import type { Bench } from './in-process';
import { fillWithKeys, keys } from './many-keys';
import { median, remark, report } from './report';

/** The board of withdrawn rights over 50,000 keys and 10,000 cylinders against the same query behind a bare route, and one look at all of them. */
export async function benchExposure({ server, token }: Bench): Promise<void> {
  const { db } = server.deps;
  const system = await fillWithKeys(server.deps);
  const save: Parameters<typeof lookAtKeys>[2] = (work) => db.transaction().execute(work);
  const timed = async () => {
    const began = performance.now();
    await lookAtKeys(server.deps, system, save);
    return (performance.now() - began) / 1_000;
  };
  const first = await timed();
  await sql`update key set own_cylinders = '{}', changed_at = now() where external_id like '%5'`.execute(db);
  const withdrawn = await timed();
  const again = await timed();
  await sql`analyze`.execute(db);
  const { rows } = await sql<{ count: string }>`select count(*) from exposed_right`.execute(db);
  remark(`${Number(rows[0]?.count).toLocaleString('en')} rights of ${keys} keys may still open`);
  remark(
    `a look at all: first ${first.toFixed(1)} s, after a withdrawal ${withdrawn.toFixed(1)} s, again ${again.toFixed(1)} s`,
  );
  const bare = fastify();
  bare.get('/', async () => {
    const { rows: items } = await sql`
      select exposed.*, key.marking as key_marking, cylinder.marking, cylinder.name from exposed_right as exposed
      join key on key.id = exposed.key_id join key_system_cylinder as cylinder on cylinder.id = exposed.cylinder_id
      where closed_at is null and ends_at > now() and whereabouts in ('in_hand', 'lost')
      order by ends_at desc, exposed.id desc limit 50`.execute(db);
    const { rows: totals } = await sql<{ total: number }>`
      select count(*)::int as total from exposed_right
      where closed_at is null and ends_at > now() and whereabouts in ('in_hand', 'lost')`.execute(db);
    return { items, total: totals[0]?.total };
  });
  const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' });
  const ourUrl = `${server.url}/api/v1/exposed-rights?where=out&limit=50`;
  const compare = async () => {
    const rounds = { ours: [] as Round[], bare: [] as Round[] };
    for (let round = 0; round < 5; round++) {
      rounds.bare.push(await askFor(bareUrl));
      rounds.ours.push(await askFor(ourUrl, token));
    }
    const of = (side: Round[]) => median(side.map(({ cpuMs }) => cpuMs));
    const pace = (side: Round[]) => median(side.map(({ perSecond }) => perSecond));
    remark(`board: ${pace(rounds.ours).toFixed(0)} requests/s, bare ${pace(rounds.bare).toFixed(0)}`);
    remark(`processor time of a request: ${of(rounds.ours).toFixed(2)} ms, bare ${of(rounds.bare).toFixed(2)} ms`);
    return pace(rounds.bare) / pace(rounds.ours);
  };
  report('exposure board: bare requests/s by ours', await compare(), 1.2, '×');
  // A total is kept until something is committed.
  const committing = setInterval(() => void sql`select pg_current_xact_id()`.execute(db), 5);
  report('exposure board while others commit: the same', await compare(), 1.75, '×');
  clearInterval(committing);
  await bare.close();
}
