import { DriverError } from '@key2xs/drivers';

/** @returns undefined when the connection turns out not to support it */
export async function ifSupported<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DriverError && error.kind === 'not_supported') return undefined;
    throw error;
  }
}
