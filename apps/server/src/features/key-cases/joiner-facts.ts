import type { KeyCase, KeyCaseDetail } from '@key2xs/contract';
import { type AccessIndex, listBits, rulesOfPerson } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { type Reader, sees } from '#platform/visible-to';
import { loadPeople } from '../access/service';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';
import { indexOf } from './index-of';
import { openRequests } from './joiner-cases';

type Joiner = NonNullable<KeyCase['joiner']>;

/** Of `key_case`, as the database writes it; moments as it writes them in JSON. */
export type JoinerFacts = Joiner;

const person = sql.ref('key_case.person_id');

/** A key that is kept for the joiner of `key_case`, as far as the reader may see keys; `kept` of the query. */
const keptKeys = (reader: Pick<Reader, 'viewer'>) => sql`key_custody as custody
  join ${keysOf(reader, 'kept')} on kept.id = custody.key_id
  where custody.reserved_for = ${person} and custody.state = 'reserved' and kept.deleted_at is null`;

/** Someone whose first day has not come; `coming` of the query. */
const comingPeople = (reader: Pick<Reader, 'viewer'>) => sql`${peopleOf(reader, 'coming')}
  where coming.id = ${person} and coming.state = 'coming'`;

/** Of `key_case`: what the case of a joiner waits for; null for other kinds. */
export const joinerOf = (reader: Pick<Reader, 'viewer'>): RawBuilder<JoinerFacts | null> => sql<JoinerFacts | null>`case
  when key_case.kind = 'joiner' then json_build_object('entitled_since', key_case.entitled_since,
    'first_day', (select coming.starts_on::text from ${comingPeople(reader)}),
    'request', (select json_build_object('id', request.id, 'state', request.state) from ${openRequests(person)}
      order by request.asked_at desc limit 1),
    'reserved_key', (select json_build_object('id', kept.id, 'marking', kept.marking) from ${keptKeys(reader)}
      order by kept.marking limit 1)) end`;

/** Of `key_case` of a joiner: a key waits for them, or their first day has to come. */
export const waitsForJoiner = (reader: Pick<Reader, 'viewer'>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from ${keptKeys(reader)}) or exists (select from ${comingPeople(reader)}))`;

type Access = NonNullable<KeyCaseDetail['joiner_access']>;
type Opened = Pick<Access, 'rules'> & { doors: string[] };

/** What the plans in force give a joiner, of what the reader may see: from their first day on where that has not come. */
export async function readJoinerAccess(
  { access }: Pick<Deps, 'access'>,
  reader: Reader,
  { person_id, isComing }: { person_id: string; isComing: boolean },
): Promise<Access | null> {
  if (!sees(reader.viewer, 'access')) return null;
  const opened = openedBy(
    isComing ? await indexFromFirstDay(reader, person_id) : (await access.current(reader)).index,
    person_id,
  );
  return { rules: opened.rules, doors: opened.doors.length, systems: await listSystems(reader, opened.doors) };
}

async function indexFromFirstDay(reader: Reader, person_id: string): Promise<AccessIndex> {
  const facts = await loadPeople(reader, [person_id]);
  return indexOf(
    reader,
    facts.map((one) => ({ ...one, active: true })),
  );
}

/** At once, because the index is patched in place. */
function openedBy(index: AccessIndex, person_id: string): Opened {
  const number = index.people.numberOf.get(person_id);
  if (number === undefined) return { rules: [], doors: [] };
  const giving = rulesOfPerson(index, number).filter(({ cylinders }) => cylinders.some((word) => word !== 0));
  const doors = new Set(giving.flatMap(({ cylinders }) => [...listBits(cylinders)]));
  return {
    rules: giving.map(({ rule, plan }) => ({
      id: rule.id,
      name: rule.name,
      keyplan_id: plan.id,
      keyplan_name: plan.name,
    })),
    doors: [...doors].flatMap((door) => index.doors.ids[door] ?? []),
  };
}

async function listSystems(reader: Reader, doors: readonly string[]): Promise<Access['systems']> {
  if (doors.length === 0) return [];
  const { rows } = await sql<Access['systems'][number]>`
    select system.id as connection_id, system.name as connection_name, count(*)::int as doors, (
      select count(*)::int from ${keysOf(reader)} join key_standing as standing on standing.key_id = key.id
      where key.connection_id = system.id and key.deleted_at is null and standing.state = 'in_stock') as in_stock
    from ${doorsOf(reader)} join key_system_connection as system on system.id = cylinder.connection_id
    where cylinder.id = any(${`{${doors.join()}}`}::uuid[]) and cylinder.deleted_at is null
    group by system.id, system.name order by doors desc, system.name`.execute(reader.db);
  return rows;
}
