import { type RawBuilder, sql } from 'kysely';

const ours = (of: string) => sql<string | null>`nullif(${sql.ref(`${of}.own_name`)}, '')`;

/** How a cylinder or a group is called: as we call it, else as its key system does. `of`: its table, or what a query calls it. */
export const shownName = (of: string): RawBuilder<string> =>
  sql<string>`coalesce(${ours(of)}, ${sql.ref(`${of}.name`)})`;

/** A cylinder in one line: as we call it with its marking behind, else marking and name of its key system. */
export const cylinderWords = (of: string): RawBuilder<string> =>
  sql<string>`coalesce(${ours(of)} || ' (' || ${sql.ref(`${of}.marking`)} || ')',
    concat_ws(' ', ${sql.ref(`${of}.marking`)}, nullif(${sql.ref(`${of}.name`)}, '')))`;

/** Cylinders whose marking or text the key system has, or the name of ours, is like a pattern. */
export const cylinderLike = (of: string, pattern: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${of}.search_text`)} like ${pattern} or lower(${sql.ref(`${of}.own_name`)}) like ${pattern})`;

/** Groups whose name, or the name of ours, is like a pattern. */
export const groupLike = (of: string, pattern: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`(lower(${sql.ref(`${of}.name`)}) like ${pattern} or lower(${sql.ref(`${of}.own_name`)}) like ${pattern})`;
