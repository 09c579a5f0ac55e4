import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { LeaseLost } from '#platform/jobs/hold-lease';
import type { JobWork } from '#platform/jobs/job-kind';
import { isHeld } from '#platform/jobs/job-rows';
import { lookAtKeysJob, takeUrgent } from '../recorded/service';
import { lookAtKeys } from './look';

/** Between two looks that only our own writes ask for: a sync writes in many small steps. */
const restMs = 30_000;

/** Looks at what the keys and cylinders of one key system hold. */
export const lookAtKeysWork = (deps: Deps): JobWork => {
  const ended = new Map<string, number>();
  return {
    name: lookAtKeysJob,
    async run({ lease }) {
      const { key: id } = lease.job;
      const isUrgent = await takeUrgent(deps.db, id);
      const left = (ended.get(id) ?? Number.NEGATIVE_INFINITY) + restMs - performance.now();
      if (!isUrgent && left > 0) return { dueInMs: left };
      await lookAtKeys(deps, id, (work) =>
        deps.db.transaction().execute(async (tx) => {
          const { rows } = await sql`select 1 where ${isHeld(lease.job)}`.execute(tx);
          if (rows.length === 0) throw new LeaseLost(lease.job);
          await work(tx);
          lease.noteProgress();
        }),
      );
      ended.set(id, performance.now());
      return 'done';
    },
  };
};
