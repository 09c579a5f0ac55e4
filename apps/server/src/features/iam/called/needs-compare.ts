import { hash } from 'node:crypto';
import { groupLimits, type Mapping } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import { listAliases } from '../renames/value-aliases';

/** Above this number, comparing all people costs little more. */
const maxMarked = 10_000;

/** Ids that a mapping leaves as they are, so that no two of them are the same person. */
const plain = /^[!-~]{1,500}$/;

export type Circumstances = {
  mapping: Mapping;
  /** As `2026-11-30`. */
  day: string;
};

/** Digest of everything but a person's own record that decides how the person compares. */
export async function circumstancesOf(db: Db, connectionId: string, { mapping, day }: Circumstances): Promise<string> {
  const aliases = await listAliases(db, connectionId);
  const readAs = aliases.map(({ field, source_key, read_as }) => [field, source_key, read_as]);
  const fields = Object.entries(mapping).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([day, fields, readAs]), 'base64');
}

/**
 * People who need a comparison: those with changes since the last one, and those who were not unchanged in it.
 * @returns undefined for all people, which is always correct
 */
export async function listNeedingComparison(
  db: Db,
  connectionId: string,
  circumstances: string,
): Promise<string[] | undefined> {
  const copy = await db
    .selectFrom('source_copy')
    .select(['settled'])
    .select((q) =>
      q
        .selectFrom('source_group')
        .select((of) => of.fn.countAll<string>().as('count'))
        .whereRef('source_group.connection_id', '=', 'source_copy.connection_id')
        .as('groups'),
    )
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();
  // At the limit of groups the order of people matters.
  if (copy?.settled !== circumstances || Number(copy.groups) > groupLimits.of_source) return undefined;
  const rows = await db
    .selectFrom('source_unsettled')
    .select('external_id')
    .where('connection_id', '=', connectionId)
    .orderBy('external_id')
    .limit(maxMarked + 1)
    .execute();
  const ids = rows.map(({ external_id }) => external_id);
  return ids.length <= maxMarked && ids.every((id) => plain.test(id)) ? ids : undefined;
}

export type ComparedScope = { circumstances: string; unsettled: Iterable<string> };

/** After a comparison all people but these are unchanged. @param after undefined: none is known to be */
export async function settle(tx: Tx, connectionId: string, after: ComparedScope | undefined): Promise<void> {
  await tx.deleteFrom('source_unsettled').where('connection_id', '=', connectionId).execute();
  const set = { settled: after?.circumstances ?? null };
  await tx.updateTable('source_copy').set(set).where('connection_id', '=', connectionId).execute();
  if (after) await markForComparison(tx, connectionId, after.unsettled);
}

/** Marks people for the next comparison. */
export async function markForComparison(tx: Tx, connectionId: string, ids: Iterable<string>): Promise<void> {
  const all = [...ids];
  if (all.length === 0) return;
  await sql`
    insert into source_unsettled (connection_id, external_id)
    select ${connectionId}, id from unnest(${all}::text[]) as id on conflict do nothing`.execute(tx);
}

/** Collects the people who were not unchanged in a comparison, while their number and ids make this worthwhile. */
export function comparisonCollector() {
  const ids = new Set<string>();
  let isWorthIt = true;
  return {
    note(id: string | null): void {
      if (id !== null && ids.size < maxMarked) ids.add(id);
      else isWorthIt = false;
    },
    /** Call for every listed person: two ids that a mapping makes one are compared together. */
    check(id: string): void {
      isWorthIt &&= plain.test(id);
    },
    /** Undefined: all people are compared the next time. */
    ids: () => (isWorthIt ? ids : undefined),
  };
}
