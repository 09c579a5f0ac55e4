import { sql } from 'kysely';
import type { Db } from '../deps';

type NamedTable =
  | 'iam_connection'
  | 'key_system_connection'
  | 'key_plan'
  | 'access_profile'
  | 'access_rule'
  | 'key_times_template'
  | 'key_holiday_calendar';
/** `exceptId`: the record being renamed. `keyplanId`: the plan within which names are unique. */
type Place = { exceptId?: string | undefined; keyplanId?: string };

/**
 * Whether another record has this name, ignoring case. Folds like the unique index, which decides between concurrent
 * writes. The contract composes names (NFC); older stored ones are composed here.
 */
export async function isNameTaken(
  db: Db,
  table: NamedTable,
  name: string,
  { exceptId, keyplanId }: Place = {},
): Promise<boolean> {
  const inPlan = keyplanId === undefined ? sql`true` : sql`keyplan_id = ${keyplanId}`;
  const { rows } = await sql`
    select id from ${sql.table(table)}
    where lower(normalize(name)) = lower(${name}) and ${inPlan} and id is distinct from ${exceptId ?? null}
    limit 1`.execute(db);
  return rows.length > 0;
}
