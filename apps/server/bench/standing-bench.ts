import { sql } from 'kysely';
import type { Bench } from './in-process';
import { seedLargeHouse, uuidOf } from './large-house';
import { median, remark, report } from './report';

/** The same house without the questions about access. */
export async function benchOverview(bench: Bench): Promise<void> {
  await seedLargeHouse(bench);
  await bench.server.deps.access.whole();
  await benchStanding(bench);
}

/** How things stand, of a key system with everything to be granted: first, unchanged, and after a person has moved. */
export async function benchStanding({ server: { deps, url }, token }: Bench): Promise<void> {
  const { db } = deps;
  await sql`insert into key_plan_key_system (keyplan_id, connection_id)
    select id, ${uuidOf('system')}::uuid from key_plan`.execute(db);
  await sql`update key_system_connection set persons_read_at = now()`.execute(db);
  const ask = async () => {
    const began = performance.now();
    const answer = await fetch(`${url}/api/v1/overview`, { headers: { authorization: `Bearer ${token}` } });
    const { recorded } = (await answer.json()) as { recorded: { rights_to_grant: number } }; // as the contract has it
    return { ms: performance.now() - began, rights: recorded.rights_to_grant };
  };
  const first = await ask();
  remark(`how things stand, first: ${first.ms.toFixed(0)} ms, ${first.rights} rights to grant`);
  const again: number[] = [];
  for (let i = 0; i < 50; i++) again.push((await ask()).ms);
  report('How things stand, nothing has changed, median', median(again), 10, 'ms');
  const moved: number[] = [];
  for (let i = 0; i < 20; i++) {
    await sql`update person set department = 'Department of ' || ${String(i)} where id = ${uuidOf(`p${i}`)}`.execute(
      db,
    );
    moved.push((await ask()).ms);
  }
  report('How things stand, a person has moved, median', median(moved), 75, 'ms');
}
