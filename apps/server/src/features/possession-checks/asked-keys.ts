import type { AdminScope } from '@key2xs/contract';
import { foldText } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Tx } from '#platform/deps';
import { invalidField } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { placesOf } from '../locations/relation';
import { peopleOf } from '../people/relation';
import { keysOpening } from '../recorded/service';

/** Which keys a check asks about, as it is stored: departments folded; null, no limit. */
export type AskedScope = { departments: string[] | null; places: string[] | null; rings: string[] | null };

/** @throws AppError validation_failed for places and rings that the reader does not know */
export async function checkScope(
  reader: Reader,
  { departments, places, rings }: AdminScope & { rings: string[] | null },
): Promise<AskedScope> {
  if (departments?.length === 0) throw invalidField('scope.departments', say('possession.scopeEmpty'));
  if (places?.length === 0) throw invalidField('scope.places', say('possession.scopeEmpty'));
  const unique = (values: string[] | null) => values && [...new Set(values)];
  const asked = {
    departments: unique(departments?.map(foldText) ?? null),
    places: unique(places),
    rings: unique(rings),
  };
  const { db } = reader;
  const count = sql<number>`count(*)::int`.as('count');
  if (asked.places) {
    const known = await db
      .selectFrom(placesOf(reader))
      .select(count)
      .where('id', 'in', asked.places)
      .executeTakeFirst();
    if (known?.count !== asked.places.length) throw invalidField('scope.places', say('possession.unknownPlace'));
  }
  if (asked.rings) {
    const known = await db.selectFrom('key_ring').select(count).where('id', 'in', asked.rings).executeTakeFirst();
    if (known?.count !== asked.rings.length) throw invalidField('rings', say('possession.unknownRing'));
  }
  return asked;
}

const asArray = (values: readonly string[]) => sql`${[...values]}::uuid[]`;

/**
 * Freezes who is asked about what: keys that are handed out, with holders whom the reader may see. One statement, whatever the size.
 * @returns how many keys
 */
export async function freezeAsked(
  tx: Tx,
  { reader, id, scope: { departments, places, rings } }: { reader: Reader; id: string; scope: AskedScope },
): Promise<number> {
  const conditions = [
    ...(departments
      ? [
          sql`person.department in (
            select spelling from department_spelling where folded = any(${departments}::text[]))`,
        ]
      : []),
    ...(places ? [sql`(key.id in ${keysOpening(reader, places)}) is true`] : []),
    ...(rings ? [sql`key.id in (select key_id from key_ring_member where ring_id = any(${asArray(rings)}))`] : []),
  ];
  const { numAffectedRows = 0n } = await sql`
    with held as materialized (
      select key.id as key_id, person.id as person_id, nullif(btrim(person.email), '') as address
      from ${keysOf(reader)} join key_standing as standing on standing.key_id = key.id and standing.state = 'handed_out'
      join ${peopleOf(reader)} on person.id = standing.person_id
      where key.deleted_at is null ${conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``}),
    holders as (
      insert into possession_check_person (check_id, person_id, mail_address, is_to_mail)
      select distinct ${id}::uuid, person_id, address, address is not null from held)
    insert into possession_check_key (check_id, key_id, person_id) select ${id}::uuid, key_id, person_id from held`.execute(
    tx,
  );
  return Number(numAffectedRows);
}
