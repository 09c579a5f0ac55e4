import { type RawBuilder, sql } from 'kysely';

/**
 * A LIKE pattern for texts that contain this one, with LIKE's wildcards escaped. Compare it with `lower(...)`: the
 * database folds both sides, beyond ASCII too.
 */
export const containing = (text: string): RawBuilder<string> =>
  sql<string>`lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`;
