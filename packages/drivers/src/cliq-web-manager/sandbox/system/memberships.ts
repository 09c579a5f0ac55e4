import type { RecordedPerson } from '../../../key-system-driver';
import type { Records } from '../../../sandbox-kit/records';
import type { SiteProfile } from '../site/site';

type Lists = {
  profiles: Records<SiteProfile>;
  /** References of the members of a profile. */
  membersOf(profile: SiteProfile): readonly string[];
};

export type Memberships = {
  /** The profiles that a person is in. */
  of(person: Pick<RecordedPerson, 'identity' | 'reference'>): readonly SiteProfile[];
  /** After a change of profiles or members. */
  forget(): void;
};

/** Finds the profiles of a person. The index is made on demand. */
export function indexMemberships({ profiles, membersOf }: Lists): Memberships {
  let index: Map<string, SiteProfile[]> | undefined;
  const build = () => {
    const made = new Map<string, SiteProfile[]>();
    for (const profile of profiles.slice(0, profiles.total())) {
      const members = [...membersOf(profile).map(byReference), ...profile.other_members.map(byIdentity)];
      for (const member of members) {
        const theirs = made.get(member);
        if (theirs) theirs.push(profile);
        else made.set(member, [profile]);
      }
    }
    return made;
  };
  return {
    of({ identity, reference }) {
      index ??= build();
      const named = reference === null ? [] : (index.get(byReference(reference)) ?? []);
      return [...named, ...(index.get(byIdentity(identity)) ?? [])];
    },
    forget() {
      index = undefined;
    },
  };
}

const byReference = (reference: string) => `reference ${reference}`;
const byIdentity = (identity: string) => `identity ${identity}`;
