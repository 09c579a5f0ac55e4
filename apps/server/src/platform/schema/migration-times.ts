import { sql } from 'kysely';
import type { Db } from '../deps';
import { migrationNames } from './migrate';

/** `ms`: how long it took on data; null for those of a new database, and of versions that did not measure. */
type RanMigration = { name: string; ms: number | null };

export type MigrationPlan = {
  /** How many have run. */
  ran: number;
  /** Names of those that this version would run, in order. */
  pending: string[];
  /** The names of all that have run, which a later version compares with its own. */
  executed: RanMigration[];
  /** Free disk that migrating may need: the largest table is written anew, and once more into the log. */
  growth_bytes: number;
  /** For the operator: how many will run, and how long earlier ones took. */
  text: string;
};

/** What has run in this database, and what the next start would do. A database without any is empty. */
export async function readMigrationPlan(db: Db): Promise<MigrationPlan> {
  const { rows: found } = await sql<{ is_there: boolean; bytes: number }>`
    select to_regclass('kysely_migration') is not null as is_there,
      (select coalesce(max(2 * pg_total_relation_size(oid)), 0)::float8 from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace) as bytes`.execute(db);
  // Databases of earlier versions have no such column.
  const { rows: executed } = found[0]?.is_there
    ? await sql<RanMigration>`
        select name, (to_jsonb(kysely_migration) ->> 'ms')::int as ms from kysely_migration order by name`.execute(db)
    : { rows: [] };
  return planOf(executed, found[0]?.bytes ?? 0);
}

/** @param executed in order, as another process of another version may have read them */
export function planOf(executed: readonly RanMigration[], growthBytes: number): MigrationPlan {
  const names = new Set(executed.map(({ name }) => name));
  const pending = migrationNames.filter((name) => !names.has(name));
  const text = [counted(pending.length), ...(executed.length > 0 ? [measured(executed)] : [])].join(' ');
  return { ran: executed.length, pending, executed: [...executed], growth_bytes: growthBytes, text };
}

const shown = 20;

function counted(count: number): string {
  if (count === 0) return 'All migrations have run.';
  return count === 1 ? '1 migration will run.' : `${count} migrations will run.`;
}

function measured(executed: readonly RanMigration[]): string {
  const known = executed.flatMap(({ name, ms }) => (ms === null ? [] : [{ name, ms }])).slice(-shown);
  const longest = known.reduce<{ name: string; ms: number } | undefined>(
    (most, each) => (most && most.ms >= each.ms ? most : each),
    undefined,
  );
  if (!longest) return 'None has been measured on this database yet.';
  const total = known.reduce((sum, { ms }) => sum + ms, 0);
  const which = known.length === 1 ? 'The last one that was measured' : `The last ${known.length} that were measured`;
  return `${which} on this database took ${seconds(total)}, the longest ${seconds(longest.ms)} (${longest.name}); another may take longer.`;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
