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

type Listed = {
  number: string;
  ordinal: number;
  kind: string;
  external_id: string;
  person_id: string | null;
  /** As the item has it, of somebody new too. */
  item_person: string;
  name: string;
};

/** Who of the stored people has the number already. */
type Claim = Listed & { others: ConflictPerson[] };

type Of = { connectionId: string; changeSetId: string };

/**
 * Who of a change set claims a number that somebody else has, as far as nobody has decided about these people yet. In a few
 * statements, whatever the size of the change set. Never by a mail address, which is given to others.
 */
export async function findConflicts(db: Db, of: Of): Promise<FoundConflicts> {
  const { connectionId, changeSetId } = of;
  const claims = joinClaims(await listClaims(db, of), await listRepeated(db, of));
  const decided = await listDecided(db, connectionId, [...claims.keys()]);
  const found: FoundConflict[] = [];
  const held: HeldItem[] = [];
  for (const [number, claimants] of claims) {
    const people = peopleOf(claimants, connectionId);
    const isOwn = claimants.length > 1 || claimants[0]?.others.some((one) => one.connection_id === connectionId);
    const kind = isOwn ? 'same_number' : 'two_sources';
    const decision = decided.find((one) => one.kind === kind && one.value === number && coversAll(one.people, people));
    if (decision?.decision === 'both') continue;
    const waiting = claimants.filter(({ external_id }) => decision?.chosen !== external_id);
    for (const { ordinal, kind: itemKind, item_person, external_id, others } of waiting) {
      const other = others[0]?.name ?? claimants.find((one) => one.external_id !== external_id)?.name ?? '';
      const message = say(isOwn ? 'conflict.sameNumber' : 'conflict.twoSources', { number, other });
      held.push({ ordinal, kind: itemKind, item_person_id: item_person, message });
    }
    if (!decision) found.push({ kind, value: number, people });
  }
  return { conflicts: [...found, ...(await listReturners(db, connectionId, changeSetId))], held };
}

/** By number, each with everybody of the change set who claims it. Not in SQL: without statistics it compares each with each. */
function joinClaims(claims: readonly Claim[], repeated: readonly Listed[]): ReadonlyMap<string, readonly Claim[]> {
  const all = new Map(repeated.map((one): [number, Claim] => [one.ordinal, { ...one, others: [] }]));
  for (const claim of claims) all.set(claim.ordinal, claim);
  const byNumber = new Map<string, Claim[]>();
  for (const claim of [...all.values()].sort((a, b) => a.ordinal - b.ordinal)) {
    const known = byNumber.get(claim.number);
    if (known) known.push(claim);
    else byNumber.set(claim.number, [claim]);
  }
  return byNumber;
}

/** Everybody who has or claims a number, each once. */
function peopleOf(claims: readonly Claim[], connection_id: string): ConflictPerson[] {
  const people = claims.flatMap(({ external_id, person_id, name, others }) => [
    { connection_id, external_id, person_id, name },
    ...others,
  ]);
  return [...new Map(people.map((person) => [identityOf(person), person])).values()].sort(byIdentity);
}

const byIdentity = (a: ConflictPerson, b: ConflictPerson) => (identityOf(a) < identityOf(b) ? -1 : 1);
const identityOf = ({ connection_id, external_id }: ConflictPerson) => `${connection_id} ${external_id}`;

const coversAll = (decided: readonly ConflictPerson[], people: readonly ConflictPerson[]): boolean => {
  const known = new Set(decided.map(identityOf));
  return people.every((person) => known.has(identityOf(person)));
};

/** Items with a number that is new for the person. */
const listed = (changeSetId: string) => sql`
  select ordinal, kind, reference as external_id, label as name, after ->> 'employee_id' as number,
    case when kind = 'joiner' and before is null then null else person_id end as person_id, person_id as item_person
  from change_set_item
  where change_set_id = ${changeSetId} and kind in ('joiner', 'mover', 'update', 'begin')
    and after ->> 'employee_id' is not null and (kind = 'joiner' or before ? 'employee_id')`;

/** Whoever is stored with the number of an item and keeps it. */
async function listClaims(db: Db, { connectionId, changeSetId }: Of): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    with listed as materialized (${listed(changeSetId)}),
    giving_up as materialized (
      select person_id from change_set_item
      where change_set_id = ${changeSetId} and person_id is not null and (kind = 'leaver' or before ? 'employee_id'))
    select listed.*, others from listed cross join lateral (
      select jsonb_agg(jsonb_build_object('connection_id', connection_id, 'external_id', external_id,
        'person_id', id, 'name', display_name) order by external_id) as others
      from person
      where person.employee_id = listed.number and person.id <> listed.item_person
        and person.left_at is null and person.superseded_at is null
        and (person.connection_id = ${connectionId} or listed.kind = 'joiner')
        and person.id not in (select person_id from giving_up)) as holders
    where others is not null order by ordinal`.execute(db);
  return rows;
}

/** Items whose number another item has too. */
async function listRepeated(db: Db, { changeSetId }: Of): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select number, ordinal, kind, external_id, person_id, item_person, name
    from (select *, count(*) over (partition by number) as times from (${listed(changeSetId)}) as listed) as counted
    where times > 1 order by ordinal`.execute(db);
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
