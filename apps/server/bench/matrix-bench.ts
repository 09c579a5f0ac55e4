import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { enhancedKeyPlans, keyPlans, type PlanMatrix } from '@key2xs/contract';
import { listBits, peopleInRow } from '@key2xs/domain';
import { sql } from 'kysely';
import { Agent, request } from 'undici';
import { aLargeHouse } from '../../../packages/domain/test/large-house';
import { quantile } from './ask-for';
import type { Bench } from './in-process';
import { seedLargeHouse, uuidOf } from './large-house';
import { median, remark, report } from './report';
import { longest, watch, watchHealth } from './watch-health';

const plan = uuidOf('plan0');
const path = `/api/v1/key-plan/keyplans/${plan}/matrix`;

/** The matrix of one plan of 600 rules, all recorded, over 50,000 people and 10,000 cylinders on 100 floors. */
export async function benchMatrix(bench: Bench): Promise<void> {
  const house = aLargeHouse(Number(process.env.KEY2XS_BENCH_PEOPLE ?? 50_000));
  const rules = house.rules.map((rule) => ({ ...rule, keyplan_id: 'plan0' }));
  await seedLargeHouse(bench, { ...house, plans: house.plans.slice(0, 1), rules });
  await placeCylinders(bench);
  await record(bench);
  await bench.call(keyPlans.update, { params: { id: plan }, body: { takes_effect: 'on_activation' } });
  const params = { connection_id: uuidOf('hr'), rule_id: uuidOf('r1') };
  const edit = () => bench.call(enhancedKeyPlans.toggleRule, { params, query: {} });
  await edit();
  await bench.server.deps.access.whole();

  const before = await collectedMegabytes();
  await askFirst(bench);
  const compressed = await ask(bench, path, browserCodings);
  tell('unchanged, compressed', compressed);
  report('Matrix: the same, compressed', compressed.body.length / 1e6, 1.5, 'MB');
  report('Matrix: memory kept of one', (await collectedMegabytes()) - before, 24, 'MB');
  report('Matrix: unchanged, median', await times(20, () => ask(bench, path, browserCodings)), 50, 'ms');
  const page = await times(40, (i) => ask(bench, `${path}/people?limit=100&offset=${i * 1_000}`));
  report('Matrix: a page of people, median', page, 100, 'ms');
  await benchEdits(bench, edit);
}

/** Over an address that begins with http a browser takes no brotli; over https it names it last. */
const browserCodings = 'gzip, deflate, br';

/** By itself, so that what it read is no longer held when memory is measured. */
async function askFirst(bench: Bench): Promise<void> {
  const first = await ask(bench, path);
  const { row_classes, column_classes, grants, columns } = JSON.parse(first.body.toString()) as PlanMatrix; // as the contract has it
  remark(
    `${row_classes.length} classes of people, ${column_classes.length} of doors, ${grants.length} grants, ${columns.length} columns`,
  );
  tell('first', first);
  report('Matrix: first answer', first.ms, 2_000, 'ms');
  report('Matrix: size of the answer', first.body.length / 1e6, 10, 'MB');
}

/** The matrix is made anew after each edit, and others go on working. */
async function benchEdits(bench: Bench, edit: () => Promise<unknown>): Promise<void> {
  const { url } = bench.server;
  const anew = (count: number) =>
    times(count, async () => {
      await edit();
      return ask(bench, path, browserCodings);
    });
  const others = {
    '/healthz': () => watchHealth(url),
    'a list of people': () => watch(`${url}/api/v1/people?limit=50`, bench.token),
  };
  for (const [what, begin] of Object.entries(others)) {
    const endQuiet = await begin();
    await new Promise((done) => setTimeout(done, quietMs));
    remark(`${what} with nothing else asked: ${described(await endQuiet())}`);
    const end = await begin();
    const took = await anew(5);
    const looks = await end();
    remark(`${what} beside 5 matrices made anew, ${took.toFixed(0)} ms each: ${described(looks)}`);
    if (what === '/healthz') report('Matrix: after an edit of the draft, median', took, 1_000, 'ms');
    report(`Matrix: ${what} meanwhile, p99`, quantile(looks, 0.99), what === '/healthz' ? 50 : 200, 'ms');
  }
}

const quietMs = 3_000;
const described = (looks: readonly number[]) =>
  `p50 ${median(looks).toFixed(0)}, p99 ${quantile(looks, 0.99).toFixed(0)}, longest ${longest(looks).toFixed(0)} ms of ${looks.length}`;

/** A connection for each call: between two of them the server may have closed it. */
const dispatcher = new Agent({ headersTimeout: 300_000 });

/** Processor time is of the whole process: server, embedded database and the client, which only reads. */
type TimedAnswer = { firstByteMs: number; ms: number; cpuMs: number; body: Buffer };

async function ask({ server: { url }, token }: Bench, address: string, coding = 'identity'): Promise<TimedAnswer> {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': coding };
  const answer = await request(`${url}${address}`, { headers, reset: true, dispatcher });
  const firstByteMs = performance.now() - began;
  const body = Buffer.from(await answer.body.arrayBuffer());
  if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode}: ${body}`);
  const { user, system } = process.cpuUsage(cpu);
  return { firstByteMs, ms: performance.now() - began, cpuMs: (user + system) / 1_000, body };
}

function tell(what: string, { firstByteMs, ms, cpuMs, body }: TimedAnswer): void {
  const resident = process.memoryUsage().rss / 1e6;
  const figures = [
    `first byte after ${firstByteMs.toFixed(0)} ms, all after ${ms.toFixed(0)}`,
    `${(body.length / 1e6).toFixed(2)} MB`,
    `${cpuMs.toFixed(0)} ms of processor time`,
    `${resident.toFixed(0)} MB resident`,
  ];
  remark(`${what}: ${figures.join('; ')}`);
}

async function times(count: number, work: (i: number) => Promise<TimedAnswer>): Promise<number> {
  const took: number[] = [];
  for (let i = 0; i < count; i++) took.push((await work(i)).ms);
  return median(took);
}

/** Ten houses with ten floors each; a hundred cylinders stand on a floor. */
async function placeCylinders({ server: { deps } }: Bench): Promise<void> {
  const { locations, cylinders } = aLargeHouse(0);
  const places = locations.map(({ id, parent_id }) => {
    if (parent_id === null) return { id: uuidOf(id), name: id, type: 'building' };
    return { id: uuidOf(id), parent_id: uuidOf(parent_id), parent_type: 'building', name: id, type: 'floor' };
  });
  const placed = cylinders.map(({ id, location_id }) => ({ id: uuidOf(id), place: uuidOf(location_id) }));
  await sql`insert into location (id, parent_id, parent_type, name, type)
    select id, parent_id, parent_type, name, type from jsonb_populate_recordset(null::location, ${JSON.stringify(places)}::jsonb)`.execute(
    deps.db,
  );
  await sql`update door set location_id = placed.place, placed_by = 'hand'
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as placed(id uuid, place uuid)
    where door.id = placed.id`.execute(deps.db);
}

/** As if a sync had written everything that is in force. */
async function record({ server: { deps } }: Bench): Promise<void> {
  const { db, access } = deps;
  const connection_id = uuidOf('system');
  await sql`insert into key_plan_key_system (keyplan_id, connection_id) values (${plan}, ${connection_id})`.execute(db);
  await sql`update key_system_connection set persons_read_at = now()`.execute(db);
  await sql`insert into recorded_person (connection_id, own_reference, first_name, surname, active)
    select ${connection_id}::uuid, id, '', display_name, true from person`.execute(db);
  const { index } = await access.whole();
  const externalIdOf = new Map(
    aLargeHouse(0)
      .cylinders.flatMap(({ id, group_id }) => [id, group_id])
      .map((id) => [uuidOf(id), id]),
  );
  const profiles = index.rules.flatMap((indexed) => {
    if (!indexed) return [];
    const named = (type: string) =>
      [...indexed.objects.values()].flatMap(({ object_type, object_identifier }) =>
        object_type === type ? [externalIdOf.get(object_identifier) ?? ''] : [],
      );
    const content = { cylinders: named('cylinder'), cylinder_groups: named('cylinder_group'), schedule: [] };
    const people = [...listBits(indexed.rows)].flatMap((row) => [...peopleInRow(index.people, row)]);
    const ids = people.map((number) => index.people.ids[number]).join();
    return [{ reference: indexed.rule.id, name: indexed.rule.name, content, people: `{${ids}}` }];
  });
  const described = JSON.stringify(profiles.map(({ people, ...profile }) => profile));
  await sql`insert into recorded_profile (connection_id, own_reference, name, description, content)
    select ${connection_id}::uuid, reference, name, '', content
    from jsonb_to_recordset(${described}::jsonb) as described(reference uuid, name text, content jsonb)`.execute(db);
  for (const { reference, people } of profiles) {
    await sql`insert into recorded_profile_member (connection_id, profile_reference, person_reference)
      select ${connection_id}::uuid, ${reference}::uuid, unnest(${people}::text::uuid[])`.execute(db);
  }
  await sql`analyze`.execute(db);
}

/** After a while and collected twice: what answers were read with is let go of later. */
async function collectedMegabytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  for (let times = 0; times < 2; times++) {
    await new Promise((done) => setTimeout(done, quietMs));
    runInNewContext('gc')();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}
