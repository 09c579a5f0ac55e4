import { iam } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Bench } from './in-process';
import { remark, report } from './report';

const batch = 1_000;
const columns = [
  'id',
  'connection_id',
  'external_id',
  'username',
  'display_name',
  'given_name',
  'family_name',
  'email',
  'job_title',
  'department',
  'employee_id',
  'employee_type',
  'source_hash',
] as const;

/** First and repeated import of one list, against a bare bulk insert of the same rows into a table of the same shape. */
export async function benchImport(bench: Bench, list: { content: Buffer }): Promise<void> {
  const id = await addSource(bench, 'Bench source', list);
  const first = await timeImport(bench, id);
  const repeated = await timeImport(bench, id);
  const bare = await timeBareInsert(bench);
  remark(`import: first ${first.toFixed(0)} ms, again ${repeated.toFixed(0)} ms, bare insert ${bare.toFixed(0)} ms`);
  report('first import, against a bare bulk insert', first / bare, 2.25, '×');
  report('the same list again, against the first import', repeated / first, 1 / 4, '×');
}

export async function addSource({ call }: Bench, name: string, { content }: { content: Buffer }): Promise<string> {
  const { id } = await call(iam.create, { body: { name, provider: 'csv' } });
  const bytes = new Uint8Array(content);
  const file = { name: 'list.csv', arrayBuffer: async () => bytes.buffer };
  const { suggested_mapping } = await call(iam.uploadStaffList, { params: { id }, body: { file } });
  await call(iam.saveMapping, { params: { id }, body: suggested_mapping });
  return id;
}

/** From the request to the end of the task, in ms. */
export async function timeImport({ call, ended }: Bench, id: string): Promise<number> {
  const began = performance.now();
  const { task_id } = await call(iam.sync, { params: { id }, query: {} });
  const task = await ended(task_id);
  if (task.status !== 'SUCCESS') throw new Error(task.error ?? 'the import failed');
  return performance.now() - began;
}

/** The rows as they stand, read first, then written in batches into an empty table with the same indexes. */
async function timeBareInsert({ server }: Bench): Promise<number> {
  const { db } = server.deps;
  await sql`create table bare_person (like person including all)`.execute(db);
  const rows = await db.selectFrom('person').select(columns).execute();
  const bare = db.withTables<{ bare_person: Record<(typeof columns)[number], string | null> }>();
  const began = performance.now();
  for (let at = 0; at < rows.length; at += batch) {
    await bare
      .insertInto('bare_person')
      .values(rows.slice(at, at + batch))
      .execute();
  }
  const took = performance.now() - began;
  await sql`drop table bare_person`.execute(db);
  return took;
}
