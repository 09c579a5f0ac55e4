import { DriverError } from '@key2xs/drivers';
import { forgetCapabilities, type KeySystem, recordProbe, withSession } from '../key-systems/service';
import { TaskFailed, type TaskRun } from '../tasks/service';

/** The connection with what it can do; asks the key system when no test has found that out yet. */
export async function withCapabilities(run: TaskRun, row: KeySystem): Promise<KeySystem> {
  if (row.capabilities.length > 0) return row;
  const { capabilities, is_sandbox } = await withSession(run, row, (session) => session.probe());
  const { db, clock } = run.deps;
  await recordProbe(db, row, { status: 'ACTIVE', error: null, at: clock(), is_sandbox, capabilities });
  return { ...row, capabilities };
}

/** A key system that offers less than it did is asked anew at the next sync, which then leaves the rest to an operator. */
export async function forgetWhatHasChanged({ deps }: TaskRun, { id }: KeySystem, error: unknown): Promise<void> {
  const isOutdated =
    error instanceof TaskFailed && error.cause instanceof DriverError && error.cause.kind === 'not_supported';
  if (isOutdated) await forgetCapabilities(deps.db, id);
}
