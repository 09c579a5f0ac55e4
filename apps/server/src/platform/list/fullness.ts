import type { Usage } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';

/** Whether a limited list, by its columns, is known to be at least that full. */
export const isFullFrom = (percent: number, used: string, limit: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(limit)} > 0 and ${sql.ref(used)} * 100 >= ${percent} * ${sql.ref(limit)}, false)`;

/** What a key system tells of a limited list; null where it does not. */
export const usageOf = (used: number | null, limit: number | null): Usage | null =>
  used === null || limit === null || limit === 0 ? null : { used, limit };
