import type { Sentence } from '@key2xs/texts';
import { AppError } from './errors';

/**
 * The answer to an If-Match. Call it with the row held until the transaction ends.
 * @param expected undefined accepts any version
 * @throws AppError version_conflict
 */
export function refuseOtherVersion(version: number | undefined, expected: number | undefined, changed: Sentence): void {
  if (expected !== undefined && expected !== version) throw new AppError('version_conflict', changed);
}
