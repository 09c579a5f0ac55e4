import { z } from 'zod';

/** Tried, not looked up: the lists of known zones differ between versions and leave out names in use. */
export const TimeZone = z
  .string()
  .max(64, { error: 'Not a known IANA time zone', abort: true })
  .refine((zone) => resolve(zone) !== undefined, { error: 'Not a known IANA time zone', abort: true })
  .overwrite((zone) => {
    const resolved = resolve(zone) ?? zone;
    return resolved.toLowerCase() === zone.toLowerCase() ? resolved : zone;
  })
  .describe('IANA zone, by any of its names.');

/** @returns the name this machine has for a zone; undefined for what is no zone, an offset among it */
function resolve(zone: string): string | undefined {
  if (!/^[A-Za-z]/.test(zone)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
