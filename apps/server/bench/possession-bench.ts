import { possessionChecks } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Bench } from './in-process';
import { fillWithKeys, keys } from './many-keys';
import { median, remark, report } from './report';

const people = 20_000;
const dayMs = 86_400_000;

/** Starts possession checks over 50,000 keys, of all and of one place, beside a bare insert of the same rows; then lists the checks. */
export async function benchPossession({ server, call }: Bench): Promise<void> {
  const { db } = server.deps;
  const system = await fillWithKeys(server.deps);
  const place = await fillWithHolders(server.deps, system);
  const due_at = new Date(Date.now() + 28 * dayMs).toISOString();
  const start = async (places: string[] | null) => {
    const began = performance.now();
    const scope = { departments: null, places };
    const check = await call(possessionChecks.start, { body: { due_at, language: 'en', scope } });
    return { ms: performance.now() - began, check };
  };
  await sql`create table bare_person (like possession_check_person including indexes)`.execute(db);
  await sql`create table bare_key (like possession_check_key including indexes)`.execute(db);
  const rounds = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < 5; round++) {
    const { ms, check } = await start(null);
    if (check.keys !== keys) throw new Error(`${check.keys} of ${keys} keys are asked about`);
    rounds.ours.push(ms);
    await sql`truncate bare_person, bare_key`.execute(db);
    const began = performance.now();
    await sql`insert into bare_person select * from possession_check_person where check_id = ${check.id}`.execute(db);
    await sql`insert into bare_key select * from possession_check_key where check_id = ${check.id}`.execute(db);
    rounds.bare.push(performance.now() - began);
  }
  const [ours, bare] = [median(rounds.ours), median(rounds.bare)];
  remark(`start of a check over ${keys} keys: ${Math.round(ours)} ms, bare insert ${Math.round(bare)} ms`);
  report('possession check of 50,000 keys: start by bare insert', ours / bare, 5, '×');
  report('possession check of 50,000 keys: start', ours / 1_000, 5, 's');
  const ofPlace = await start([place]);
  remark(`${ofPlace.check.keys} keys open a door of the place`);
  report('the same of one place with 1,000 doors', ofPlace.ms / 1_000, 5, 's');
  await sql`update possession_check_key set answer = 'has' where random() < 0.9`.execute(db);
  await sql`vacuum analyze`.execute(db);
  const lists: number[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    await call(possessionChecks.list, { query: {} });
    lists.push(performance.now() - began);
  }
  report('list of six such checks with figures', median(lists) / 1_000, 1, 's');
}

/** All keys are out with people of ours, and a thousand of the cylinders are at one place. @returns the place */
async function fillWithHolders({ db, newId }: Bench['server']['deps'], system: string): Promise<string> {
  const [source, place] = [newId(), newId()];
  await sql`insert into iam_connection (id, name, provider, guard_limit_percent) values (${source}, 'Bench', 'csv', 5)`.execute(
    db,
  );
  await sql`insert into person (id, connection_id, external_id, display_name, department, source_hash)
    select gen_random_uuid(), ${source}, 'E-' || n, 'Person ' || n, 'Ward ' || n % 60, 'none'
    from generate_series(0, ${people} - 1) as n`.execute(db);
  const numbered = sql`(select *, substr(external_id, 3)::int as n from key) as numbered`;
  await sql`insert into key_custody (key_id, state, changed_at, recorded_at, version)
    select id, 'handed_out', now(), now(), 1 from ${numbered}`.execute(db);
  await sql`insert into key_assignment (id, key_id, person_id, handed_out_at)
    select gen_random_uuid(), numbered.id, person.id, now() from ${numbered}
    join person on person.external_id = 'E-' || numbered.n % ${people}`.execute(db);
  await sql`insert into location (id, name, type) values (${place}, 'Building', 'building')`.execute(db);
  await sql`update door set location_id = ${place}, placed_by = 'hand' from key_system_cylinder as one
    where one.id = door.id and one.connection_id = ${system} and substr(one.external_id, 3)::int <= 1000`.execute(db);
  await sql`vacuum analyze`.execute(db);
  return place;
}
