import { randomBytes } from 'node:crypto';
import { AccessEventFilter, type AccessEventLook, type accessEvents, type Input } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { type Selectable, sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { cylinderWords } from '#platform/door-names';
import { AppError, invalidField, notFound } from '#platform/errors';
import type { Schema } from '#platform/schema/schema';
import { isOnePerson } from '#platform/sign-in/one-person';
import { type Reader, sees, visibleTo } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import { placesOf } from '../locations/relation';
import { peopleOf } from '../people/relation';
import { privatePlaces } from './relation';

const hourMs = 3_600_000;
/** A look without names ends when no one is likely to have it on a screen any more. */
const usualHours = 12;
/** The audit log tells of looks for longer. */
const daysKept = 90;
const shown = 100;

export type LookRow = Selectable<Schema['access_event_look']>;
/** Ids of places that keep names. */
export type PrivatePlaces = { none: string[]; denied_only: string[] };

type Context = { deps: Deps; caller: Caller; reader: Reader };

/** @throws AppError not_found for what is filtered by; validation_failed for a person, who would be named by that */
export async function openLook({ deps, caller, reader }: Context, filter: AccessEventFilter): Promise<AccessEventLook> {
  if (filter.person_id) throw invalidField('filter.person_id', say('accessEvents.personNeedsNames'));
  const names = await namesOf(reader, filter);
  const at = deps.clock();
  const row = {
    ...newLook({ deps, caller }, filter),
    opened_at: at,
    ends_at: new Date(at.getTime() + usualHours * hourMs),
    shows_names: false,
  };
  return deps.db.transaction().execute(async (tx) => {
    const look = await tx.insertInto('access_event_look').values(row).returningAll().executeTakeFirstOrThrow();
    await recordEvent(tx, caller, 'access_event_look.opened', { id: row.id, details: describeFilter(filter, names) });
    return present(look, caller.actor?.id, names);
  });
}

/** @throws AppError not_found for what is filtered by */
export async function revealLook(
  { deps, caller, reader }: Context,
  { filter: input, purpose, reason, hours, ask_second }: Input<typeof accessEvents.reveal>['body'],
): Promise<AccessEventLook> {
  const filter = AccessEventFilter.parse(input);
  const names = await namesOf(reader, filter);
  const at = deps.clock();
  const row = {
    ...newLook({ deps, caller }, filter),
    opened_at: at,
    ends_at: new Date(at.getTime() + hours * hourMs),
    shows_names: true,
    purpose,
    reason,
    second: ask_second ? ('asked' as const) : null,
  };
  return deps.db.transaction().execute(async (tx) => {
    const look = await tx.insertInto('access_event_look').values(row).returningAll().executeTakeFirstOrThrow();
    const details = { ...describeFilter(filter, names), purpose, reason, hours, second_person: ask_second };
    await recordEvent(tx, caller, 'access_event_look.revealed', { id: row.id, details });
    return present(look, caller.actor?.id, names);
  });
}

const newLook = ({ deps, caller }: { deps: Deps; caller: Caller }, filter: AccessEventFilter) => ({
  id: deps.newId(),
  admin_id: caller.actor?.id ?? null,
  admin_name: caller.name,
  filter: JSON.stringify(filter),
  salt: randomBytes(32),
});

/** What the audit log has of a filter: names as they are now, and what else was given. */
function describeFilter(
  { by, from, before, result, reason, ...ids }: AccessEventFilter,
  names: AccessEventLook['names'],
) {
  const given = { by, from, before, result, event_reason: reason, ...ids, ...names };
  return { filter: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) };
}

/** An own look that has not ended. @throws AppError not_found, link_expired */
export async function findOwnLook({ deps, reader }: { deps: Deps; reader: Reader }, id: string): Promise<LookRow> {
  // A view has not what was shown for the purpose of the administrator shown.
  if (reader.viewer.acting?.as === 'view') throw notFound('access_event_look');
  const row = await reader.db
    .selectFrom('access_event_look')
    .selectAll()
    .where('id', '=', id)
    .where('admin_id', '=', reader.viewer.id ?? null)
    .where(visibleTo(reader.viewer, 'access_events'))
    .executeTakeFirst();
  if (!row) throw notFound('access_event_look');
  if (row.ends_at <= deps.clock()) throw new AppError('link_expired', say('accessEvents.lookEnded'));
  // A right that was taken away since shows nothing any more.
  if (row.shows_names && !sees(reader.viewer, 'event_names')) throw notFound('access_event_look');
  return row;
}

export async function getLook(context: { deps: Deps; reader: Reader }, id: string): Promise<AccessEventLook> {
  const row = await findOwnLook(context, id);
  return present(row, context.reader.viewer.id, await namesOf(context.reader, row.filter).catch(noNames));
}

const unnamed: AccessEventLook['names'] = { location: null, cylinder: null, key: null, person: null };
/** What was filtered by is gone. */
function noNames(error: unknown): AccessEventLook['names'] {
  if (error instanceof AppError) return unnamed;
  throw error;
}

/** Looks with names: those that wait for a second person first. */
export async function listLooks(deps: Deps, reader: Reader): Promise<{ items: AccessEventLook[] }> {
  const rows = await reader.db
    .selectFrom('access_event_look')
    .selectAll()
    .where('shows_names', '=', true)
    .where(visibleTo(reader.viewer, 'audit_log'))
    .orderBy(sql`(second = 'asked' and ends_at > ${deps.clock()}) is true`, 'desc')
    .orderBy('opened_at', 'desc')
    .limit(shown)
    .execute();
  const items: AccessEventLook[] = [];
  for (const row of rows) {
    items.push(present(row, reader.viewer.id, await namesOf(reader, row.filter).catch(noNames)));
  }
  return { items };
}

type Decision = { second: 'approved' | 'refused'; reason: string | null };

/** @throws AppError not_found, conflict when it was not asked for, is decided or has ended, and for the requester */
export function decideLook({ deps, caller, reader }: Context, id: string, { second, reason }: Decision) {
  return deps.db.transaction().execute(async (tx) => {
    const row = await lockAsked(tx, deps, id);
    if (second === 'approved') {
      if (row.admin_id === caller.actor?.id) throw new AppError('conflict', say('accessEvents.ownLook'));
      if (row.admin_id !== null && (await isOnePerson(tx, { deps, caller }, [row.admin_id])))
        throw new AppError('conflict', say('accessEvents.newAccount'));
    }
    const look = await tx
      .updateTable('access_event_look')
      .set({
        second,
        decided_by_id: caller.actor?.id ?? null,
        decided_by: caller.name,
        decided_at: deps.clock(),
        decision_reason: reason,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const details = { asked_by: row.admin_name, purpose: row.purpose, reason: reason ?? row.reason };
    await recordEvent(tx, caller, `access_event_look.${second}`, { id, details });
    const names = await namesOf({ ...reader, db: tx }, look.filter).catch(noNames);
    return present(look, caller.actor?.id, names);
  });
}

async function lockAsked(tx: Tx, deps: Deps, id: string): Promise<LookRow> {
  const row = await tx
    .selectFrom('access_event_look')
    .selectAll()
    .where('id', '=', id)
    .where('shows_names', '=', true)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('access_event_look');
  if (row.second !== 'asked') throw new AppError('conflict', say('accessEvents.notAsked'));
  if (row.ends_at <= deps.clock()) throw new AppError('conflict', say('accessEvents.lookEnded'));
  return row;
}

/** Places that keep names in this look; null where it shows all names, or none. */
export async function keptPlaces(
  db: Db,
  { shows_names, second }: Pick<LookRow, 'shows_names' | 'second'>,
): Promise<PrivatePlaces | null> {
  if (!shows_names || second === 'approved') return null;
  const { rows } = await sql<{ id: string; mode: keyof PrivatePlaces }>`${privatePlaces}`.execute(db);
  const of = (mode: keyof PrivatePlaces) => rows.filter((row) => row.mode === mode).map(({ id }) => id);
  return { none: of('none'), denied_only: of('denied_only') };
}

export async function forgetLooks({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const until = new Date(clock().getTime() - daysKept * 24 * hourMs);
  await db.deleteFrom('access_event_look').where('ends_at', '<', until).execute();
}

/** @throws AppError not_found for what the reader may not see */
async function namesOf(reader: Reader, filter: AccessEventFilter): Promise<AccessEventLook['names']> {
  const { location_id, cylinder_id, key_id, person_id } = filter;
  if (!location_id && !cylinder_id && !key_id && !person_id) return unnamed;
  const { rows } = await sql<AccessEventLook['names']>`select
    (select location.name from ${placesOf(reader)} where location.id = ${location_id}::uuid) as location,
    (select ${cylinderWords('cylinder')} from ${doorsOf(reader)} where cylinder.id = ${cylinder_id}::uuid) as cylinder,
    (select key.marking from ${keysOf(reader)} where key.id = ${key_id}::uuid) as key,
    (select person.display_name from ${peopleOf(reader)} where person.id = ${person_id}::uuid) as person`.execute(
    reader.db,
  );
  const names = rows[0] ?? unnamed;
  if (location_id && names.location === null) throw notFound('location');
  if (cylinder_id && names.cylinder === null) throw notFound('cylinder');
  if (key_id && names.key === null) throw notFound('key');
  if (person_id && names.person === null) throw notFound('person');
  return names;
}

const present = (row: LookRow, readerId: string | undefined, names: AccessEventLook['names']): AccessEventLook => ({
  id: row.id,
  by: row.admin_name,
  is_own: row.admin_id !== null && row.admin_id === readerId,
  opened_at: row.opened_at.toISOString(),
  ends_at: row.ends_at.toISOString(),
  filter: AccessEventFilter.parse(row.filter),
  names,
  shows_names: row.shows_names,
  purpose: row.purpose,
  reason: row.reason,
  second: row.second,
  decided_by: row.decided_by,
  decided_at: row.decided_at?.toISOString() ?? null,
  decision_reason: row.decision_reason,
});
