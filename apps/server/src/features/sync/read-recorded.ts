import type { Unreferenced } from '@key2xs/domain';
import type { KeySystemSession, RecordedPerson, RecordedProfile } from '@key2xs/drivers';
import { isOurForm } from '../recorded/service';

type Referenced<T> = T & { reference: string };

/** What the connection could read of a key system. */
export type ReadResult = {
  /** All persons, foreign ones included. */
  allPersons: RecordedPerson[];
  /** Persons with a reference of our form; some may be another installation's. */
  persons: Referenced<RecordedPerson>[];
  profiles: Referenced<RecordedProfile>[];
  /** Those without any reference. */
  unreferenced: Unreferenced;
};

/** Reads persons and profiles. Of records with equal references the last wins. */
export async function readRecorded(session: KeySystemSession, capabilities: readonly string[]): Promise<ReadResult> {
  const allPersons = capabilities.includes('read_persons') ? await collect(session.listPersons()) : [];
  const profiles = capabilities.includes('read_profiles') ? await collect(session.listProfiles()) : [];
  return {
    allPersons,
    persons: referenced(allPersons),
    profiles: referenced(profiles).map((profile) => ({ ...profile, members: profile.members.filter(isOurForm) })),
    unreferenced: { persons: allPersons.filter(isUnreferenced), profiles: profiles.filter(isUnreferenced) },
  };
}

const isUnreferenced = ({ reference }: { reference: string | null }) => reference === null;

async function collect<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) for (const item of page) all.push(item); // a page may exceed the argument limit of push(...)
  return all;
}

function referenced<T extends { reference: string | null }>(records: readonly T[]): Referenced<T>[] {
  const found = new Map<string, Referenced<T>>();
  for (const record of records) if (isOurs(record)) found.set(record.reference, record);
  return [...found.values()];
}

const isOurs = <T extends { reference: string | null }>(record: T): record is Referenced<T> =>
  record.reference !== null && isOurForm(record.reference);
