import type { RecordedKeySystem } from '@key2xs/domain';
import type { KeySystemSession, RecordedPerson, RecordedProfile } from '@key2xs/drivers';

/** Our references are UUIDs in lower case; whatever looks otherwise was written by others. */
const isOurForm = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

type Referenced<T> = T & { reference: string };

export type Recorded = RecordedKeySystem & {
  /** The same as rows for the mirror. */
  rows: { persons: Referenced<RecordedPerson>[]; profiles: Referenced<RecordedProfile>[] };
};

/**
 * Everything that a key system has stored under references of our form. Another installation's may be among it; what
 * has no such reference is left out. Of two records with one reference the later one counts.
 */
export async function readRecorded(session: KeySystemSession): Promise<Recorded> {
  const persons = await collect(session.listPersons());
  const profiles = (await collect(session.listProfiles())).map((profile) => ({
    ...profile,
    members: profile.members.filter(isOurForm),
  }));
  return {
    persons,
    // Without members: a change to a profile carries all that it knows of it, and some have tens of thousands.
    profiles: profiles.map(({ members: _, identity: __, ...profile }) => profile),
    members: new Map(profiles.map(({ reference, members }) => [reference, new Set(members)])),
    rows: { persons, profiles },
  };
}

async function collect<T extends { reference: string | null }>(pages: AsyncIterable<T[]>): Promise<Referenced<T>[]> {
  const found = new Map<string, Referenced<T>>();
  for await (const page of pages) {
    for (const record of page) if (isOurs(record)) found.set(record.reference, record);
  }
  return [...found.values()];
}

const isOurs = <T extends { reference: string | null }>(record: T): record is Referenced<T> =>
  record.reference !== null && isOurForm(record.reference);
