import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { profilesNaming, rulesNaming } from '#features/plans/relation';
import type { Caller, Deps, Tx } from '#platform/deps';
import { invalidField, stillInUse } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';

/** Who changes which record, as of which version. */
export type Target = { deps: Deps; caller: Caller; id: string; expectedVersion?: number | undefined };

type Doors = 'cylinder' | 'cylinder_group';

/** Reads wait until this transaction has ended, so that what was planned a moment ago still is. */
export async function lockRecord(
  tx: Tx,
  table: 'key_system_cylinder' | 'key_system_cylinder_group',
  id: string,
): Promise<void> {
  await sql`select id from ${sql.table(table)} where id = ${id} for update`.execute(tx);
}

/** @throws AppError version_conflict */
export const refuseOther = (version: number, expected: number | undefined): void =>
  refuseOtherVersion(version, expected, say('door.changed'));

/**
 * What the key system says is not changed here: to say it once more is no change, to say otherwise is refused.
 * @returns what is to be written
 * @throws AppError validation_failed
 */
export function changesOf<Body extends object>(
  body: Body,
  row: { is_planned: boolean } & Partial<Record<string, unknown>>,
  read: readonly (keyof Body & string)[],
): Partial<Body> {
  if (row.is_planned) return body;
  const isOfKeySystem = (name: string) => read.some((one) => one === name);
  const kept: Partial<Body> = { ...body };
  for (const name of read) {
    if (body[name] !== undefined && body[name] !== row[name]) throw invalidField(name, say('door.ofKeySystem'));
  }
  for (const name of Object.keys(body)) if (isOfKeySystem(name)) delete kept[name as keyof Body]; // a key of the body
  return kept;
}

/** @throws AppError constraint_violation while the key system has it, or something here names it */
export async function refuseNeeded(
  tx: Tx,
  table: Doors,
  row: { id: string; is_planned: boolean; called: string; connection_name: string },
): Promise<void> {
  const related = await countNaming(tx, row.id);
  const details = say('door.deleteThere');
  if (!row.is_planned) {
    const message = say('door.stillThere', { name: row.called, system: row.connection_name });
    const related_records = { key_systems: 1, ...related };
    throw stillInUse({ message, constraint_name: `${table}_in_key_system`, related_records, details });
  }
  if (Object.keys(related).length > 0) {
    const message = say('record.inUse', { name: row.called });
    throw stillInUse({ message, constraint_name: `${table}_in_use`, related_records: related, details });
  }
}

/** What names a cylinder or a group, by kind; only kinds with at least one. */
async function countNaming(tx: Tx, id: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select 'access_rules' as kind, count(*)::int as count from ${rulesNaming(sql`select ${id}::uuid`)} as rule
    union all
    select 'access_profiles', count(*)::int from ${profilesNaming(sql`select ${id}::uuid`)} as profile
    union all
    select 'cylinders', count(*)::int from cylinder where group_id = ${id} and deleted_at is null`.execute(tx);
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]));
}
