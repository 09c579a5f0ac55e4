import { DriverError } from '@key2xs/drivers';

/** So long a driver waits by itself before it tries again. */
const driverWaitsSeconds = 30;

/** Whether a whole system asks to be left alone for longer than the work at hand can wait, whatever the kind of failure. */
export const wantsPatience = (error: unknown): boolean =>
  error instanceof DriverError && (error.retry_after_seconds ?? 0) > driverWaitsSeconds;
