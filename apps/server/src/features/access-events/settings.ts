import type { AccessEventSettings, EventPrivacy } from '@key2xs/contract';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import { monthOf, monthsLater } from '#platform/database/month-tables';
import type { Caller, Db, Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { asProduct, type Reader, visibleTo } from '#platform/visible-to';
import { placesOf } from '../locations/relation';
import { locationPath } from '../locations/service';
import { listOldMonths, readRetentionMonths } from '../recorded/service';

const shownLeftOut = 200;

export async function readSettings(deps: Deps, reader: Reader): Promise<AccessEventSettings> {
  const { db } = reader;
  const now = deps.clock();
  const retention_months = await readRetentionMonths(db);
  const monthText = (month: Date) => month.toISOString().slice(0, 7);
  const { rows: left_out } = await sql<LeftOut>`
    select known.connection_id, system.name as key_system, to_char(known.month, 'YYYY-MM') as month, known.why,
      known.events::int as events, known.last_at
    from access_event_left_out as known join key_system_connection as system on system.id = known.connection_id
    where ${visibleTo(reader.viewer, 'access_event_settings')}
    order by known.month desc, system.name limit ${shownLeftOut}`.execute(db);
  return {
    retention_months,
    kept_from: monthsLater(monthOf(now), -retention_months).toISOString(),
    to_delete: (await listOldMonths(db, now)).map(monthText),
    left_out: left_out.map((row) => ({ ...row, last_at: row.last_at.toISOString() })),
    places: await listPlaces(reader),
  };
}

type LeftOut = {
  connection_id: string;
  key_system: string;
  month: string;
  why: 'older' | 'ahead';
  events: number;
  last_at: Date;
};

async function listPlaces(reader: Reader): Promise<AccessEventSettings['places']> {
  const { rows } = await sql<AccessEventSettings['places'][number]>`
    select own.location_id, ${locationPath('own.location_id')} as path, own.mode from access_event_privacy as own
    join ${placesOf(reader)} on location.id = own.location_id
    where ${visibleTo(reader.viewer, 'access_event_settings')} order by 2`.execute(reader.db);
  return rows;
}

type Acting = { deps: Deps; caller: Caller; reader: Reader };

/** Deletes nothing: a number mistyped can be put right until the next run. */
export function saveRetention(
  { deps, caller, reader }: Acting,
  retention_months: number,
): Promise<AccessEventSettings> {
  return deps.db.transaction().execute(async (tx) => {
    const before = { retention_months: await readRetentionMonths(tx) };
    await tx
      .insertInto('access_event_policy')
      .values({ retention_months })
      .onConflict((row) => row.column('only_row').doUpdateSet({ retention_months }))
      .execute();
    const details = { before, after: { retention_months } };
    await recordEvent(tx, caller, 'access_event_settings.updated', { details });
    return readSettings(deps, { ...reader, db: tx });
  });
}

/** @throws AppError not_found */
export function savePrivacy(
  { deps, caller, reader }: Acting,
  id: string,
  mode: EventPrivacy | null,
): Promise<AccessEventSettings> {
  return deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string; mode: EventPrivacy | null }>`
      select location.name, own.mode from ${placesOf(asProduct(tx))}
      left join access_event_privacy as own on own.location_id = location.id
      where location.id = ${id}::uuid for update of location`.execute(tx);
    const [found] = rows;
    if (!found) throw notFound('location');
    await setMode(tx, id, mode);
    const details = { name: found.name, before: { privacy: found.mode }, after: { privacy: mode } };
    await recordEvent(tx, caller, 'access_event_settings.updated', { id, details });
    return readSettings(deps, { ...reader, db: tx });
  });
}

async function setMode(db: Db, location_id: string, mode: EventPrivacy | null): Promise<void> {
  if (mode === null) {
    await db.deleteFrom('access_event_privacy').where('location_id', '=', location_id).execute();
    return;
  }
  await db
    .insertInto('access_event_privacy')
    .values({ location_id, mode })
    .onConflict((row) => row.column('location_id').doUpdateSet({ mode }))
    .execute();
}
