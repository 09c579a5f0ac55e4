import { DriverError } from '@key2xs/drivers';

/** The longest a driver itself waits before retrying. */
const driverWaitsSeconds = 30;

/** Whether the system demands a longer pause than a driver waits, whatever the kind of failure. */
export const mustRetryLater = (error: unknown): boolean =>
  error instanceof DriverError && (error.retry_after_seconds ?? 0) > driverWaitsSeconds;
