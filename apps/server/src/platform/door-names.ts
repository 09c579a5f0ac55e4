import { type RawBuilder, sql } from 'kysely';

const ours = (of: string) => sql<string | null>`nullif(${sql.ref(`${of}.own_name`)}, '')`;

/** The name of a cylinder or group: ours, else that of the key system. `of`: its table or alias. */
export const shownName = (of: string): RawBuilder<string> =>
  sql<string>`coalesce(${ours(of)}, ${sql.ref(`${of}.name`)})`;

/** A cylinder on one line: our name followed by the marking, else marking and name of its key system. */
export const cylinderWords = (of: string): RawBuilder<string> =>
  sql<string>`coalesce(${ours(of)} || ' (' || ${sql.ref(`${of}.marking`)} || ')',
    concat_ws(' ', ${sql.ref(`${of}.marking`)}, nullif(${sql.ref(`${of}.name`)}, '')))`;

/** Cylinders whose marking, text or own name matches a pattern. */
export const cylinderLike = (of: string, pattern: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${of}.search_text`)} like ${pattern} or lower(${sql.ref(`${of}.own_name`)}) like ${pattern})`;

/** Groups whose name or own name matches a pattern. */
export const groupLike = (of: string, pattern: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`(lower(${sql.ref(`${of}.name`)}) like ${pattern} or lower(${sql.ref(`${of}.own_name`)}) like ${pattern})`;
