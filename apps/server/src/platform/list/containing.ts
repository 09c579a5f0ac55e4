import { type RawBuilder, sql } from 'kysely';

/**
 * The pattern for texts that contain this one, to be compared with what `lower` has made in the database: it folds both
 * sides alike, letters beyond ASCII too. What LIKE would read as a pattern counts as it stands.
 */
export const containing = (text: string): RawBuilder<string> =>
  sql<string>`lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`;
