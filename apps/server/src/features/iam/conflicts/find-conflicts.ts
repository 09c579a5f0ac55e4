import { type Sentence, say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import type { ConflictPerson } from '#platform/schema/schema-sources';

/** Somebody of a change set who is not changed before a person has decided. */
export type HeldItem = { ordinal: number; kind: string; item_person_id: string; message: Sentence };

export type FoundConflict = {
  kind: 'same_number' | 'two_sources' | 'returner';
  value: string;
  people: ConflictPerson[];
};

export type FoundConflicts = { conflicts: FoundConflict[]; held: HeldItem[] };

type Claim = {
  number: string;
  ordinal: number;
  kind: string;
  external_id: string;
  person_id: string | null;
  /** As the item has it, of somebody new too. */
  item_person: string;
  name: string;
  others: (ConflictPerson & { is_waiting: boolean })[];
};

/**
 * Who of a change set claims a number that somebody else has, as far as nobody has decided about these people yet. In one
 * statement, whatever the size of the change set. Never by a mail address, which is given to others.
 */
export async function findConflicts(
  db: Db,
  { connectionId, changeSetId }: { connectionId: string; changeSetId: string },
): Promise<FoundConflicts> {
  const claims = await listClaims(db, connectionId, changeSetId);
  const decided = await listDecided(db, connectionId, [...new Set(claims.map(({ number }) => number))]);
  const found = new Map<string, FoundConflict>();
  const held: HeldItem[] = [];
  for (const claim of claims) {
    const { number, ordinal, external_id, person_id, name } = claim;
    const kind = claim.others.some((other) => other.connection_id === connectionId) ? 'same_number' : 'two_sources';
    const own = { connection_id: connectionId, external_id, person_id, name };
    const people = [own, ...claim.others.map(({ is_waiting: _, ...other }) => other)].sort(byIdentity);
    const decision = decided.find((one) => one.kind === kind && one.value === number && coversAll(one.people, people));
    if (decision?.decision === 'both' || decision?.chosen === external_id) continue;
    const other = claim.others[0]?.name ?? '';
    const message = say(kind === 'same_number' ? 'conflict.sameNumber' : 'conflict.twoSources', { number, other });
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

async function listClaims(db: Db, connectionId: string, changeSetId: string): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    with listed as (
      select ordinal, kind, reference as external_id, label as name, after ->> 'employee_id' as number,
        case when kind = 'joiner' and before is null then null else person_id end as person_id, person_id as item_person
      from change_set_item
      where change_set_id = ${changeSetId} and kind in ('joiner', 'mover', 'update', 'begin')
        and after ->> 'employee_id' is not null and (kind = 'joiner' or before ? 'employee_id')),
    twice as (select number from listed group by number having count(*) > 1),
    others as (
      select listed.ordinal, person.connection_id, person.external_id, person.id as person_id,
        person.display_name as name, false as is_waiting
      from listed join person on person.employee_id = listed.number and person.id <> listed.item_person
      where person.left_at is null and person.superseded_at is null
        and (person.connection_id = ${connectionId} or listed.kind = 'joiner')
        and not exists (select from change_set_item as own
          where own.change_set_id = ${changeSetId} and own.person_id = person.id
            and (own.kind = 'leaver' or own.before ? 'employee_id'))
      union all
      select listed.ordinal, ${connectionId}::uuid, other.external_id, other.person_id, other.name, true
      from twice join listed using (number) join listed as other using (number)
      where other.ordinal <> listed.ordinal)
    select listed.number, listed.ordinal, listed.kind, listed.external_id, listed.person_id, listed.item_person, listed.name,
      jsonb_agg(to_jsonb(others) - 'ordinal' order by others.is_waiting, others.external_id) as others
    from listed join others using (ordinal)
    group by listed.number, listed.ordinal, listed.kind, listed.external_id, listed.person_id, listed.item_person,
      listed.name
    order by listed.ordinal`.execute(db);
  return rows;
}

const listDecided = (db: Db, connectionId: string, values: readonly string[]) =>
  db
    .selectFrom('directory_conflict')
    .select(['kind', 'value', 'people', 'decision', 'chosen'])
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'decided')
    .where('value', '=', (q) => q.fn.any(q.val([...values])))
    .orderBy('decided_at', 'desc')
    .execute();

async function listReturners(db: Db, connectionId: string, changeSetId: string): Promise<FoundConflict[]> {
  const { rows } = await sql<ConflictPerson>`
    select person.connection_id, person.external_id, person.id as person_id, item.label as name
    from change_set_item as item
    join person on person.connection_id = ${connectionId} and person.external_id = item.reference
      and person.superseded_at is null
    where item.change_set_id = ${changeSetId} and item.kind = 'conflict'`.execute(db);
  return rows.map((person) => ({ kind: 'returner', value: person.external_id, people: [person] }));
}
