import { DriverError } from '@key2xs/drivers';
import { type Backoff, backoff } from './backoff';

/** After this long a system is asked again, whatever it has demanded. */
const maxDemandedMs = 6 * 3_600_000;

/**
 * How long a job rests after a failure: longer after each in a row, and as long as the system demands.
 * @param failures in a row, this one included @returns milliseconds
 */
export const pauseAfter = (failure: unknown, failures: number, pauses: Backoff): number =>
  Math.max(backoff(failures, pauses), Math.min(demandedSeconds(failure) * 1_000, maxDemandedMs));

/** The driver's error may be the cause of a task's. */
function demandedSeconds(failure: unknown): number {
  if (failure instanceof DriverError) return failure.retry_after_seconds ?? 0;
  return failure instanceof Error ? demandedSeconds(failure.cause) : 0;
}
