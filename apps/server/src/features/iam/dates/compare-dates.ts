import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db, Deps } from '#platform/deps';
import { itemWriter, type NewItem, type Summary } from '../../change-sets/service';
import { countActive, type StoredConnection } from '../queries';
import { loadFields } from '../run/apply-people';
import { todayOf } from '../run/day-of-source';
import { saveDirectoryEffect } from '../run/directory-effect';

const pagePeople = 500;

type Due = { id: string; kind: 'begin' | 'stop'; external_id: string; source_hash: string; group_keys: string | null };

/** People of a source whose first day has come, or whose last one is over, and who do not count so yet. */
const dueOn = (day: string) => sql<'begin' | 'stop' | null>`case
  when superseded_at is not null or left_at is not null then null
  when ends_on < ${day}::date then 'stop'
  when starts_on <= ${day}::date and not active and suspended_at is null then 'begin' end`;

/** Sources with people who start or end today. */
export async function listDueSources(deps: Pick<Deps, 'db' | 'clock'>): Promise<string[]> {
  const sources = await deps.db.selectFrom('iam_connection').select('id').where('is_active', '=', true).execute();
  const due: string[] = [];
  for (const { id } of sources) {
    const day = await todayOf(deps, id);
    const [first] = await listDue(deps.db, id, { day, after: null, limit: 1 });
    if (first) due.push(id);
  }
  return due;
}

type Page = { day: string; after: string | null; limit: number };

async function listDue(db: Db, connectionId: string, { day, after, limit }: Page): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, ${dueOn(day)} as kind, external_id, source_hash, (
      select string_agg(external_id, ';') from person_group where id = any(group_ids)) as group_keys
    from person
    where connection_id = ${connectionId} and ${dueOn(day)} is not null
      and (starts_on <= ${day}::date or ends_on < ${day}::date) and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Writes people who start or end as the changes of a change set, so that guards, applying and the log are the same. */
export async function compareDates(
  deps: Deps,
  { connection, changeSetId }: { connection: StoredConnection; changeSetId: string },
): Promise<Summary> {
  const { db } = deps;
  const day = await todayOf(deps, connection.id);
  const writer = itemWriter(db, changeSetId);
  const counts = { begin: 0, stop: 0 };
  for (let after: string | null = null; ; ) {
    const page: Due[] = await listDue(db, connection.id, { day, after, limit: pagePeople });
    for (const item of await describeDue(db, page)) await writer.add(item);
    for (const { kind } of page) counts[kind]++;
    after = page.at(-1)?.id ?? after;
    if (page.length < pagePeople) break;
  }
  const people = await countActive(db, connection.id);
  const total = await writer.end();
  return {
    total,
    counts,
    tally: { before: people, listed: people, removals: counts.stop, rows: 0, problems: 0 },
    largest_removals: [],
    effect: await saveDirectoryEffect(deps, { connectionId: connection.id, changeSetId, items: total, held: [] }),
  };
}

async function describeDue(db: Db, due: readonly Due[]): Promise<Omit<NewItem, 'ordinal'>[]> {
  if (due.length === 0) return [];
  const stored = new Map(
    (
      await loadFields(
        db,
        due.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  return due.flatMap(({ id, kind, external_id, source_hash, group_keys }) => {
    const { id: _, ...row } = stored.get(id) ?? {};
    const fields = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
    const item: Omit<NewItem, 'ordinal'> = {
      kind,
      person_id: id,
      label: String(fields.display_name ?? external_id),
      reference: external_id,
      detail: null,
      before: { active: kind === 'stop' },
      after: { ...fields, ...(group_keys && { group_keys }), active: fields.active ?? kind === 'begin' },
      source_hash,
      message: say(kind === 'begin' ? 'because.firstDay' : 'because.lastDay'),
    };
    return [item];
  });
}
