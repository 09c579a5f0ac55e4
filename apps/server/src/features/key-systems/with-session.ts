import { DriverError, type DriverErrorKind, type KeySystemSession } from '@key2xs/drivers';
import { mustRetryLater } from '#platform/must-retry-later';
import { SecretUnreadable } from '#platform/secrets';
import { TaskFailed, TaskOvertaken, type TaskRun } from '../tasks/service';
import { asTimeout, explainFailure, openSession } from './open-session';
import { type KeySystemRow, recordProbe } from './queries';

/**
 * Failures that a retry a moment later cannot mend. A refused certificate is not among them: a connection that breaks
 * before the first answer looks the same.
 */
const lasting: ReadonlySet<DriverErrorKind> = new Set([
  'address_refused',
  'tls_untrusted',
  'certificate_expired',
  'unauthorised',
  'unknown_domain',
  'not_supported',
  'rate_limited',
]);

/**
 * Opens a session of a task with a key system, and closes it after use. A failure becomes the health of the connection.
 * @throws TaskFailed when a retry at once makes no sense; DriverError when it may help; TaskOvertaken
 */
export async function withSession<T>(
  { deps, signal }: Pick<TaskRun, 'deps' | 'signal'>,
  row: KeySystemRow,
  use: (session: KeySystemSession) => Promise<T>,
): Promise<T> {
  try {
    const session = await openSession(deps, row, signal);
    return await use(session).finally(() => session.close());
  } catch (caught) {
    if (signal.reason instanceof TaskOvertaken) throw signal.reason; // we aborted it: that says nothing about the key system
    const error = asTimeout(caught);
    const sentence = explainFailure(error);
    if (sentence === undefined) throw error;
    await recordProbe(deps.db, row, { status: 'ERROR', error: sentence, at: null });
    throw isLasting(error) ? new TaskFailed(sentence, { cause: error }) : error;
  }
}

const isLasting = (error: unknown) =>
  error instanceof SecretUnreadable ||
  mustRetryLater(error) ||
  (error instanceof DriverError && lasting.has(error.kind));
