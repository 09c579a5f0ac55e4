import fastify from 'fastify';
import { sql } from 'kysely';
import { Agent, request } from 'undici';
import { addSource, timeImport } from './import-bench';
import type { Bench } from './in-process';
import { median, remark, report } from './report';

const roundMs = 3_000;
const clients = 8;

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
  const rounds = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < 3; round++) {
    rounds.bare.push(await requestsPerSecond(bareUrl));
    rounds.ours.push(await requestsPerSecond(ourUrl, bench.token));
  }
  await bare.close();
  const [ours, theirs] = [median(rounds.ours), median(rounds.bare)];
  remark(`list page: ${ours.toFixed(0)} requests/s, bare ${theirs.toFixed(0)}`);
  report('list page: bare requests/s by ours', theirs / ours, 1 / 0.85, '×');
}

async function requestsPerSecond(url: string, token = ''): Promise<number> {
  const dispatcher = new Agent({ connections: clients });
  const end = performance.now() + roundMs;
  let answered = 0;
  const client = async () => {
    while (performance.now() < end) {
      const { statusCode, body } = await request(url, { dispatcher, headers: { authorization: `Bearer ${token}` } });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await dispatcher.close();
  return answered / (roundMs / 1_000);
}
