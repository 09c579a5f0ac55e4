import type { VersionFigures } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Caller, Db, Tx } from '#platform/deps';
import type { Schema, VersionChanges } from '#platform/schema/schema';
import { type Difference, listDifferences } from './differences';

type Cause = Schema['key_plan_version']['cause'];

/** What a version is made for. */
export type Making = { cause: Cause; by: Pick<Caller, 'name'>; reason?: string | undefined };

/** Brings what is written into force as a new version, in the transaction that wrote it. The plan's row is locked by then. */
export async function makeVersion(
  tx: Tx,
  keyplanId: string,
  making: Making,
  differences: readonly Difference[],
): Promise<void> {
  const changed = await settleEqual(tx, keyplanId, differences);
  if (changed.length === 0) return;
  const number = await nextVersion(tx, keyplanId, { ...making, changes: tally(changed) });
  const { by } = making;
  await tx
    .updateTable('key_plan_part')
    .set({ until: number })
    .where('keyplan_id', '=', keyplanId)
    .where('until', 'is', null)
    .where(isOneOf(changed.filter(({ is_in_force }) => is_in_force)))
    .execute();
  const come = changed.filter(({ is_written }) => is_written).map(({ record_id }) => record_id);
  await sql`
    insert into key_plan_part (keyplan_id, kind, record_id, since, record_version, changed_at, changed_by, content)
    select keyplan_id, kind, record_id, ${number}, record_version, changed_at, coalesce(nullif(changed_by, ''), ${by.name}), content
    from key_plan_draft where keyplan_id = ${keyplanId} and record_id = any(${come}::uuid[])`.execute(tx);
}

const isOneOf = (records: readonly Difference[]) =>
  sql<boolean>`record_id = any(${records.map(({ record_id }) => record_id)}::uuid[])`;

/** Notes that a version begins, and answers its number. */
export async function nextVersion(
  tx: Tx,
  keyplan_id: string,
  { cause, by, reason, changes }: Making & { changes: VersionChanges },
): Promise<number> {
  const { version_in_force: number } = await tx
    .updateTable('key_plan')
    .set({ version_in_force: sql<number>`version_in_force + 1` })
    .where('id', '=', keyplan_id)
    .returning('version_in_force')
    .executeTakeFirstOrThrow();
  const row = { keyplan_id, number, cause, made_by: by.name, reason: reason ?? null, changes: JSON.stringify(changes) };
  await tx.insertInto('key_plan_version').values(row).execute();
  return number;
}

/** Notes that what was edited back says what is in force, so that it no longer counts as changed. @returns the others */
export async function settleEqual(
  tx: Tx,
  keyplanId: string,
  differences: readonly Difference[],
): Promise<Difference[]> {
  const equal = differences.filter(({ is_equal, kind }) => is_equal && kind !== 'plan');
  if (equal.length > 0) {
    await sql`
      update key_plan_part as part set record_version = draft.record_version
      from key_plan_draft as draft
      where part.keyplan_id = ${keyplanId} and part.until is null and draft.keyplan_id = part.keyplan_id
        and draft.kind = part.kind and draft.record_id = part.record_id
        and part.record_id = any(${equal.map(({ record_id }) => record_id)}::uuid[])`.execute(tx);
  }
  return differences.filter(({ is_equal }) => !is_equal);
}

const names = { rule: 'rules', profile: 'profiles', plan: 'settings' } as const;

/** How many of each kind come, change and go. */
export function tally(differences: readonly Difference[]): VersionChanges {
  const changes: VersionChanges = {};
  for (const { kind, is_written, is_in_force } of differences) {
    const counts = changes[names[kind]] ?? { added: 0, changed: 0, removed: 0 };
    changes[names[kind]] = counts;
    counts[!is_in_force ? 'added' : is_written ? 'changed' : 'removed']++;
  }
  return changes;
}

/**
 * After an edit: keeps the settings, and the records where the plan lets edits take effect at once, as a new version.
 * @returns the records that are pending
 */
export async function keepVersions(
  tx: Tx,
  plan: Pick<Schema['key_plan'], 'id'> & { takes_effect: 'at_once' | 'on_activation' },
  { by, reason, cause, records }: Making & { records: readonly string[] },
): Promise<string[]> {
  const settings = cause === 'edit' ? [] : [plan.id];
  const differences = await listDifferences(tx, plan.id, [...settings, ...records]);
  const isNow = ({ kind, is_equal }: Difference) => plan.takes_effect === 'at_once' || kind === 'plan' || is_equal;
  await makeVersion(tx, plan.id, { cause, by, reason }, differences.filter(isNow));
  return differences.filter((one) => !isNow(one)).map(({ record_id }) => record_id);
}

/** Ends everything a plan grants, before it is deleted. What it granted until then stays known. */
export async function endVersions(tx: Tx, keyplanId: string, by: Pick<Caller, 'name'>): Promise<void> {
  const number = await nextVersion(tx, keyplanId, { cause: 'deleted', by, changes: {} });
  await tx
    .updateTable('key_plan_part')
    .set({ until: number })
    .where('keyplan_id', '=', keyplanId)
    .where('until', 'is', null)
    .execute();
}

/** Keeps what a version reached and changed as it came into force; the first figures stay. */
export async function saveFigures(
  db: Db,
  { keyplanId, number }: { keyplanId: string; number: number },
  figures: VersionFigures,
): Promise<void> {
  await db
    .updateTable('key_plan_version')
    .set({ figures: JSON.stringify(figures) })
    .where('keyplan_id', '=', keyplanId)
    .where('number', '=', number)
    .where('figures', 'is', null)
    .execute();
}
