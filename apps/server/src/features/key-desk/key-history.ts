import type { Answer, keyDesk, Page } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { listKeysByIds } from '../keys/service';
import { peopleOf } from '../people/relation';
import { listReceiptsOf } from './receipts/list-receipts';

type KeyDetail = Answer<typeof keyDesk.get>;
type History = Answer<typeof keyDesk.history>;
type HolderAt = Answer<typeof keyDesk.holderAt>;

/** @throws AppError not_found */
export async function getKey(reader: Reader, id: string, now: Date): Promise<KeyDetail> {
  const [key] = await listKeysByIds({ reader, now }, [id]);
  if (!key) throw new Error('a listed key is missing');
  return { ...key, receipts: await listReceiptsOf(reader, id) };
}

/** Someone the reader may not see stays unnamed. */
const personColumns = (reader: Reader, table: string) => sql<{ person_id: string | null; name: string } | null>`case
  when shown.id is not null then json_build_object('person_id', shown.id, 'name', shown.display_name)
  when ${sql.ref(`${table}.person_id`)} is null and ${sql.ref(`${table}.holder_identity`)} is not null
    and ${!reader.viewer.scope?.departments}::boolean
  then json_build_object('person_id', null, 'name', coalesce(nullif((
    select full_name from recorded_person as outsider join ${keysOf(reader)} on key.connection_id = outsider.connection_id
    where key.id = ${sql.ref(`${table}.key_id`)} and outsider.identity = ${sql.ref(`${table}.holder_identity`)}), ''),
    ${sql.ref(`${table}.holder_identity`)})) end`;

/** Newest first. @throws AppError not_found */
export async function listHistory(reader: Reader, id: string, now: Date, page: Page): Promise<History> {
  await listKeysByIds({ reader, now }, [id]);
  const rows = await reader.db
    .selectFrom('key_history')
    .leftJoin(peopleOf(reader, 'shown'), 'shown.id', 'key_history.person_id')
    .select([
      'key_history.id',
      'key_history.at',
      'happening',
      'actor_name',
      'key_history.due_at',
      'reason',
      'receipt_id',
      personColumns(reader, 'key_history').as('person'),
      sql<string>`count(*) over ()`.as('total'),
    ])
    .where('key_id', '=', id)
    .orderBy('key_history.at', 'desc')
    .orderBy('key_history.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const items = rows.map(({ total: _, at, due_at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    due_at: due_at?.toISOString() ?? null,
  }));
  return { items, total: Number(rows[0]?.total ?? 0), ...page };
}

/** @throws AppError not_found */
export async function findHolderAt(
  reader: Reader,
  id: string,
  { now, at }: { now: Date; at: string },
): Promise<HolderAt> {
  await listKeysByIds({ reader, now }, [id]);
  const row = await reader.db
    .selectFrom('key_assignment')
    .leftJoin(peopleOf(reader, 'shown'), 'shown.id', 'key_assignment.person_id')
    .select(['handed_out_at', 'ended_at', 'due_at', personColumns(reader, 'key_assignment').as('person')])
    .where('key_id', '=', id)
    .where(sql<boolean>`coalesce(handed_out_at, '-infinity') <= ${at} and coalesce(ended_at, 'infinity') > ${at}`)
    .orderBy(sql`handed_out_at desc nulls last`)
    .limit(1)
    .executeTakeFirst();
  const begun = await reader.db
    .selectFrom('key_history')
    .select('at')
    .where('key_id', '=', id)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  const assignment = row
    ? {
        person: row.person,
        handed_out_at: row.handed_out_at?.toISOString() ?? null,
        ended_at: row.ended_at?.toISOString() ?? null,
        due_at: row.due_at?.toISOString() ?? null,
      }
    : null;
  return { assignment, known_since: begun?.at.toISOString() ?? null };
}
