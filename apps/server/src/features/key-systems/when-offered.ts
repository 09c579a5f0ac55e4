import { DriverError } from '@key2xs/drivers';

/** Undefined when it turns out only now that the connection does not offer it. */
export async function whenOffered<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DriverError && error.kind === 'not_supported') return undefined;
    throw error;
  }
}
