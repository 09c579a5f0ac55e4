import type { TimeRestriction } from '@key2xs/contract';

/** A person in a key system. `reference` is our id, stored at creation, to recognise the person. */
export type KeySystemPerson = {
  reference: string;
  first_name: string;
  surname: string;
  email: string | null;
  employee_id: string | null;
};

export type WeeklyWindow = Pick<TimeRestriction, 'days' | 'from' | 'to'>;

/** An access profile of a key system. Cylinders and groups by the key system's own ids; no schedule means always. */
export type KeySystemProfile = {
  reference: string;
  name: string;
  description: string;
  cylinders: readonly string[];
  cylinder_groups: readonly string[];
  schedule: readonly WeeklyWindow[];
};

/** Profile reference to references of its members. */
export type Members = ReadonlyMap<string, ReadonlySet<string>>;

export type DesiredKeySystem = {
  persons: readonly KeySystemPerson[];
  profiles: readonly KeySystemProfile[];
  members: Members;
};

/** The state as last read from the key system. */
export type RecordedKeySystem = {
  persons: readonly (KeySystemPerson & { active: boolean })[];
  profiles: readonly KeySystemProfile[];
  members: Members;
};

/** References that this installation has ever written there. Others, unless desired, are foreign. */
export type KnownReferences = { persons: ReadonlySet<string>; profiles: ReadonlySet<string> };

/** Look-up of single references: profiles with merged hours are recognised by a prefix. */
export type KnownLookup = { [Kind in keyof KnownReferences]: Pick<KnownReferences[Kind], 'has'> };
