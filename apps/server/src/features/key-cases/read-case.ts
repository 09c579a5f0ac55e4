import type { Answer, KeyCaseDetail, keyCases } from '@key2xs/contract';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { shownName } from '#platform/door-names';
import { notFound } from '#platform/errors';
import { readRows } from '#platform/list/read-some';
import { type Reader, visibleTo } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { accessOrderOf } from '../key-access/service';
import { zoneOfSystem } from '../key-times/service';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';
import { caseSource, isOpen, isOverdue, presentCase } from './case-source';
import { caseLane, exposureOfCase } from './door-states';
import { readJoinerAccess } from './joiner-facts';

const shownEntries = 200;

const nothingReported = { happened_at: null, place: '', circumstances: '', police_reference: '' };

type ReadContext = { reader: Reader; now: Date };

/** With what the plans in force give a joiner. @throws AppError not_found */
export async function readWholeCase(
  deps: Pick<Deps, 'access'>,
  context: ReadContext,
  id: string,
): Promise<KeyCaseDetail> {
  const found = await readCase(context, id);
  const person_id = found.holder?.person_id ?? null;
  if (found.joiner === null || person_id === null || found.closed_at !== null) return found;
  const isComing = found.joiner.first_day !== null;
  return { ...found, joiner_access: await readJoinerAccess(deps, context.reader, { person_id, isComing }) };
}

/** In the transaction of a change: without what plans give. @throws AppError not_found */
export async function readCase({ reader, now }: ReadContext, id: string): Promise<KeyCaseDetail> {
  const [row] = await readRows(reader, caseSource(reader, now), [id]);
  if (!row) throw notFound('key_case');
  const entries = await reader.db
    .selectFrom('key_case_entry')
    .selectAll()
    .where('case_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownEntries)
    .execute();
  const shown = presentCase(row, reader.viewer);
  return {
    ...shown,
    joiner_access: null,
    moved: row.moved_doors === null ? [] : await listMovedDoors(reader, id),
    time_zone: (await zoneOfSystem(reader))(shown.key?.connection_id ?? ''),
    report: row.report ?? nothingReported,
    entries: entries.map(({ case_id: _, at, ...entry }) => ({ ...entry, at: at.toISOString() })),
    exposure: row.key_id === null ? null : await exposureOfCase(reader, { id: row.key_id, now }),
    own_rights: row.key_id === null ? null : await countOwnRights(reader, row.key_id),
    copied_rights: await readCopied(reader, { case_id: id, key_id: row.replacement_id }),
  };
}

const shownDoors = 200;

async function listMovedDoors(reader: Reader, id: string): Promise<KeyCaseDetail['moved']> {
  const { rows } = await sql<KeyCaseDetail['moved'][number]>`
    select cylinder.id as cylinder_id, cylinder.marking, ${shownName('cylinder')} as name,
      case when cylinder.id = any(key_case.doors_lost) then 'lost' else 'gained' end as change
    from key_case join ${doorsOf(reader)} on cylinder.id = any(key_case.doors_gained || key_case.doors_lost)
    where key_case.id = ${id}::uuid order by change desc, cylinder.marking, cylinder.id limit ${shownDoors}`.execute(
    reader.db,
  );
  return rows;
}

async function countOwnRights(reader: Reader, keyId: string): Promise<number | null> {
  const row = await reader.db
    .selectFrom(keysOf(reader))
    .select(sql<number | null>`cardinality(key.own_cylinders) + cardinality(key.own_groups)`.as('rights'))
    .where('key.id', '=', keyId)
    .executeTakeFirst();
  return row?.rights ?? null;
}

async function readCopied(
  { db, language }: Reader,
  { case_id, key_id }: { case_id: string; key_id: string | null },
): Promise<KeyCaseDetail['copied_rights']> {
  const order = key_id === null ? undefined : await accessOrderOf(db, { key_id, case_id });
  if (!order || order.state === 'replaced' || order.is_taken_back) return null;
  const { state, problem, cylinders, groups } = order;
  return { state, rights: cylinders.length + groups.length, problem: problem && renderSentence(problem, language) };
}

/** In one statement. */
export async function countCases(reader: Reader, now: Date): Promise<Answer<typeof keyCases.counts>> {
  const { rows } = await sql<Answer<typeof keyCases.counts>>`
    with mine as (select key.id, standing.state from ${keysOf(reader)} join key_standing as standing on standing.key_id = key.id
      where key.deleted_at is null and ${visibleTo(reader.viewer, 'key_desk')}),
    open as (select key_case.key_id, kind, owner_id, ${isOverdue(now)} as is_overdue, ${caseLane(reader)} as lane from key_case
      where ${isOpen} and (key_case.key_id in (select id from mine) or key_case.key_id is null and ${visibleTo(reader.viewer, 'key_desk')}
        and key_case.person_id in (select id from ${peopleOf(reader)})))
    select (count(*) filter (where kind = 'lost'))::int as lost, (count(*) filter (where kind = 'forgotten'))::int as forgotten,
      (count(*) filter (where kind = 'broken'))::int as broken, (count(*) filter (where kind = 'return'))::int as return,
      (count(*) filter (where kind = 'mover'))::int as mover, (count(*) filter (where kind = 'joiner'))::int as joiner,
      (count(*) filter (where is_overdue))::int as overdue,
      json_build_object('to_do', count(*) filter (where lane = 'to_do'), 'holder', count(*) filter (where lane = 'holder'),
        'work', count(*) filter (where lane = 'work')) as lanes,
      (count(*) filter (where owner_id = ${reader.viewer.id ?? null}::uuid))::int as mine,
      (count(*) filter (where owner_id is null))::int as unassigned,
      (select count(*)::int from mine where state = 'lost' and id not in (select key_id from open where key_id is not null)) as lost_without_case
    from open`.execute(reader.db);
  const [counts] = rows;
  if (!counts) throw new Error('an aggregate without a row');
  return counts;
}
