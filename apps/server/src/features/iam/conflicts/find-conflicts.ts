import { type Sentence, say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { groupBy } from '#platform/group-by';
import type { ConflictPerson } from '#platform/schema/schema-sources';

/** Somebody of a change set who is not changed before a person has decided. */
export type HeldItem = { ordinal: number; kind: string; item_person_id: string; message: Sentence };

export type FoundConflict = {
  kind: 'same_number' | 'two_sources' | 'returner';
  value: string;
  people: ConflictPerson[];
};

export type FoundConflicts = { conflicts: FoundConflict[]; held: HeldItem[] };

/** Somebody with a number that others have too: of the change set, or there already. */
type Sharing = ConflictPerson & { number: string } & (
    | {
        ordinal: number;
        kind: string;
        /** As the item has it, of somebody new too. */
        item_person: string;
      }
    | { ordinal: null }
  );
type Claim = Extract<Sharing, { ordinal: number }>;

/**
 * Who of a change set claims a number that somebody else has, as far as nobody has decided about these people yet. In one
 * statement, whatever the size of the change set. Never by a mail address, which is given to others.
 */
export async function findConflicts(
  db: Db,
  { connectionId, changeSetId }: { connectionId: string; changeSetId: string },
): Promise<FoundConflicts> {
  const sharing = groupBy(await listSharing(db, connectionId, changeSetId), ({ number }) => number);
  const decided = await listDecided(db, connectionId, [...sharing.keys()]);
  const found = new Map<string, FoundConflict>();
  const held: HeldItem[] = [];
  for (const [number, all] of sharing) {
    const near = all.filter(({ connection_id }) => connection_id === connectionId);
    const kind = near.length > 1 ? 'same_number' : 'two_sources';
    const asked = (some: readonly Sharing[]) => {
      const people = some.map(asPerson).sort(byIdentity);
      const isThis = (one: (typeof decided)[number]) => one.kind === kind && one.value === number;
      return { some, people, decision: decided.find((one) => isThis(one) && coversAll(one.people, people)) };
    };
    // Whoever is here already only takes part in questions of this source.
    const [ofJoiners, ofOthers] = [asked(all), asked(near)];
    for (const claim of all.filter(isClaim)) {
      const { some, people, decision } = claim.kind === 'joiner' ? ofJoiners : ofOthers;
      const other = some.find((one) => one !== claim && one.person_id !== claim.item_person);
      if (!other || decision?.decision === 'both' || decision?.chosen === claim.external_id) continue;
      const { ordinal, item_person: item_person_id } = claim;
      const message = say(`conflict.${kind === 'same_number' ? 'sameNumber' : 'twoSources'}`, {
        number,
        other: other.name,
      });
      held.push({ ordinal, kind: claim.kind, item_person_id, message });
      if (!decision) found.set(`${kind} ${number}`, { kind, value: number, people });
    }
  }
  return { conflicts: [...found.values(), ...(await listReturners(db, connectionId, changeSetId))], held };
}

const isClaim = (one: Sharing): one is Claim => one.ordinal !== null;
const asPerson = ({ connection_id, external_id, person_id, name }: Sharing): ConflictPerson => ({
  connection_id,
  external_id,
  person_id,
  name,
});

const byIdentity = (a: ConflictPerson, b: ConflictPerson) => (identityOf(a) < identityOf(b) ? -1 : 1);
const identityOf = ({ connection_id, external_id }: ConflictPerson) => `${connection_id} ${external_id}`;

const coversAll = (decided: readonly ConflictPerson[], people: readonly ConflictPerson[]): boolean => {
  const known = new Set(decided.map(identityOf));
  return people.every((person) => known.has(identityOf(person)));
};

/**
 * Everybody whose number somebody of the change set has as well. Sorted and counted rather than joined: of items just written
 * the database knows no figures, and would compare each with each.
 */
async function listSharing(db: Db, connectionId: string, changeSetId: string): Promise<Sharing[]> {
  const { rows } = await sql<Sharing>`
    with listed as materialized (
      select ordinal, kind, reference as external_id, label as name, after ->> 'employee_id' as number,
        case when kind = 'joiner' and before is null then null else person_id end as person_id, person_id as item_person
      from change_set_item
      where change_set_id = ${changeSetId} and kind in ('joiner', 'mover', 'update', 'begin')
        and after ->> 'employee_id' is not null and (kind = 'joiner' or before ? 'employee_id')),
    everybody as (
      select number, ordinal, kind, ${connectionId}::uuid as connection_id, external_id, person_id, item_person, name
      from listed
      union all
      select employee_id, null, null, connection_id, external_id, id, null, display_name from person
      where left_at is null and superseded_at is null
        and (employee_id in (select number from listed)) is true
        and (id in (
          select person_id from change_set_item
          where change_set_id = ${changeSetId} and person_id is not null
            and (kind = 'leaver' or before ? 'employee_id'))) is not true),
    counted as (
      select *, count(*) over same as people, count(ordinal) over same as claims from everybody
      window same as (partition by number))
    select number, ordinal, kind, connection_id, external_id, person_id, item_person, name from counted
    where people > 1 and claims > 0
    order by ordinal is not null, external_id`.execute(db);
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
