import { maxDecided, pageOf, type WorkGroup, workGroupList } from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import { asSql, matching, orderOf, type Wanted } from '#platform/list/list-query';
import type { Reader } from '#platform/visible-to';
import { presentWork } from './present';
import { groupOfEntry, workSource } from './work-source';

type WantedGroups = Wanted<typeof workGroupList>;
type GroupRow = { group: string; count: number; ids: string[]; since: Date; total: number };

/** A page of groups, each of all its entries that match, in the order of their first ones. */
export async function readGroups(reader: Reader, wanted: WantedGroups) {
  const page = pageOf(wanted.query, workGroupList.range);
  const found = await selectGroups(reader, wanted, page);
  const entries = await readEntries(
    reader,
    found.flatMap(({ ids: [first] }) => first ?? []),
  );
  const items = found.flatMap(({ group, count, ids, since }): WorkGroup[] => {
    const first = entries.get(ids[0] ?? '');
    if (!first) return [];
    const entry = presentWork(first, reader.language);
    const what = count === 1 ? entry.what : renderSentence(forMany(first.what, count), reader.language);
    return [{ group, what, count, ids, since: since.toISOString(), entry }];
  });
  const total = found[0]?.total ?? (page.offset === 0 ? 0 : await countGroups(reader, wanted));
  return { items, total, ...page };
}

function selectGroups(reader: Reader, wanted: WantedGroups, { limit, offset }: { limit: number; offset: number }) {
  const { terms, direction } = orderOf(workSource(reader), wanted.query.sort);
  const first = terms.slice(0, -1).map(({ value }) => sql`min(${value})`); // of its entries; the last term is their id
  const groups = matching(reader, workSource(reader), wanted)
    .groupBy(groupOfEntry)
    .select([
      groupOfEntry.as('group'),
      sql<number>`count(*)::int`.as('count'),
      sql<string[]>`(array_agg(entry.id order by entry.ordinal, entry.id))[:${sql.lit(maxDecided)}]`.as('ids'),
      sql<Date>`min(entry.created_at)`.as('since'),
      sql<number>`(count(*) over ())::int`.as('total'),
    ]);
  return [...first, groupOfEntry]
    .reduce((rows, term) => rows.orderBy(asSql(term), direction), groups)
    .limit(limit)
    .offset(offset)
    .execute() as Promise<GroupRow[]>;
}

async function countGroups(reader: Reader, wanted: WantedGroups): Promise<number> {
  const counted = matching(reader, workSource(reader), wanted).select(
    sql<number>`count(distinct ${groupOfEntry})::int`.as('total'),
  );
  const { rows } = await sql<{ total: number }>`${counted}`.execute(reader.db);
  return rows[0]?.total ?? 0;
}

async function readEntries(reader: Reader, ids: readonly string[]) {
  const source = workSource(reader);
  const rows = await source
    .show(source.from(reader.db, undefined).where('entry.id', '=', (q) => q.fn.any(q.val([...ids]))))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Turns the sentence about one person into one about several, without what differs between them. */
const forMany = ({ code, params }: Sentence, count: number): Sentence => ({
  code: code.replace('work.', 'work.many.').replace('WithEmail', ''),
  params: { ...params, count },
});
