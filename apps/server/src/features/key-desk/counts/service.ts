import type { Answer, CountDifference, CountDifferenceName, KeyCount, keyCounts, Page } from '@key2xs/contract';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { asCaller, type Reader } from '#platform/visible-to';
import { getCount, holdCount } from './count-source';
import { type Difference, differencesOf, figuresOf, frozenFor } from './judge';

type Desk = { deps: Deps; caller: Caller };
type Detail = Answer<typeof keyCounts.get>;

/** @throws AppError not_found for another key system */
export async function startCount(
  { deps, caller }: Desk,
  { connection_id, storage }: { connection_id: string | null; storage: string },
): Promise<KeyCount> {
  const id = deps.newId();
  return deps.db.transaction().execute(async (tx) => {
    if (connection_id !== null) {
      const system = await tx
        .selectFrom('key_system_connection')
        .select('id')
        .where('id', '=', connection_id)
        .executeTakeFirst();
      if (!system) throw notFound('key_system');
    }
    const started = { started_at: deps.clock(), started_by: caller.name };
    await tx
      .insertInto('key_count')
      .values({ id, connection_id, storage, ...started })
      .execute();
    await recordEvent(tx, caller, 'key_count.started', { id, details: { connection_id, storage } });
    return getCount(asCaller(tx, caller), id);
  });
}

const latestScans = 20;

/** @throws AppError not_found */
export async function getCountDetail(reader: Reader, id: string): Promise<Detail> {
  const count = await getCount(reader, id);
  const frozen = count.closed_at === null ? undefined : await frozenOf(reader, id);
  const figures = frozen?.figures ?? (await figuresOf(reader, count));
  const people = await reader.db
    .selectFrom('key_count_scan')
    .select([
      'by_name as name',
      sql<number>`count(*)::int`.as('scans'),
      sql<Date>`min(at)`.as('first'),
      sql<Date>`max(at)`.as('last'),
    ])
    .where('count_id', '=', id)
    .groupBy('by_name')
    .orderBy('first')
    .execute();
  const latest = await reader.db
    .selectFrom('key_count_scan')
    .select(['id', 'text', 'key_id', 'at', 'by_name as by'])
    .where('count_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(latestScans)
    .execute();
  return {
    ...count,
    figures,
    people: people.map(({ first, last, ...row }) => ({
      ...row,
      first: first.toISOString(),
      last: last.toISOString(),
    })),
    latest: latest.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
  };
}

async function frozenOf(reader: Reader, id: string) {
  const row = await reader.db
    .selectFrom('key_count')
    .select(['figures', 'differences'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!row.figures || !row.differences) throw new Error('a closed count without its figures');
  return { figures: row.figures, differences: await frozenFor(reader, row.differences) };
}

type Wanted = Page & { kind?: CountDifferenceName | undefined };

/** @throws AppError not_found */
export async function listDifferences(reader: Reader, id: string, { kind, ...page }: Wanted) {
  const count = await getCount(reader, id);
  if (count.closed_at !== null) {
    const { differences } = await frozenOf(reader, id);
    const fitting = differences.filter((one) => kind === undefined || one.kind === kind);
    const items = fitting.slice(page.offset, page.offset + page.limit).map(withoutPerson);
    return { items, total: fitting.length, ...page };
  }
  const figures = await figuresOf(reader, count);
  const { expected: _, counted: __, ...byKind } = figures;
  const total = kind ? byKind[kind] : Object.values(byKind).reduce((sum, one) => sum + one, 0);
  return { items: (await differencesOf(reader, count, { kind, ...page })).map(withoutPerson), total, ...page };
}

const withoutPerson = ({ person_id: _, ...difference }: Difference): CountDifference => difference;

/** @throws AppError not_found, conflict when the count is closed */
export async function removeScan(
  { deps, caller }: Desk,
  { id, scan_id }: { id: string; scan_id: string },
): Promise<KeyCount> {
  return deps.db.transaction().execute(async (tx) => {
    const reader = asCaller(tx, caller);
    await holdCount(tx, reader, id);
    const removed = await tx
      .deleteFrom('key_count_scan')
      .where('id', '=', scan_id)
      .where('count_id', '=', id)
      .returning('text')
      .executeTakeFirst();
    if (!removed) throw notFound('key_count_scan');
    await tx
      .updateTable('key_count')
      .set((q) => ({ version: q('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    await recordEvent(tx, caller, 'key_count.scan_removed', { id, details: { text: removed.text } });
    return getCount(reader, id);
  });
}

/** @throws AppError not_found, conflict when the count is closed */
export async function discardCount({ deps, caller }: Desk, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const reader = asCaller(tx, caller);
    await holdCount(tx, reader, id);
    const { scans, storage } = await getCount(reader, id);
    await tx.deleteFrom('key_count').where('id', '=', id).execute();
    await recordEvent(tx, caller, 'key_count.discarded', { id, details: { scans, storage } });
  });
}
