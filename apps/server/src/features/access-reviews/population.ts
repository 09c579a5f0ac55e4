import { createHash } from 'node:crypto';
import { type AccessReview, maxReviewedRights, type ReviewedAccess } from '@key2xs/contract';
import {
  type AccessIndex,
  foldText,
  type IndexedRule,
  indexing,
  listBits,
  notEnded,
  rulesOfPerson,
} from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { cylinderWords, shownName } from '#platform/door-names';
import { AppError, notFound } from '#platform/errors';
import { inSlices, mapInSlices } from '#platform/in-slices';
import { asProduct, type Reader, sees } from '#platform/visible-to';
import { loadCylinders, loadLocations, loadPeople, loadPlans, loadProfiles, loadRules } from '../access/service';
import { doorsOf } from '../cylinders/relation';
import { placesOf } from '../locations/relation';
import { peopleOf } from '../people/relation';
import { listRecordedDoors } from '../recorded/service';
import { type ForeignRight, listForeignRights } from './foreign-rights';
import { countBy, judgedPlaces } from './judged-places';
import { findManagers, type Place, readPlaces } from './reviewers';
import { listUsedDoors } from './used-doors';
import { requireWholeReads } from './whole-reads';

export type Wanted = {
  scope: { kind: AccessReview['scope_kind']; values: readonly string[] };
  reviewers: AccessReview['reviewers'];
};

/** A right as it is frozen: one person, one place, one reason. */
export type FrozenRight = Pick<
  ReviewedAccess,
  | 'department'
  | 'place_id'
  | 'place_name'
  | 'doors'
  | 'source'
  | 'rules'
  | 'profiles'
  | 'recorded'
  | 'since'
  | 'used'
  | 'peers'
  | 'peers_with'
  | 'protection_class'
  | 'reviewer_id'
  | 'evidence'
> & {
  subject: 'person' | 'recorded_person' | 'key';
  person_id: string | null;
  recorded_person_id: string | null;
  key_id: string | null;
};

export type Population = {
  rights: FrozenRight[];
  scope_names: string[];
  systems: AccessReview['systems'];
};

type Door = { id: string; name: string; location_id: string | null; group_name: string | null };
type Holder = Pick<FrozenRight, 'subject' | 'person_id' | 'recorded_person_id' | 'key_id' | 'department'>;
type Given = { source: FrozenRight['source']; rules: readonly IndexedRule[]; profiles: readonly string[] };
/** Doors of one place that someone can open for the same reason. */
type Bundle = Given & { holder: Holder; place: string; doors: string[] };

/**
 * Who can open what of the reader's people and doors: by plans in force, and by records of key systems that no plan explains.
 * Read it in one transaction with one snapshot.
 * @throws AppError conflict where a key system is not known whole, or where there is nothing, or too much; not_found
 */
export async function readPopulation(
  reader: Reader,
  wanted: Wanted,
  { now, isPreview = false }: { now: Date; isPreview?: boolean },
): Promise<Population> {
  const { db } = reader;
  const systems = await requireWholeReads(db);
  const index = await indexNow(reader, now);
  const places = await readPlaces(db);
  const doors = new Map((await listDoors(reader)).map((door) => [door.id, door]));
  const { asked, names, people } = await readScope(reader, wanted.scope, { index, doors, places });
  const holders = await listPeople(reader, people);
  const recorded = await listRecordedDoors(db, { doors: undefined, people: undefined });
  const foreign = await listForeignRights(reader, [...asked]);
  const bundles = await bundle({ index, holders, asked, doors, places, recorded, foreign });
  if (bundles.length === 0) throw new AppError('conflict', say('accessReview.empty'));
  const used = !isPreview && sees(reader.viewer, 'event_names') ? await listUsedDoors(db, now) : undefined;
  const rights = await describe(reader, bundles, { wanted, places, doors, recorded, used, holders });
  return { rights, scope_names: names, systems };
}

async function indexNow(reader: Reader, now: Date): Promise<AccessIndex> {
  const { db } = reader;
  const facts = {
    people: await loadPeople(reader),
    cylinders: await loadCylinders(reader),
    locations: await loadLocations(db),
    profiles: await loadProfiles(db),
    plans: await loadPlans(db),
    rules: await loadRules(db),
  };
  return notEnded(await inSlices(indexing(facts)), now.getTime());
}

const listDoors = ({ db, viewer }: Reader): Promise<Door[]> =>
  db
    .selectFrom(doorsOf({ viewer }))
    .innerJoin('key_system_connection as system', 'system.id', 'cylinder.connection_id')
    .leftJoin('cylinder_group', 'cylinder_group.id', 'cylinder.group_id')
    .select(['cylinder.id', 'cylinder.location_id'])
    .select([cylinderWords('cylinder').as('name'), shownName('cylinder_group').as('group_name')])
    .where('cylinder.deleted_at', 'is', null)
    .where('cylinder.is_planned', '=', false)
    .where('system.is_active', '=', true) // as required to be read whole
    .execute();

type Around = { index: AccessIndex; doors: ReadonlyMap<string, Door>; places: ReadonlyMap<string, Place> };
type Scope = {
  asked: ReadonlySet<string>;
  names: string[];
  /** Folded departments; undefined: everybody. */
  people: ReadonlySet<string> | undefined;
};

async function readScope(
  reader: Reader,
  { kind, values }: Wanted['scope'],
  { index, doors, places }: Around,
): Promise<Scope> {
  const all = new Set(doors.keys());
  if (kind === 'all') return { asked: all, names: [], people: undefined };
  if (kind === 'departments') return { asked: all, names: [...values], people: new Set(values.map(foldText)) };
  if (kind === 'plans') {
    const plans = values.map((id) => index.plans.get(id));
    if (plans.some((plan) => plan === undefined)) throw notFound('key_plan');
    const rules = index.rules.filter((rule) => rule && values.includes(rule.plan.id));
    const reached = rules.flatMap((rule) => (rule ? [...listBits(rule.cylinders)] : []));
    const ids = new Set(reached.flatMap((number) => index.doors.ids[number] ?? []));
    return {
      asked: new Set([...ids].filter((id) => all.has(id))),
      names: await namesOfPlans(reader, values),
      people: undefined,
    };
  }
  const visible = await reader.db.selectFrom(placesOf(reader)).select('id').execute();
  const ids = new Set(visible.map(({ id }) => id));
  if (values.some((id) => !ids.has(id))) throw notFound('location');
  const isWithin = (id: string | null): boolean => {
    for (let at = id; at !== null; at = places.get(at)?.parent_id ?? null) if (values.includes(at)) return true;
    return false;
  };
  const within = [...doors.values()].filter(({ location_id }) => isWithin(location_id));
  return {
    asked: new Set(within.map(({ id }) => id)),
    names: values.map((id) => places.get(id)?.path ?? ''),
    people: undefined,
  };
}

async function namesOfPlans({ db }: Reader, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('key_plan').select('name').where('id', 'in', ids).orderBy('name').execute();
  return rows.map(({ name }) => name);
}

type Person = { id: string; department: string | null; active: boolean };

async function listPeople(
  reader: Reader,
  departments: ReadonlySet<string> | undefined,
): Promise<{ asked: Person[]; byId: ReadonlyMap<string, Person>; isEverybody: boolean }> {
  const all = await reader.db.selectFrom(peopleOf(reader)).select(['id', 'department', 'active']).execute();
  const isAsked = ({ department }: Person) => departments?.has(foldText(department ?? '')) ?? true;
  return {
    asked: all.filter(isAsked),
    byId: new Map(all.map((person) => [person.id, person])),
    isEverybody: departments === undefined && reader.viewer.scope?.departments == null,
  };
}

type Facts = {
  index: AccessIndex;
  holders: Awaited<ReturnType<typeof listPeople>>;
  asked: ReadonlySet<string>;
  doors: ReadonlyMap<string, Door>;
  places: ReadonlyMap<string, Place>;
  recorded: ReadonlyMap<string, ReadonlySet<string>>;
  foreign: readonly ForeignRight[];
};

async function bundle({ index, holders, asked, doors, places, recorded, foreign }: Facts): Promise<Bundle[]> {
  const bundles = new Map<string, Bundle>();
  const placeOf = judgedPlaces(doors, places);
  const add = (holder: Holder, door: string, given: Given) => {
    const found = doors.get(door);
    if (!found || !asked.has(door)) return;
    const place = placeOf(found);
    const who = holder.person_id ?? holder.recorded_person_id ?? holder.key_id;
    const key = [who, place, given.source, ...given.rules.map(({ rule }) => rule.id), ...given.profiles].join('\n');
    const known = bundles.get(key);
    if (known) known.doors.push(door);
    else if (bundles.size < maxReviewedRights) bundles.set(key, { ...given, holder, place, doors: [door] });
    else throw new AppError('conflict', say('accessReview.tooLarge', { most: maxReviewedRights }));
  };
  /** Doors of those alone who also have rights that we have not written: all would be many. */
  const granted = new Map<string, ReadonlySet<string>>();
  const hasForeign = new Set(foreign.map(({ person_id }) => person_id));
  await mapInSlices(holders.asked, ({ id, department }) => {
    const holder = { subject: 'person', person_id: id, recorded_person_id: null, key_id: null, department } as const;
    const byDoor = rulesByDoor(index, id);
    if (hasForeign.has(id)) granted.set(id, new Set([...byDoor.keys(), ...(recorded.get(id) ?? [])]));
    for (const [door, rules] of byDoor) add(holder, door, { source: 'rule', rules, profiles: [] });
    for (const door of recorded.get(id) ?? []) {
      if (!byDoor.has(door)) add(holder, door, { source: 'left_over', rules: [], profiles: [] });
    }
  });
  for (const { person_id, recorded_person_id, key_id, doors: opened, profiles } of foreign) {
    const given = { source: 'key_system', rules: [], profiles } as const;
    if (person_id !== null) {
      const may = granted.get(person_id);
      if (!may) continue;
      const department = holders.byId.get(person_id)?.department ?? null;
      const holder = { subject: 'person', person_id, recorded_person_id: null, key_id: null, department } as const;
      for (const door of opened) if (!may.has(door)) add(holder, door, given);
    } else if (holders.isEverybody) {
      const subject = key_id === null ? 'recorded_person' : 'key';
      const holder = { subject, person_id, recorded_person_id, key_id, department: null } as const;
      for (const door of opened) add(holder, door, given);
    }
  }
  return [...bundles.values()];
}

function rulesByDoor(index: AccessIndex, person: string): Map<string, IndexedRule[]> {
  const number = index.people.numberOf.get(person);
  const byDoor = new Map<string, IndexedRule[]>();
  if (number === undefined) return byDoor;
  for (const rule of rulesOfPerson(index, number)) {
    for (const at of listBits(rule.cylinders)) {
      const door = index.doors.ids[at];
      if (door === undefined) continue;
      const known = byDoor.get(door);
      if (known) known.push(rule);
      else byDoor.set(door, [rule]);
    }
  }
  return byDoor;
}

type Describing = Pick<Facts, 'doors' | 'places' | 'recorded' | 'holders'> & {
  wanted: Wanted;
  used: Awaited<ReturnType<typeof listUsedDoors>> | undefined;
};

async function describe(
  reader: Reader,
  bundles: readonly Bundle[],
  { wanted, places, doors, recorded, holders, used }: Describing,
): Promise<FrozenRight[]> {
  const names = await namesOfPlansById(reader);
  const since = await sinceOfRules(reader);
  const managers = wanted.reviewers === 'manager' ? await findManagers(asProduct(reader.db)) : undefined;
  const activeIn = countBy(
    [...holders.byId.values()].filter(({ active }) => active),
    ({ department }) => department,
  );
  const withAny = peopleAtPlaces(bundles, holders.byId);
  return mapInSlices(bundles, ({ holder, place, doors: ids, source, rules, profiles }) => {
    const at = places.get(place);
    const first = doors.get(ids[0] ?? '');
    const { person_id, department } = holder;
    const isPeer = department !== null && holders.byId.get(person_id ?? '')?.active === true ? 1 : 0;
    const there = department === null ? 0 : (withAny.get(`${department}\n${place}`)?.size ?? 0);
    const known = person_id === null ? undefined : recorded.get(person_id);
    const count = source === 'key_system' ? ids.length : ids.filter((id) => known?.has(id)).length;
    const ownerId = [at?.owner_id, at?.deputy_id].find((id) => id != null && id !== person_id) ?? null;
    const managerId = person_id === null ? null : (managers?.get(person_id) ?? null);
    const described = {
      ...holder,
      place_id: at ? place : null,
      place_name: at?.path ?? first?.group_name ?? null,
      doors: ids
        .map((id) => ({ id, name: doors.get(id)?.name ?? '' }))
        .sort((a, b) => a.name.localeCompare(b.name, 'en')),
      source,
      rules: rules.map(({ rule, plan }) => ({
        id: rule.id,
        name: rule.name,
        plan_id: plan.id,
        plan_name: names.get(plan.id) ?? '',
        is_by_name: rule.subjects.some((one) => one.subject_type === 'user' && one.subject_identifier === person_id),
      })),
      profiles: [...profiles],
      recorded: count === 0 ? 'none' : count === ids.length ? 'all' : 'some',
      since: earliest(rules.map(({ rule }) => since.get(rule.id))),
      used: used ? used(person_id, ids) : 'not_shown',
      peers: Math.max(0, (activeIn.get(department) ?? 0) - isPeer) * Number(department !== null),
      peers_with: Math.max(0, there - isPeer),
      protection_class: at?.protection_class ?? null,
      reviewer_id: managers ? managerId : ownerId,
    } satisfies Omit<FrozenRight, 'evidence'>;
    return { ...described, evidence: evidenceOf(described, place) };
  });
}

/** What is equal for rights that may be judged together. */
function evidenceOf(right: Omit<FrozenRight, 'evidence'>, place: string): string {
  const { source, rules, profiles, recorded, used, department, peers, peers_with, protection_class, doors } = right;
  const evidence = {
    place,
    doors: doors.map(({ id }) => id),
    source,
    rules: rules.map(({ id, is_by_name }) => [id, is_by_name]),
  };
  const others = { profiles, recorded, used, department, peers, peers_with, protection_class };
  return createHash('sha256')
    .update(JSON.stringify({ ...evidence, ...others }))
    .digest('hex')
    .slice(0, 32);
}

/** Active people with a right at a place, by department and place. */
function peopleAtPlaces(bundles: readonly Bundle[], byId: ReadonlyMap<string, Person>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { holder, place } of bundles) {
    const { person_id, department } = holder;
    if (person_id === null || department === null || !byId.get(person_id)?.active) continue;
    const key = `${department}\n${place}`;
    found.set(key, (found.get(key) ?? new Set()).add(person_id));
  }
  return found;
}

function earliest(times: readonly (Date | undefined)[]): string | null {
  const known = times.flatMap((time) => time?.getTime() ?? []);
  return known.length === 0 ? null : new Date(Math.min(...known)).toISOString();
}

async function namesOfPlansById({ db }: Reader): Promise<Map<string, string>> {
  const rows = await db.selectFrom('key_plan').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** When each rule in force came into force as it is. */
async function sinceOfRules({ db }: Reader): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select part.record_id as id, version.at from key_plan_part as part
    join key_plan_version as version on version.keyplan_id = part.keyplan_id and version.number = part.since
    where part.kind = 'rule' and part.until is null`.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
