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
  report('list page: bare requests/s by ours', theirs / ours, 1 / 0.85, '×');
}

/** Processor time is of the whole process, database and client included. It differs little when others use the machine. */
type Round = { perSecond: number; cpuMs: number };

async function askFor(url: string, token = ''): Promise<Round> {
  const began = process.cpuUsage();
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
  const { user, system } = process.cpuUsage(began);
  return { perSecond: answered / (roundMs / 1_000), cpuMs: (user + system) / 1_000 / answered };
}
