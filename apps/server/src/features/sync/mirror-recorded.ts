import type { KeySystemProfile, KnownReferences, RecordedKeySystem } from '@key2xs/domain';
import type { Db, Tx } from '#platform/deps';
import { type KeySystemRow, saveRecorded, withSession } from '../key-systems/service';
import type { TaskRun } from '../tasks/service';
import { tickWorkList } from '../work-list/service';
import { loadByHand } from './load-by-hand';
import { guardPersons, notePersons } from './note-persons';
import { knownPersons, knownProfiles } from './queries';
import { type Found, readRecorded } from './read-recorded';

export type Recorded = RecordedKeySystem & {
  /** Of these, what no call can change: an operator made it, so it bears no reference of ours. */
  handmade: KnownReferences;
};

/** Reads what is recorded into the mirror, and adds what operators have done where a read cannot show it. @throws TaskFailed */
export async function readIntoMirror(run: TaskRun, row: KeySystemRow): Promise<Recorded> {
  const { deps, save } = run;
  await save(deps.db, { phase: 'reading' });
  const found = await withSession(run, row, (session) => readRecorded(session, row.capabilities));
  if (needsNames(row)) await guardPersons(deps.db, row.id, found.everybody);
  return deps.db.transaction().execute(async (tx) => {
    await save(tx, { phase: 'comparing' });
    const readAt = deps.clock();
    if (needsNames(row)) {
      const isWhole = row.capabilities.includes('read_person_references');
      await notePersons(tx, row.id, { persons: found.everybody, readAt, isWhole });
    }
    await mirror(tx, row, found, readAt);
    if (row.open_work_items > 0 || needsNames(row)) await tickWorkList(tx, deps, row.id);
    return withByHand(tx, row, found);
  });
}

/** Whether persons made by hand are to be recognised by their names. */
function needsNames({ capabilities, open_work_items }: KeySystemRow): boolean {
  if (!capabilities.includes('read_persons')) return false;
  const isComplete = capabilities.includes('write_persons') && capabilities.includes('read_person_references');
  return !isComplete || open_work_items > 0;
}

/** Into the mirror goes only what is ours: whatever is in it counts as written by us from then on. */
async function mirror(tx: Tx, row: KeySystemRow, { everybody, persons, profiles }: Found, readAt: Date): Promise<void> {
  const has = (capability: string) => row.capabilities.includes(capability);
  const known = { persons: await knownPersons(tx, referencesOf(persons)), profiles: await knownProfiles(tx, row.id) };
  const isForeign = ({ reference }: { reference: string | null }) =>
    reference === null || !known.persons.has(reference);
  const isReadWhole = has('read_persons') && has('read_person_references');
  await saveRecorded(tx, row.id, {
    persons: persons.filter(({ reference }) => known.persons.has(reference)),
    profiles: profiles
      .filter(({ reference }) => known.profiles.has(reference))
      .map(({ members, identity: _, ...content }) => ({ ...content, members, content })),
    kept: {
      identities: isReadWhole ? everybody.filter(isForeign).map(({ identity }) => identity) : undefined,
      unidentified: !isReadWhole || !has('write_persons'),
      profiles: !has('read_profiles') || !has('write_profiles'),
    },
    readAt,
  });
}

/** What was read, and beside it what the mirror knows from operators. */
async function withByHand(db: Db, row: KeySystemRow, { persons, profiles }: Found): Promise<Recorded> {
  const has = (capability: string) => row.capabilities.includes(capability);
  const byHand = await loadByHand(db, row.id, { persons: referencesOf(persons), profiles: referencesOf(profiles) });
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
