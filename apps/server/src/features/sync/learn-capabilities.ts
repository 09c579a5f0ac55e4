import { DriverError } from '@key2xs/drivers';
import { forgetCapabilities, type KeySystem, recordProbe, withSession } from '../key-systems/service';
import { TaskFailed, type TaskRun } from '../tasks/service';

/** The connection with its capabilities; asks the key system if no test has found them yet. */
export async function withCapabilities(run: TaskRun, row: KeySystem): Promise<KeySystem> {
  if (row.capabilities.length > 0) return row;
  const { capabilities, is_sandbox } = await withSession(run, row, (session) => session.probe());
  const { db, clock } = run.deps;
  await recordProbe(db, row, { status: 'ACTIVE', error: null, at: clock(), is_sandbox, capabilities });
  return { ...row, capabilities };
}

/**
 * Forgets the capabilities of a key system that offers less than before. The next sync asks again and leaves the rest
 * to an operator.
 */
export async function forgetOutdatedCapabilities({ deps }: TaskRun, { id }: KeySystem, error: unknown): Promise<void> {
  const isOutdated =
    error instanceof TaskFailed && error.cause instanceof DriverError && error.cause.kind === 'not_supported';
  if (isOutdated) await forgetCapabilities(deps.db, id);
}
