import { type Sentence, say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import type { ConflictPerson } from '#platform/schema/tables/sources/schema-sources';
import { standsFor } from '../../decisions/service';

/** A person of a change set who is not changed before a decision. */
export type HeldItem = { ordinal: number; kind: string; item_person_id: string; message: Sentence };

export type DetectedConflict = {
  kind: 'same_number' | 'two_sources' | 'returner';
  value: string;
  people: ConflictPerson[];
};

export type DetectedConflicts = { conflicts: DetectedConflict[]; held: HeldItem[] };

type Claim = {
  number: string;
  ordinal: number;
  kind: string;
  external_id: string;
  person_id: string | null;
  /** Id from the item, also of a new person. */
  item_person: string;
  name: string;
  /** Stored people first, then waiting ones. */
  others: ConflictPerson[];
};

/**
 * Finds people of a change set who claim a number of another person, unless these people are already decided about, in
 * two statements whatever its size. Never by mail address, because those are reassigned.
 */
export async function findConflicts(
  db: Db,
  { connectionId, changeSetId }: { connectionId: string; changeSetId: string },
): Promise<DetectedConflicts> {
  const claims = await listClaims(db, connectionId, changeSetId);
  const numbers = [...new Set(claims.map(({ number }) => number))];
  const decided = Map.groupBy(await listDecided(db, connectionId, numbers), (one) => `${one.kind} ${one.value}`);
  const found = new Map<string, DetectedConflict>();
  const held: HeldItem[] = [];
  for (const claim of claims) {
    const { number, ordinal, external_id, person_id, name } = claim;
    const kind = claim.others.some((other) => other.connection_id === connectionId) ? 'same_number' : 'two_sources';
    const own = { connection_id: connectionId, external_id, person_id, name };
    const people = [own, ...claim.others].sort(byIdentity);
    const decision = decided.get(`${kind} ${number}`)?.find((one) => coversAll(one.people, people));
    if (decision?.decision === 'both' || decision?.chosen === external_id) continue;
    const other = claim.others[0]?.name ?? '';
    const open = kind === 'same_number' ? 'conflict.sameNumber' : 'conflict.twoSources';
    const message = say(decision ? 'conflict.leftOut' : open, { number, other });
    held.push({ ordinal, kind: claim.kind, item_person_id: claim.item_person, message });
    if (!decision) found.set(`${kind} ${number}`, { kind, value: number, people });
  }
  return { conflicts: [...found.values(), ...(await listReturners(db, connectionId, changeSetId))], held };
}

const byIdentity = (a: ConflictPerson, b: ConflictPerson) => (identityOf(a) < identityOf(b) ? -1 : 1);
const identityOf = ({ connection_id, external_id }: ConflictPerson) => `${connection_id} ${external_id}`;

const coversAll = (decided: readonly ConflictPerson[], people: readonly ConflictPerson[]): boolean => {
  const known = new Set(decided.map(identityOf));
  return people.every((person) => known.has(identityOf(person)));
};

/** More add nothing: a number that many people share is a placeholder. */
const maxOthers = 20;

/**
 * Two statements whose plans hold without statistics, which a change set just written never has: with a join of the items
 * to themselves, the database compares each with each. People are found by number alone, behind a fence (`offset 0`):
 * every other condition is one of a partial index, which the database would read whole for each number.
 */
async function listClaims(db: Db, connectionId: string, changeSetId: string): Promise<Claim[]> {
  const listed = sql`
    select ordinal, kind, reference as external_id, label as name, after ->> 'employee_id' as number,
      case when kind = 'joiner' and before is null then null else person_id end as person_id, person_id as item_person
    from change_set_item
    where change_set_id = ${changeSetId} and kind in ('joiner', 'mover', 'update', 'begin')
      and after ->> 'employee_id' is not null and (kind = 'joiner' or before ? 'employee_id')`;
  const shared = await sql<Claiming>`
    select * from (select *, count(*) over (partition by number) > 1 as is_shared from (${listed}) as listed) as counted
    where is_shared order by ordinal`.execute(db);
  const known = await sql<Claiming & { other: ConflictPerson }>`
    with freed as materialized (
      select person_id from change_set_item
      where change_set_id = ${changeSetId} and person_id is not null and (kind = 'leaver' or before ? 'employee_id'))
    select listed.*, jsonb_build_object('connection_id', other.connection_id, 'external_id', other.external_id,
      'person_id', other.id, 'name', other.display_name) as other
    from (${listed}) as listed cross join lateral (
      select * from (select * from person where employee_id = listed.number offset 0) as same
      where id <> listed.item_person and left_at is null and superseded_at is null
        and (connection_id = ${connectionId} or listed.kind = 'joiner') and id not in (select person_id from freed)
      order by id limit ${maxOthers}) as other
    order by listed.ordinal, other.external_id`.execute(db);
  return withOthers(connectionId, { shared: shared.rows, known: known.rows });
}

type Claiming = Omit<Claim, 'others'>;
type Claimants = { shared: Claiming[]; known: (Claiming & { other: ConflictPerson })[] };

function withOthers(connectionId: string, { shared, known }: Claimants): Claim[] {
  const claims = new Map<number, Claim>();
  const claimOf = (claiming: Claiming) => {
    const claim = claims.get(claiming.ordinal) ?? { ...claiming, others: [] };
    claims.set(claiming.ordinal, claim);
    return claim;
  };
  for (const { other, ...claiming } of known) claimOf(claiming).others.push(other);
  const byNumber = Map.groupBy(shared, ({ number }) => number);
  for (const claiming of shared) {
    const alike = (byNumber.get(claiming.number) ?? []).slice(0, maxOthers + 1);
    for (const { ordinal, external_id, person_id, name } of alike) {
      if (ordinal === claiming.ordinal) continue;
      claimOf(claiming).others.push({ connection_id: connectionId, external_id, person_id, name });
    }
  }
  return [...claims.values()].sort((a, b) => a.ordinal - b.ordinal);
}

const listDecided = (db: Db, connectionId: string, values: readonly string[]) =>
  db
    .selectFrom('directory_conflict as conflict')
    .innerJoin('decision', (join) => join.on(standsFor('directory_conflict', 'conflict.id')))
    .select(['kind', 'value', 'people', 'decision', 'chosen'])
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'decided')
    .where('value', '=', (q) => q.fn.any(q.val([...values])))
    .orderBy('decision.decided_at', 'desc')
    .execute();

async function listReturners(db: Db, connectionId: string, changeSetId: string): Promise<DetectedConflict[]> {
  const { rows } = await sql<ConflictPerson>`
    select person.connection_id, person.external_id, person.id as person_id, item.label as name
    from change_set_item as item
    cross join lateral (
      select connection_id, external_id, id from person
      where connection_id = ${connectionId} and external_id = item.reference and superseded_at is null
      limit 1) as person
    where item.change_set_id = ${changeSetId} and item.kind = 'conflict'`.execute(db);
  return rows.map((person) => ({ kind: 'returner', value: person.external_id, people: [person] }));
}
