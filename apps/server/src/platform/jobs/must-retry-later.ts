import { DriverError } from '@key2xs/drivers';

/** The longest a driver waits by itself before it tries again. */
const driverWaitsSeconds = 30;

/** Whether the system asks for a longer pause than the work at hand can wait, whatever the kind of failure. */
export const mustRetryLater = (error: unknown): boolean =>
  error instanceof DriverError && (error.retry_after_seconds ?? 0) > driverWaitsSeconds;
