import { z } from 'zod';
import { fieldError } from './field-error';

/** Checked by use: lists of known zones differ between versions and lack names in use. */
export const TimeZone = z
  .string()
  .max(64, { error: fieldError({ zone: 'Not a known IANA time zone' }), abort: true })
  .refine((zone) => resolve(zone) !== undefined, {
    error: fieldError({ zone: 'Not a known IANA time zone' }),
    abort: true,
  })
  .overwrite((zone) => {
    const resolved = resolve(zone) ?? zone;
    return resolved.toLowerCase() === zone.toLowerCase() ? resolved : zone;
  })
  .describe('IANA zone, by any of its names.');

/** @returns this machine's name for the zone; undefined for anything else, such as an offset */
function resolve(zone: string): string | undefined {
  if (!/^[A-Za-z]/.test(zone)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
