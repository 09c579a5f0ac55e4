import fastify from 'fastify';
import { sql } from 'kysely';
import { askFor, type Round } from './ask-for';
import { addSource, timeImport } from './import-bench';
import type { Bench } from './in-process';
import { median, remark, report } from './report';

/** A page of 50 out of 100,000, filtered and sorted: our route against the same query behind a bare one. */
export async function benchList(bench: Bench, list: { content: Buffer }): Promise<void> {
  const id = await addSource(bench, 'Hundred thousand', list);
  const took = await timeImport(bench, id);
  remark(`100,000 people imported in ${(took / 1_000).toFixed(1)} s`);
  const { db } = bench.server.deps;
  await sql`analyze person`.execute(db);
  const bare = fastify();
  bare.get('/', async () => {
    const { rows } = await sql`
      select * from person where connection_id = ${id} and department = 'FIRE' and active
      order by display_name, id limit 50`.execute(db);
    return { items: rows };
  });
  const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' });
  const ourUrl = `${bench.server.url}/api/v1/people?connection_id=${id}&department=FIRE&active=true&sort=display_name&limit=50`;
  const rounds = { ours: [] as Round[], bare: [] as Round[] };
  for (let round = 0; round < 5; round++) {
    rounds.bare.push(await askFor(bareUrl));
    rounds.ours.push(await askFor(ourUrl, bench.token));
  }
  await bare.close();
  const of = (side: Round[], figure: keyof Round) => median(side.map((round) => round[figure]));
  const [ours, theirs] = [of(rounds.ours, 'perSecond'), of(rounds.bare, 'perSecond')];
  remark(`list page: ${ours.toFixed(0)} requests/s, bare ${theirs.toFixed(0)}`);
  remark(
    `processor time of a request: ${of(rounds.ours, 'cpuMs').toFixed(2)} ms, bare ${of(rounds.bare, 'cpuMs').toFixed(2)} ms`,
  );
  report('list page: bare requests/s by ours', theirs / ours, 1.8, '×');
}
