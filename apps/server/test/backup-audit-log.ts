import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { recordEvent } from '#platform/audit/audit';
import type { TestApp } from './app';

export async function recordUpdates({ db, deps }: TestApp, count: number): Promise<void> {
  const caller = { actor: undefined, name: 'ada', request_id: 'r-1', sign: deps.signEvent };
  await db.transaction().execute(async (tx) => {
    for (let n = 1; n <= count; n++) await recordEvent(tx, caller, 'key_plan.updated', { details: { n } });
  });
}

/** As a backup of the database has it. @returns puts the log of now back */
export async function backupAuditLog({ db }: TestApp): Promise<() => Promise<void>> {
  await sql`create table testing.saved_event as select * from audit_event`.execute(db);
  await sql`create table testing.saved_head as select * from audit_head`.execute(db);
  onTestFinished(async () => {
    await sql`drop table testing.saved_event, testing.saved_head`.execute(db);
  });
  return async () => {
    await sql`delete from audit_event`.execute(db);
    await sql`delete from audit_head`.execute(db);
    await sql`insert into audit_event select * from testing.saved_event`.execute(db);
    await sql`insert into audit_head select * from testing.saved_head`.execute(db);
  };
}
