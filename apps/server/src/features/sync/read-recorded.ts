import type { KeySystemSession, RecordedPerson, RecordedProfile } from '@key2xs/drivers';

/** Our references are UUIDs in lower case; whatever looks otherwise was written by others. */
const isOurForm = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

type Referenced<T> = T & { reference: string };

/** What was read of a key system, as far as the connection can read it. */
export type Found = {
  /** Everybody, also who is not ours. */
  everybody: RecordedPerson[];
  /** What is stored under references of our form; another installation's may be among it. */
  persons: Referenced<RecordedPerson>[];
  profiles: Referenced<RecordedProfile>[];
};

/** Reads persons and profiles. Of two records with one reference the later one counts. */
export async function readRecorded(session: KeySystemSession, capabilities: readonly string[]): Promise<Found> {
  const everybody = capabilities.includes('read_persons') ? await collect(session.listPersons()) : [];
  const profiles = capabilities.includes('read_profiles') ? await collect(session.listProfiles()) : [];
  return {
    everybody,
    persons: referenced(everybody),
    profiles: referenced(profiles).map((profile) => ({ ...profile, members: profile.members.filter(isOurForm) })),
  };
}

async function collect<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) for (const item of page) all.push(item); // a page may hold more than a call takes arguments
  return all;
}

function referenced<T extends { reference: string | null }>(records: readonly T[]): Referenced<T>[] {
  const found = new Map<string, Referenced<T>>();
  for (const record of records) if (isOurs(record)) found.set(record.reference, record);
  return [...found.values()];
}

const isOurs = <T extends { reference: string | null }>(record: T): record is Referenced<T> =>
  record.reference !== null && isOurForm(record.reference);
