import { createHmac } from 'node:crypto';
import {
  AccessEventFilter,
  type Answer,
  type accessEvents,
  maxExportedEvents,
  pageOf,
  type SeenAccessEvent,
} from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Cell, CsvDownload } from '#platform/csv/csv-download';
import type { Caller, Deps } from '#platform/deps';
import { invalidField } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import { countByTime, type EventRow, listEvents, type Position, type Step, type Wanted } from './find-events';
import { findOwnLook, keptPlaces, type LookRow } from './looks';

const range = { standard: 50, max: 200 };

type Context = { deps: Deps; reader: Reader };

export async function readPage(
  context: Context,
  id: string,
  { limit: wantedRows, after }: { limit?: number | undefined; after?: string | undefined },
): Promise<Answer<typeof accessEvents.page>> {
  const { limit } = pageOf({ ...(wantedRows !== undefined && { limit: wantedRows }) }, range);
  const { look, wanted } = await findWanted(context, id);
  const rows = await listEvents(context.reader, wanted, { after: positionOf(after), limit: limit + 1 });
  const items = rows.slice(0, limit).map((row) => present(row, look));
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

const dayMs = 24 * 3_600_000;
const dayByDayFrom = 3 * dayMs;
const weekByWeekFrom = 92 * dayMs;

export async function readTimeline(
  context: Context,
  id: string,
  zone: string,
): Promise<Answer<typeof accessEvents.timeline>> {
  const { wanted } = await findWanted(context, id);
  const { from, before } = wanted.filter;
  const end = before ? Date.parse(before) : context.deps.clock().getTime();
  const step = stepOf(from === null ? Number.POSITIVE_INFINITY : end - Date.parse(from));
  const { items, counted_from } = await countByTime(context.reader, wanted, { step, zone });
  return {
    step,
    counted_from: counted_from?.toISOString() ?? null,
    items: items.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts })),
  };
}

function stepOf(spanMs: number): Step {
  if (spanMs <= dayByDayFrom) return 'hour';
  return spanMs <= weekByWeekFrom ? 'day' : 'week';
}

const columns = [
  'event_time',
  'import_time',
  'delay_s',
  'cylinder',
  'place',
  'key',
  'person',
  'result',
  'reason',
  'source',
] as const;
const batch = 1_000;

/** What the look shows, no more: persons by pseudonym or by name. */
export async function exportEvents(context: Context & { caller: Caller }, id: string): Promise<CsvDownload> {
  const { look, wanted } = await findWanted(context, id);
  await context.deps.db.transaction().execute((tx) =>
    recordEvent(tx, context.caller, 'access_events.exported', {
      id,
      details: { filter: look.filter, with_names: look.shows_names, purpose: look.purpose },
    }),
  );
  return { fileName: 'access-events.csv', header: [...columns], rows: cellsOf(context.reader, { look, wanted }) };
}

async function* cellsOf(reader: Reader, { look, wanted }: { look: LookRow; wanted: Wanted }): AsyncGenerator<Cell[]> {
  let after: Position | undefined;
  for (let count = 0; count < maxExportedEvents; count += batch) {
    const rows = await listEvents(reader, wanted, { after, limit: batch });
    for (const row of rows) {
      const event = present(row, look);
      yield [
        event.event_time,
        event.import_time,
        event.delay_s,
        event.cylinder?.name ?? null,
        event.place,
        event.key?.name ?? null,
        event.person?.name ?? event.pseudonym,
        event.result,
        event.reason,
        event.source,
      ];
    }
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = { time: last.position_time, connection_id: last.connection_id, external_id: last.external_id };
  }
}

async function findWanted(context: Context, id: string): Promise<{ look: LookRow; wanted: Wanted }> {
  const look = await findOwnLook(context, id);
  return { look, wanted: { filter: look.filter, kept: await keptPlaces(context.reader.db, look) } };
}

function present(row: EventRow, look: LookRow): SeenAccessEvent {
  const { event_time, import_time, source, result, reason, place, person_id, person_name } = row;
  const subject = person_id ?? (row.identity === null ? null : `${row.connection_id} ${row.identity}`);
  const isNamed = look.shows_names && !row.is_kept && person_name !== null;
  return {
    id: tokenOf(row),
    event_time: event_time.toISOString(),
    import_time: import_time.toISOString(),
    delay_s: Math.round((import_time.getTime() - event_time.getTime()) / 1_000),
    source,
    key: row.key_id === null ? null : { id: row.key_id, name: row.key_marking ?? '' },
    cylinder: row.cylinder_id === null ? null : { id: row.cylinder_id, name: row.cylinder_name ?? '' },
    place,
    pseudonym: subject === null ? null : pseudonymOf(look.salt, subject),
    person: isNamed ? { id: person_id, name: person_name } : null,
    is_withheld: look.shows_names && row.is_kept && subject !== null,
    result,
    reason,
  };
}

/** Neither the name nor the pseudonym in another look follows from it. */
function pseudonymOf(salt: Buffer, subject: string): string {
  const digest = createHmac('sha256', salt).update(subject).digest('hex').toUpperCase();
  return `${digest.slice(0, 4)}-${digest.slice(4, 8)}`;
}

const Token = z.tuple([z.iso.datetime(), z.uuid(), z.string()]);

const tokenOf = ({ position_time, connection_id, external_id }: EventRow): string =>
  Buffer.from(JSON.stringify([position_time, connection_id, external_id])).toString('base64url');

/** @throws AppError validation_failed for what was not a `next` */
function positionOf(token: string | undefined): Position | undefined {
  if (token === undefined) return undefined;
  const parsed = Token.safeParse(parseJson(Buffer.from(token, 'base64url').toString()));
  if (!parsed.success) throw invalidField('after', say('accessEvents.unknownPage'));
  const [time, connection_id, external_id] = parsed.data;
  return { time, connection_id, external_id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The newest events of a person with what one person alone may see of them; whether places with privacy keep some is returned, not how many. */
export async function listEventsOfPerson(reader: Reader, personId: string, most: number) {
  const filter = AccessEventFilter.parse({ person_id: personId });
  const kept = await keptPlaces(reader.db, { shows_names: true, second: null });
  const rows = await listEvents(reader, { filter, kept }, { after: undefined, limit: most + 1 });
  return {
    rows: rows.slice(0, most).map((row) => ({
      at: row.event_time.toISOString(),
      door: row.cylinder_name,
      place: row.place,
      key: row.key_marking,
      result: row.result,
      reason: row.reason,
      source: row.source,
    })),
    more: rows.length > most,
    isKept: kept !== null && kept.none.length + kept.denied_only.length > 0,
  };
}
