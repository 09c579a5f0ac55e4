import type { KeySystemProfile, KnownReferences, RecordedKeySystem, Unreferenced } from '@key2xs/domain';
import type { Db, Tx } from '#platform/deps';
import { guardPersons, type KeySystem, notePersonsRead, withSession } from '../key-systems/service';
import { compareWithMirror, forgetUnlisted, loadUnread, saveDifference, saveOwn } from '../recorded/service';
import type { TaskRun } from '../tasks/service';
import { tickWorkList } from '../work-list/service';
import { knownPersons, knownProfiles } from './queries';
import { type ReadResult, readRecorded } from './read-recorded';

export type Recorded = RecordedKeySystem & {
  /** Records that no call can change: an operator made them, so they lack our reference. */
  handmade: KnownReferences;
  /** What may be adopted; undefined if the connection cannot tell who entered a record. */
  unreferenced: Unreferenced | undefined;
};

/** Reads the recorded state into the mirror and adds operators' work that a read cannot show. @throws TaskFailed */
export async function readIntoMirror(run: TaskRun, row: KeySystem): Promise<Recorded> {
  const { deps, save } = run;
  await save(deps.db, { phase: 'reading' });
  const found = await withSession(run, row, (session) => readRecorded(session, row.capabilities));
  const allPersons = needsNames(row) ? await comparePersons(deps.db, row, found) : undefined;
  if (allPersons) await guardPersons(deps.db, row.id, allPersons);
  return deps.db.transaction().execute(async (tx) => {
    await save(tx, { phase: 'comparing' });
    const readAt = deps.clock();
    if (allPersons) await saveDifference(tx, deps, row.id, allPersons);
    await saveOurs(tx, row, found, readAt);
    if (canAdopt(row)) {
      await forgetUnlisted(tx, row.id, found);
    }
    await notePersonsRead(tx, row.id, { readAt, isGuarded: allPersons !== undefined });
    if (row.open_work_items > 0 || allPersons) await tickWorkList(tx, deps, row.id);
    return withUnread(tx, row, found);
  });
}

/** Everything is read, with references. */
const canAdopt = ({ capabilities }: Pick<KeySystem, 'capabilities'>): boolean =>
  ['read_persons', 'read_person_references', 'read_profiles'].every((needed) => capabilities.includes(needed));

/** Compares all recorded persons, foreign ones too, with those read. */
const comparePersons = (db: Db, { id, capabilities }: KeySystem, { allPersons }: ReadResult) =>
  compareWithMirror(db, id, { name: 'recorded_person', capabilities, pages: inOnePage(allPersons) });

async function* inOnePage<T>(items: T[]): AsyncGenerator<T[]> {
  yield items;
}

/** Whether to match persons created by hand by name. */
function needsNames({ capabilities, open_work_items }: KeySystem): boolean {
  if (!capabilities.includes('read_persons')) return false;
  const isComplete = capabilities.includes('write_persons') && capabilities.includes('read_person_references');
  return !isComplete || open_work_items > 0;
}

/** Ours are the records with a reference of this installation's people or rules. */
async function saveOurs(
  tx: Tx,
  row: KeySystem,
  { allPersons, persons, profiles }: ReadResult,
  readAt: Date,
): Promise<void> {
  const has = (capability: string) => row.capabilities.includes(capability);
  const known = { persons: await knownPersons(tx, referencesOf(persons)), profiles: await knownProfiles(tx, row.id) };
  const isForeign = ({ reference }: { reference: string | null }) =>
    reference === null || !known.persons.has(reference);
  const isReadWhole = has('read_persons') && has('read_person_references');
  await saveOwn(tx, row.id, {
    persons: persons.filter(({ reference }) => known.persons.has(reference)),
    profiles: profiles.filter(({ reference }) => known.profiles.has(reference)),
    kept: {
      identities: isReadWhole ? allPersons.filter(isForeign).map(({ identity }) => identity) : undefined,
      unidentified: !isReadWhole || !has('write_persons'),
      profiles: !has('read_profiles') || !has('write_profiles'),
    },
    readAt,
  });
}

/** Adds operators' ticked work to what was read. */
async function withUnread(db: Db, row: KeySystem, { persons, profiles, unreferenced }: ReadResult): Promise<Recorded> {
  const has = (capability: string) => row.capabilities.includes(capability);
  const byHand = await loadUnread(db, row.id, { persons: referencesOf(persons), profiles: referencesOf(profiles) });
  const members = new Map(profiles.map(({ reference, members: some }) => [reference, new Set(some)]));
  for (const { profile_reference, person_reference } of byHand.members) {
    const present = members.get(profile_reference);
    if (present) present.add(person_reference);
    else members.set(profile_reference, new Set([person_reference]));
  }
  // Without members, some profiles' tens of thousands: a profile change stores the whole profile.
  const read = profiles.map(({ members: _, identity: __, ...profile }): KeySystemProfile => profile);
  return {
    persons: [...persons, ...byHand.persons],
    profiles: [...read, ...byHand.profiles],
    members,
    unreferenced: canAdopt(row) ? unreferenced : undefined,
    handmade: {
      // Persons we wrote have our reference even if it cannot be read.
      persons: referenceSet(has('write_persons') && !has('read_person_references') ? [] : byHand.persons),
      profiles: referenceSet(has('write_profiles') && !has('read_profiles') ? [] : byHand.profiles),
    },
  };
}

const referencesOf = (records: readonly { reference: string }[]): string[] => records.map(({ reference }) => reference);
const referenceSet = (records: readonly { reference: string }[]): Set<string> => new Set(referencesOf(records));
