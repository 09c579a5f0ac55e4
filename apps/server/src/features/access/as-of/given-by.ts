import type { RightAsOf } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { partsAt, partsInForce } from '../past/parts-at';
import type { Moment } from '../refuse-unknown';
import type { RightThen } from './rights-then';

type Shown = Pick<RightAsOf, 'desired' | 'open_then' | 'recorded' | 'effective' | 'keys' | 'given_by' | 'confirmed'>;

/** A right with who gave it. */
export type GivenRight = RightThen & Shown;

/** Who gave rights and who last confirmed them, of those on a page. */
export async function describeGivers(
  reader: Reader,
  moment: Moment,
  rights: readonly RightThen[],
): Promise<(right: RightThen) => Shown> {
  const rules = [...new Set(rights.flatMap(({ reasons }) => reasons.map(({ rule_id }) => rule_id)))];
  const publishedBy = await listPublished(reader, moment, rules);
  const requestOf = await listRequests(reader, moment, rules);
  const confirmedBy = await listConfirmed(reader, moment, rights);
  return ({ reasons, person_id, cylinder_id, keys, desired, open_then, recorded, effective }) => ({
    desired,
    open_then,
    recorded,
    effective,
    keys: [...keys],
    given_by: reasons.map(({ keyplan_id, keyplan_name, rule_id, rule_name, windows, is_exception }) => ({
      keyplan_id,
      keyplan_name,
      rule_id,
      rule_name,
      windows: [...windows],
      ...(publishedBy.get(rule_id) ?? { rule_version: 0, published_at: null, published_by: '' }),
      is_exception,
      request: requestOf.get(rule_id) ?? null,
    })),
    confirmed: confirmedBy.get(`${person_id} ${cylinder_id}`) ?? null,
  });
}

type Given = RightAsOf['given_by'][number];

/** The version that brought each rule as it was, and who published it. */
async function listPublished({ db }: Reader, { at, as_of }: Moment, rules: readonly string[]) {
  if (rules.length === 0) return new Map<string, Pick<Given, 'rule_version' | 'published_at' | 'published_by'>>();
  const parts = as_of === 'now' ? partsInForce : partsAt(new Date(at));
  const { rows } = await sql<{ id: string; since: number; at: Date | null; made_by: string | null }>`
    select record_id as id, since, version.at, version.made_by from ${parts}
    left join key_plan_version as version
      on version.keyplan_id = key_plan_part.keyplan_id and version.number = key_plan_part.since
    where kind = 'rule' and record_id = any(${[...rules]}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, since, at: published, made_by }) => [
      id,
      { rule_version: since, published_at: published?.toISOString() ?? null, published_by: made_by ?? '' },
    ]),
  );
}

/** The requests that rules were added for, with the last decision until then. */
async function listRequests({ db }: Reader, { at }: Moment, rules: readonly string[]) {
  type Row = { rule_id: string; asked_by: string; asked_at: Date; decided_by: string | null };
  if (rules.length === 0) return new Map<string, NonNullable<Given['request']>>();
  const { rows } = await sql<Row>`
    select distinct on (rule_id) rule_id, asked_by, asked_at, (
      select decided_by from key_request_step
      where request_id = request.id and decided_at <= ${at}::timestamptz order by position desc limit 1) as decided_by
    from key_request as request
    where rule_id = any(${[...rules]}::uuid[]) and asked_at <= ${at}::timestamptz order by rule_id, asked_at desc`.execute(
    db,
  );
  return new Map(
    rows.map(({ rule_id, asked_by, asked_at, decided_by }) => [
      rule_id,
      { asked_by, asked_at: asked_at.toISOString(), decided_by },
    ]),
  );
}

/** Who last decided in a review to keep a right, until then. */
async function listConfirmed({ db }: Reader, { at }: Moment, rights: readonly RightThen[]) {
  type Row = { person_id: string; cylinder_id: string; review: string; by: string | null; decided_at: Date };
  if (rights.length === 0) return new Map<string, NonNullable<RightAsOf['confirmed']>>();
  const people = [...new Set(rights.map(({ person_id }) => person_id))];
  const doors = [...new Set(rights.map(({ cylinder_id }) => cylinder_id))];
  const { rows } = await sql<Row>`
    select distinct on (item.person_id, door.id) item.person_id, door.id as cylinder_id, review.name as review,
      item.decided_by as by, item.decided_at
    from access_review_item as item join access_review as review on review.id = item.review_id
    join unnest(${doors}::uuid[]) as door(id) on door.id = any(item.door_ids)
    where item.person_id = any(${people}::uuid[]) and item.decision = 'keep' and item.decided_at <= ${at}::timestamptz
    order by item.person_id, door.id, item.decided_at desc`.execute(db);
  return new Map(
    rows.map(({ person_id, cylinder_id, review, by, decided_at }) => [
      `${person_id} ${cylinder_id}`,
      { review, by, at: decided_at.toISOString() },
    ]),
  );
}
