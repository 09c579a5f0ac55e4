import type { KeyHolidayCalendar, KeyTimesTemplate, keyTimesSettings } from '@key2xs/contract';
import { changeTimes, findTimesProblem } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import { isNameTaken } from '#platform/database/is-name-taken';
import type { Deleted } from '#platform/deleted';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { type Reader, visibleTo } from '#platform/visible-to';
import { keysOf } from '../keys/relation';

type Writing = { deps: Deps; caller: Caller };
type One = Writing & { id: string; expectedVersion: number | undefined };
type TemplateBody = z.output<typeof keyTimesSettings.createTemplate.body>;
type CalendarBody = z.output<typeof keyTimesSettings.createCalendar.body>;
type Table = 'key_times_template' | 'key_holiday_calendar';

/** With how many keys have these weekly hours recorded, in one statement. */
export async function listTemplates(reader: Reader): Promise<KeyTimesTemplate[]> {
  const { rows } = await sql<KeyTimesTemplate>`
    select template.id, template.name, template.schedule, template.version, coalesce(used.keys, 0)::int as used_by
    from key_times_template as template
    left join (select key.schedule, count(*) as keys from ${keysOf(reader)}
      where key.deleted_at is null and key.schedule is not null group by 1) as used on used.schedule = template.schedule
    where ${visibleTo(reader.viewer, 'key_times')} order by lower(template.name)`.execute(reader.db);
  return rows;
}

export async function listCalendars({ db, viewer }: Reader): Promise<KeyHolidayCalendar[]> {
  return db
    .selectFrom('key_holiday_calendar')
    .select(['id', 'name', 'closes', 'days', 'version'])
    .where(visibleTo(viewer, 'key_times'))
    .orderBy((q) => q.fn('lower', ['name']))
    .execute();
}

/** @throws AppError conflict, validation_failed */
export async function createTemplate(
  { deps, caller }: Writing,
  reader: Reader,
  body: TemplateBody,
): Promise<KeyTimesTemplate> {
  const id = deps.newId();
  const row = storedTemplate(body);
  await deps.db.transaction().execute(async (tx) => {
    await refuseTakenName(tx, 'key_times_template', body.name);
    await tx
      .insertInto('key_times_template')
      .values({ id, ...row })
      .execute();
    await recordEvent(tx, caller, 'key_times_template.created', { id, details: body });
  });
  return one(await listTemplates(reader), id);
}

/** @throws AppError not_found, conflict, validation_failed, version_conflict */
export async function changeTemplate(
  { deps, caller, id, expectedVersion }: One,
  reader: Reader,
  body: TemplateBody,
): Promise<KeyTimesTemplate> {
  const row = storedTemplate(body);
  await deps.db.transaction().execute(async (tx) => {
    const before = await holdNamed(tx, 'key_times_template', { id, expectedVersion, name: body.name });
    await tx
      .updateTable('key_times_template')
      .set({ ...row, version: before.version + 1 })
      .where('id', '=', id)
      .execute();
    await recordEvent(tx, caller, 'key_times_template.updated', { id, details: { before: before.name, after: body } });
  });
  return one(await listTemplates(reader), id);
}

/** @throws AppError conflict, validation_failed */
export async function createCalendar(
  { deps, caller }: Writing,
  reader: Reader,
  body: CalendarBody,
): Promise<KeyHolidayCalendar> {
  const id = deps.newId();
  const row = storedCalendar(body);
  await deps.db.transaction().execute(async (tx) => {
    await refuseTakenName(tx, 'key_holiday_calendar', body.name);
    await tx
      .insertInto('key_holiday_calendar')
      .values({ id, ...row })
      .execute();
    await recordEvent(tx, caller, 'key_holiday_calendar.created', { id, details: body });
  });
  return one(await listCalendars(reader), id);
}

/** @throws AppError not_found, conflict, validation_failed, version_conflict */
export async function changeCalendar(
  { deps, caller, id, expectedVersion }: One,
  reader: Reader,
  body: CalendarBody,
): Promise<KeyHolidayCalendar> {
  const row = storedCalendar(body);
  await deps.db.transaction().execute(async (tx) => {
    const before = await holdNamed(tx, 'key_holiday_calendar', { id, expectedVersion, name: body.name });
    await tx
      .updateTable('key_holiday_calendar')
      .set({ ...row, version: before.version + 1 })
      .where('id', '=', id)
      .execute();
    await recordEvent(tx, caller, 'key_holiday_calendar.updated', {
      id,
      details: { before: before.name, after: body },
    });
  });
  return one(await listCalendars(reader), id);
}

/** @throws AppError not_found, version_conflict */
export const deleteTemplate = (call: One): Promise<Deleted> => remove(call, 'key_times_template');
/** @throws AppError not_found, version_conflict */
export const deleteCalendar = (call: One): Promise<Deleted> => remove(call, 'key_holiday_calendar');

async function remove({ deps, caller, id, expectedVersion }: One, table: Table): Promise<Deleted> {
  const name = await deps.db.transaction().execute(async (tx) => {
    const before = await holdNamed(tx, table, { id, expectedVersion });
    if (table === 'key_times_template') await tx.deleteFrom('key_times_template').where('id', '=', id).execute();
    else await tx.deleteFrom('key_holiday_calendar').where('id', '=', id).execute();
    await recordEvent(tx, caller, `${table}.deleted`, { id, details: { name: before.name } });
    return before.name;
  });
  return { success: true, message: say('record.deleted', { name }) };
}

type Target = { id: string; expectedVersion: number | undefined; name?: string };

async function holdNamed(tx: Tx, table: Table, { id, expectedVersion, name }: Target) {
  const row = await tx
    .selectFrom(table)
    .select(['name', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(table);
  refuseOtherVersion(row.version, expectedVersion, changed);
  if (name !== undefined) await refuseTakenName(tx, table, name, id);
  return row;
}

const changed: Sentence = say('keyTimes.policy.changed');

async function refuseTakenName(db: Db, table: Table, name: string, exceptId?: string): Promise<void> {
  if (await isNameTaken(db, table, name, { exceptId }))
    throw new AppError('conflict', say('keyTimes.nameTaken', { name }));
}

/** @throws AppError validation_failed */
function storedTemplate({ name, schedule }: TemplateBody) {
  const anyTime = { validity: 'always', valid_from: null, valid_until: null, revalidation_minutes: null } as const;
  const problem = findTimesProblem({ ...anyTime, schedule: [...schedule] });
  if (problem) throw invalidField('schedule', say(`keyTimes.problem.${problem}`));
  const tidy = changeTimes(null, { ...anyTime, schedule: [...schedule] })?.schedule ?? [];
  return { name, schedule: JSON.stringify(tidy) };
}

/** In order of the days. @throws AppError validation_failed */
function storedCalendar({ name, closes, days }: CalendarBody) {
  if (new Set(days.map(({ day }) => day)).size < days.length) throw invalidField('days', say('keyTimes.dayTwice'));
  const sorted = days.toSorted((before, after) => before.day.localeCompare(after.day, 'en'));
  return { name, closes, days: JSON.stringify(sorted) };
}

function one<T extends { id: string }>(items: readonly T[], id: string): T {
  const found = items.find((item) => item.id === id);
  if (!found) throw notFound('key_times_template');
  return found;
}
