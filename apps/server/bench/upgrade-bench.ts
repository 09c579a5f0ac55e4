import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { readConfig } from '#config';
import { openDatabase } from '#platform/database/db';
import type { Db } from '#platform/deps';
import { migrate } from '#platform/schema/migrate';
import { startPostgres } from '../../../tools/lib/postgres.mjs';
import { remark, report } from './report';

/** Every later migration that changes people runs over all of them. */
const former = '0018-plan-versions';
const people = 1_000_000;
const readEveryMs = 20;

type Ended = { msg: string; migration?: string; ms?: number };

/** A database with a million people on PostgreSQL is brought from a former version to this one, while another process reads. */
export async function benchUpgrade(): Promise<void> {
  const { url, stop } = await startPostgres();
  const database = await openDatabase(readConfig({ DATABASE_URL: url }), pino({ enabled: false }));
  await migrate(database.db, { to: former });
  const person = await addPeople(database.db);
  const reader = startReading(database.db, person);
  const ended: Ended[] = [];
  const log = pino({}, { write: (line) => ended.push(JSON.parse(line)) });
  const unlimited = database.openUnlimited();
  const began = performance.now();
  await migrate(unlimited.db, { log });
  const seconds = (performance.now() - began) / 1_000;
  await unlimited.close();
  const longestMs = await reader.stop();
  await database.close();
  await stop();
  const slowest = ended.reduce((most, line) => ((line.ms ?? 0) > (most.ms ?? 0) ? line : most));
  remark(`from ${former}: the slowest was ${slowest.migration} with ${((slowest.ms ?? 0) / 1_000).toFixed(1)} s`);
  report(`upgrade: all migrations, ${people} people`, seconds, 120, 's');
  report('upgrade: longest wait of a process that reads people meanwhile', longestMs / 1_000, 60, 's');
}

/** @returns the id of one of them */
async function addPeople(db: Db): Promise<string> {
  const source = randomUUID();
  await sql`insert into iam_connection (id, name, provider) values (${source}, 'Staff', 'csv')`.execute(db);
  const size = 100_000; // within the limits of a request's statement
  for (let from = 0; from < people; from += size) {
    await sql`
      insert into person (id, connection_id, external_id, display_name, department, job_title, source_hash)
      select gen_random_uuid(), ${source}, 'E' || n, 'Person ' || n, 'Department ' || n % 300, 'Title ' || n % 2000, ''
      from generate_series(${from}::int, ${from + size - 1}::int) as n`.execute(db);
  }
  const { id } = await db.selectFrom('person').select('id').limit(1).executeTakeFirstOrThrow();
  return id;
}

/** Reads a person again and again, as a process of the former version does. `stop` answers its longest wait in milliseconds. */
function startReading(db: Db, id: string) {
  let longestMs = 0;
  let isStopped = false;
  const read = async () => {
    while (!isStopped) {
      const began = performance.now();
      await db.selectFrom('person').select('display_name').where('id', '=', id).execute();
      longestMs = Math.max(longestMs, performance.now() - began);
      await new Promise((done) => setTimeout(done, readEveryMs));
    }
    return longestMs;
  };
  const reading = read();
  return {
    stop: () => {
      isStopped = true;
      return reading;
    },
  };
}
