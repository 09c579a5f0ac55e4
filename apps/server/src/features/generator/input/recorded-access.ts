import { foldText, type WeeklyWindow } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { mapInSlices } from '#platform/in-slices';
import { asProduct } from '#platform/visible-to';
import { peopleOf } from '../../people/relation';
import {
  type ForeignAccess,
  type Holder,
  listForeignAccess,
  listHolders,
  listRecordedProfiles,
} from '../../recorded/service';
import type { Rights } from './rights';

type System = { id: string; name: string };

/** Adds what key systems have recorded: through profiles of ours and of others. */
export async function addRecorded(tx: Db, rights: Rights, systems: readonly System[]): Promise<void> {
  const ids = systems.map(({ id }) => id);
  const holders = await linkHolders(tx, await listHolders(tx, ids));
  const foreign = await listForeignAccess(tx, ids);
  const withHours = (await addOwn(tx, rights, systems)) + (await addForeign(rights, foreign, holders));
  rights.warnOfHours(withHours);
}

/** @returns how many of them open at certain hours only */
async function addForeign(
  rights: Rights,
  profiles: readonly ForeignAccess[],
  holders: ReadonlyMap<string, LinkedHolder>,
): Promise<number> {
  const { numberOf, outside } = rights.crowd;
  await mapInSlices(profiles, ({ id, name, doors, holders: named, schedule: windows, is_referenced }) => {
    const ids = doors.split(' ');
    const numbers = rights.numbersOf(ids);
    const schedule = scheduleOf(rights, windows ?? []);
    if (schedule === undefined) return;
    const members = named.split(' ').flatMap((key) => ({ key, ...holders.get(key) }));
    for (const { key, person = null, name: holder = '' } of members)
      rights.add(person, holder, numbers, { key, schedule });
    const people = members.map(({ person }) => numberOf.get(person ?? '') ?? -1);
    const isKnown = people.every((person) => person >= 0 && person < outside) && numbers.length === ids.length;
    const isFree = !is_referenced && windows !== null && isKnown;
    rights.hold({ id, name, people: people.filter((person) => person >= 0), doors: numbers, hours: schedule, isFree });
  });
  const unread = profiles.filter(({ schedule }) => schedule === null).length;
  if (unread > 0)
    rights.warnings.push({ code: 'unread_hours', sentence: say('generator.warnings.unreadHours', { count: unread }) });
  return profiles.filter(({ schedule }) => (schedule ?? []).length > 0).length;
}

/** Undefined where it never opens. */
const scheduleOf = ({ schedules }: Rights, windows: readonly WeeklyWindow[]): number | undefined =>
  schedules.numberOf(windows.map((window) => ({ ...window, valid_from: null, valid_until: null })));

/** @returns how many of them open at certain hours only */
async function addOwn(tx: Db, rights: Rights, systems: readonly System[]): Promise<number> {
  const { numberOf, outside, left } = rights.crowd;
  const ids = systems.map(({ id }) => id);
  const { profiles, unread } = await listRecordedProfiles(tx, ids, numberOf);
  const idOf = [...numberOf.keys()];
  await mapInSlices(profiles, ({ doors, groupDoors, people, schedule, reference, name }) => {
    const numbers = rights.numbersOf([...doors, ...groupDoors]);
    const hours = scheduleOf(rights, schedule);
    if (hours === undefined) return;
    rights.hold({ id: reference, name, people, doors: numbers, hours, isFree: false });
    for (const person of people) {
      if (person < outside) rights.give(person, numbers, hours);
      else if (person >= left) rights.add(idOf[person] ?? null, '', numbers);
    }
  });
  const unreadNames = await namesOfUnread(
    tx,
    ids.filter((id) => unread.has(id)),
  );
  if (unreadNames.length > 0)
    rights.warnings.push({
      code: 'unread',
      sentence: say('generator.warnings.unread', { names: unreadNames.join(', ') }),
    });
  const unknown = profiles.filter(({ isKnown }) => !isKnown).length;
  if (unknown > 0)
    rights.warnings.push({
      code: 'unknown_doors',
      sentence: say('generator.warnings.unknownDoors', { count: unknown }),
    });
  return profiles.filter(({ schedule }) => schedule.length > 0).length;
}

/** Those whose inventory was never read either: it names who holds the profiles of others. */
async function namesOfUnread(tx: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const systems = await tx
    .selectFrom('key_system_connection')
    .select('name')
    .where('id', 'in', ids)
    .where('inventory_read_at', 'is', null)
    .orderBy('name')
    .execute();
  return systems.map(({ name }) => name);
}

export type LinkedHolder = { person: string | null; name: string };

/** By the id of the record. One that is not kept for a person of ours is theirs whose employee number or address it has alone. */
export async function linkHolders(tx: Db, holders: readonly Holder[]): Promise<ReadonlyMap<string, LinkedHolder>> {
  const unlinked = holders.filter(({ own }) => own === null);
  const byNumber = await peopleBy(
    tx,
    'employee_id',
    unlinked.map(({ employee_id }) => employee_id),
  );
  const byEmail = await peopleBy(
    tx,
    'email',
    unlinked.map(({ email }) => email),
  );
  const personOf = ({ own, employee_id, email }: Holder) =>
    own ?? byNumber.get(foldText(employee_id ?? '')) ?? byEmail.get(foldText(email ?? '')) ?? null;
  return new Map(holders.map((holder) => [holder.id, { person: personOf(holder), name: holder.name }]));
}

/** Ids of the people who alone have one of these values, folded. */
async function peopleBy(
  tx: Db,
  column: 'employee_id' | 'email',
  values: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(values.map((value) => foldText(value ?? '')).filter((value) => value !== ''));
  if (wanted.size === 0) return new Map();
  const rows = await tx
    .selectFrom(peopleOf(asProduct(tx)))
    .select(['id', sql<string>`${sql.ref(column)}`.as('value')])
    .where(column, 'is not', null)
    .where('active', '=', true)
    .execute();
  const found = Map.groupBy(rows, ({ value }) => foldText(value));
  return new Map(
    [...found].flatMap(([value, [only, ...others]]) =>
      only && others.length === 0 && wanted.has(value) ? [[value, only.id]] : [],
    ),
  );
}
