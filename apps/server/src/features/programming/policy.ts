import type { ProgrammingPolicy } from '@key2xs/contract';
import { defaultJobsPerKey } from '@key2xs/domain';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps } from '#platform/deps';

/** How many jobs a programming key should carry at most, as SQL. */
export const jobsPerKey = sql<number>`coalesce((select jobs_per_key from programming_policy), ${sql.lit(defaultJobsPerKey)})`;

export async function readPolicy(db: Db): Promise<ProgrammingPolicy> {
  const row = await db.selectFrom('programming_policy').select('jobs_per_key').executeTakeFirst();
  return row ?? { jobs_per_key: defaultJobsPerKey };
}

export async function savePolicy({ db }: Deps, caller: Caller, policy: ProgrammingPolicy): Promise<ProgrammingPolicy> {
  return db.transaction().execute(async (tx) => {
    const before = await readPolicy(tx);
    await sql`
      insert into programming_policy (jobs_per_key) values (${policy.jobs_per_key})
      on conflict (only_row) do update set jobs_per_key = excluded.jobs_per_key`.execute(tx);
    await recordEvent(tx, caller, 'programming_policy.updated', { details: { before, after: policy } });
    return policy;
  });
}
