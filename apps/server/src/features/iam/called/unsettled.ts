import { hash } from 'node:crypto';
import { groupLimits, type Mapping } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import { listAliases } from '../renames/value-aliases';

/** With more than these, comparing everybody costs little more. */
const mostUnsettled = 10_000;

/** Ids that a mapping leaves as they are, so that no two of them are the same person. */
const plain = /^[!-~]{1,500}$/;

export type Circumstances = {
  mapping: Mapping;
  /** As `2026-11-30`. */
  day: string;
};

/** What else than a person's own record decides how they compare. */
export async function circumstancesOf(db: Db, connectionId: string, { mapping, day }: Circumstances): Promise<string> {
  const aliases = await listAliases(db, connectionId);
  const readAs = aliases.map(({ field, source_key, read_as }) => [field, source_key, read_as]);
  const fields = Object.entries(mapping).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([day, fields, readAs]), 'base64');
}

/**
 * Who has to be compared: those of whom something was told since they were, and those who were not unchanged then.
 * @returns undefined for everybody, which is right at any time
 */
export async function listUnsettled(
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
  // At the limit it matters who comes first.
  if (copy?.settled !== circumstances || Number(copy.groups) > groupLimits.of_source) return undefined;
  const rows = await db
    .selectFrom('source_unsettled')
    .select('external_id')
    .where('connection_id', '=', connectionId)
    .orderBy('external_id')
    .limit(mostUnsettled + 1)
    .execute();
  const ids = rows.map(({ external_id }) => external_id);
  return ids.length <= mostUnsettled && ids.every((id) => plain.test(id)) ? ids : undefined;
}

export type Settled = { circumstances: string; unsettled: Iterable<string> };

/** After a comparison everybody but these is unchanged. @param after undefined: nobody is known to be */
export async function settle(tx: Tx, connectionId: string, after: Settled | undefined): Promise<void> {
  await tx.deleteFrom('source_unsettled').where('connection_id', '=', connectionId).execute();
  const set = { settled: after?.circumstances ?? null };
  await tx.updateTable('source_copy').set(set).where('connection_id', '=', connectionId).execute();
  if (after) await unsettle(tx, connectionId, after.unsettled);
}

/** They are compared the next time. */
export async function unsettle(tx: Tx, connectionId: string, ids: Iterable<string>): Promise<void> {
  const all = [...ids];
  if (all.length === 0) return;
  await sql`
    insert into source_unsettled (connection_id, external_id)
    select ${connectionId}, id from unnest(${all}::text[]) as id on conflict do nothing`.execute(tx);
}

/** Collects who is not unchanged in a comparison, as far as their number and their ids make it worth it. */
export function unsettledPeople() {
  const ids = new Set<string>();
  let isWorthIt = true;
  return {
    note(id: string | null): void {
      if (id !== null && ids.size < mostUnsettled) ids.add(id);
      else isWorthIt = false;
    },
    /** For all who are told: two ids that a mapping makes one are compared together. */
    check(id: string): void {
      isWorthIt &&= plain.test(id);
    },
    /** Undefined: everybody is to be compared the next time. */
    ids: () => (isWorthIt ? ids : undefined),
  };
}
