import type { Reader } from '#platform/visible-to';

/** Names of holidays by day, of all calendars. */
export async function readHolidays({ db }: Reader): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('key_holiday_calendar').select(['name', 'days']).orderBy('name').execute();
  return new Map(rows.flatMap(({ days }) => days.map(({ day, name }) => [day, name] as const)));
}
