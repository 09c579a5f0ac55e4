import { sql } from 'kysely';
import type { Db } from '../deps';

type Named = 'iam_connection' | 'key_system_connection' | 'key_plan' | 'access_profile' | 'access_rule';
/** Which record may have the name, and the plan inside of which names differ. */
type Place = { exceptId?: string | undefined; keyplanId?: string };

/**
 * Whether another record has this name, whatever its case. The database folds both sides as its unique index does,
 * which has the last word when two come at once. Names are composed (NFC) by the contract; older ones are here.
 */
export async function isNameTaken(
  db: Db,
  table: Named,
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
