import type { KeySystemProfile, KnownReferences, RecordedKeySystem } from '@key2xs/domain';
import type { Db, Tx } from '#platform/deps';
import { guardPersons, type KeySystem, notePersonsRead, withSession } from '../key-systems/service';
import { compareWithMirror, loadUnread, saveDifference, saveOwn } from '../recorded/service';
import type { TaskRun } from '../tasks/service';
import { tickWorkList } from '../work-list/service';
import { knownPersons, knownProfiles } from './queries';
import { type Found, readRecorded } from './read-recorded';

export type Recorded = RecordedKeySystem & {
  /** Of these, what no call can change: an operator made it, so it bears no reference of ours. */
  handmade: KnownReferences;
};

/** Reads what is recorded into the mirror, and adds what operators have done where a read cannot show it. @throws TaskFailed */
export async function readIntoMirror(run: TaskRun, row: KeySystem): Promise<Recorded> {
  const { deps, save } = run;
  await save(deps.db, { phase: 'reading' });
  const found = await withSession(run, row, (session) => readRecorded(session, row.capabilities));
  const everybody = needsNames(row) ? await compareEverybody(deps.db, row, found) : undefined;
  if (everybody) await guardPersons(deps.db, row.id, everybody);
  return deps.db.transaction().execute(async (tx) => {
    await save(tx, { phase: 'comparing' });
    const readAt = deps.clock();
    if (everybody) await saveDifference(tx, deps, row.id, everybody);
    await saveOurs(tx, row, found, readAt);
    await notePersonsRead(tx, row.id, { readAt, isGuarded: everybody !== undefined });
    if (row.open_work_items > 0 || everybody) await tickWorkList(tx, deps, row.id);
    return withUnread(tx, row, found);
  });
}

/** How what is recorded of persons, ours or not, differs from who was found. */
const compareEverybody = (db: Db, { id, capabilities }: KeySystem, { everybody }: Found) =>
  compareWithMirror(db, id, { name: 'recorded_person', capabilities, pages: inOnePage(everybody) });

async function* inOnePage<T>(items: T[]): AsyncGenerator<T[]> {
  yield items;
}

/** Whether persons made by hand are to be recognised by their names. */
function needsNames({ capabilities, open_work_items }: KeySystem): boolean {
  if (!capabilities.includes('read_persons')) return false;
  const isComplete = capabilities.includes('write_persons') && capabilities.includes('read_person_references');
  return !isComplete || open_work_items > 0;
}

/** Ours is what bears a reference of a person or a rule of this installation. */
async function saveOurs(tx: Tx, row: KeySystem, { everybody, persons, profiles }: Found, readAt: Date): Promise<void> {
  const has = (capability: string) => row.capabilities.includes(capability);
  const known = { persons: await knownPersons(tx, referencesOf(persons)), profiles: await knownProfiles(tx, row.id) };
  const isForeign = ({ reference }: { reference: string | null }) =>
    reference === null || !known.persons.has(reference);
  const isReadWhole = has('read_persons') && has('read_person_references');
  await saveOwn(tx, row.id, {
    persons: persons.filter(({ reference }) => known.persons.has(reference)),
    profiles: profiles.filter(({ reference }) => known.profiles.has(reference)),
    kept: {
      identities: isReadWhole ? everybody.filter(isForeign).map(({ identity }) => identity) : undefined,
      unidentified: !isReadWhole || !has('write_persons'),
      profiles: !has('read_profiles') || !has('write_profiles'),
    },
    readAt,
  });
}

/** What was read, and beside it what is known from operators. */
async function withUnread(db: Db, row: KeySystem, { persons, profiles }: Found): Promise<Recorded> {
  const has = (capability: string) => row.capabilities.includes(capability);
  const byHand = await loadUnread(db, row.id, { persons: referencesOf(persons), profiles: referencesOf(profiles) });
  const members = new Map(profiles.map(({ reference, members: some }) => [reference, new Set(some)]));
  for (const { profile_reference, person_reference } of byHand.members) {
    const present = members.get(profile_reference);
    if (present) present.add(person_reference);
    else members.set(profile_reference, new Set([person_reference]));
  }
  // Without members: a change to a profile carries all that it knows of it, and some have tens of thousands.
  const read = profiles.map(({ members: _, identity: __, ...profile }): KeySystemProfile => profile);
  return {
    persons: [...persons, ...byHand.persons],
    profiles: [...read, ...byHand.profiles],
    members,
    handmade: {
      // What was written and cannot be read under its reference still bears it.
      persons: referenceSet(has('write_persons') && !has('read_person_references') ? [] : byHand.persons),
      profiles: referenceSet(has('write_profiles') && !has('read_profiles') ? [] : byHand.profiles),
    },
  };
}

const referencesOf = (records: readonly { reference: string }[]): string[] => records.map(({ reference }) => reference);
const referenceSet = (records: readonly { reference: string }[]): Set<string> => new Set(referencesOf(records));
