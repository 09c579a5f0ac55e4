import type { DriftKind } from '@key2xs/contract';
import { diffProfile } from './diff-key-system';
import type { DesiredKeySystem, KeySystemProfile, WeeklyWindow } from './key-system-state';

/** The fields of a profile that decide who opens what and when. */
export type ProfileRights = Pick<KeySystemProfile, 'cylinders' | 'cylinder_groups' | 'schedule'>;

export type Doors = Pick<KeySystemProfile, 'cylinders' | 'cylinder_groups'>;

type Hours = { schedule: readonly WeeklyWindow[] };

/** How a profile was changed since we left it. */
export type ProfileDrift =
  | { kind: 'doors_added'; before: null; after: Doors }
  | { kind: 'doors_removed'; before: Doors; after: null }
  | { kind: 'hours_changed'; before: Hours; after: Hours };

/** What was changed in a key system since we left it. Doors have the key system's ids, people ours. */
export type Drift = { profile_reference: string | null; person_reference: string | null } & (
  | ProfileDrift
  | { kind: Exclude<DriftKind, ProfileDrift['kind']> }
);

/** The differences between a profile as we left it and as it was read. Ignores names, because they open nothing. */
export function profileDrift(left: ProfileRights, found: ProfileRights): ProfileDrift[] {
  const added = doorsWithout(found, left);
  const removed = doorsWithout(left, found);
  const drift: ProfileDrift[] = [];
  if (hasAny(added)) drift.push({ kind: 'doors_added', before: null, after: added });
  if (hasAny(removed)) drift.push({ kind: 'doors_removed', before: removed, after: null });
  if (!isSameSchedule(left.schedule, found.schedule)) {
    const hoursOf = ({ schedule }: ProfileRights): Hours => ({ schedule });
    drift.push({ kind: 'hours_changed', before: hoursOf(left), after: hoursOf(found) });
  }
  return drift;
}

/** Restores the profile as we left it from the recorded one and its drift: the inverse of `profileDrift`. */
export function profileAsLeft(recorded: ProfileRights, drift: readonly ProfileDrift[]): ProfileRights {
  let left = recorded;
  for (const { kind, before, after } of drift) {
    if (kind === 'doors_added') left = { ...left, ...doorsWithout(left, after) };
    else if (kind === 'doors_removed') left = { ...left, ...bothDoors(left, before) };
    else left = { ...left, ...before };
  }
  return left;
}

/** Whether the drifted state is what the plans want: then no decision is needed. */
export function agreesWith({ persons, profiles, members }: DesiredKeySystem): (drift: Drift) => boolean {
  const wantedPersons = new Set(persons.map(({ reference }) => reference));
  const wantedProfiles = new Map(profiles.map((profile) => [profile.reference, profile]));
  return (drift) => {
    const profile = drift.profile_reference ?? '';
    const person = drift.person_reference ?? '';
    const wanted = wantedProfiles.get(profile);
    switch (drift.kind) {
      case 'member_added':
        return members.get(profile)?.has(person) ?? false;
      case 'member_removed':
        return !members.get(profile)?.has(person);
      case 'doors_added':
        return wanted !== undefined && !hasAny(doorsWithout(drift.after, wanted));
      case 'doors_removed':
        return wanted === undefined || !hasAny(doorsInBoth(drift.before, wanted));
      case 'hours_changed':
        return wanted === undefined || isSameSchedule(wanted.schedule, drift.after.schedule);
      case 'profile_deleted':
        return wanted === undefined;
      case 'person_deactivated':
        return !wantedPersons.has(person);
      case 'person_activated':
        return wantedPersons.has(person);
    }
  };
}

const hasAny = ({ cylinders, cylinder_groups }: Doors) => cylinders.length + cylinder_groups.length > 0;

const eachDoors = (change: (field: keyof Doors) => Iterable<string>): Doors => ({
  cylinders: [...new Set(change('cylinders'))],
  cylinder_groups: [...new Set(change('cylinder_groups'))],
});
const doorsWithout = (some: Doors, others: Doors): Doors => {
  const known = doorSets(others);
  return eachDoors((field) => some[field].filter((id) => !known[field].has(id)));
};
const doorsInBoth = (some: Doors, others: Doors): Doors => {
  const known = doorSets(others);
  return eachDoors((field) => some[field].filter((id) => known[field].has(id)));
};
const bothDoors = (some: Doors, others: Doors): Doors => eachDoors((field) => [...some[field], ...others[field]]);

const doorSets = ({ cylinders, cylinder_groups }: Doors) => ({
  cylinders: new Set(cylinders),
  cylinder_groups: new Set(cylinder_groups),
});

/** Compares like a sync, regardless of order. */
function isSameSchedule(one: readonly WeeklyWindow[], other: readonly WeeklyWindow[]): boolean {
  const withHours = (schedule: readonly WeeklyWindow[]) => ({ ...nothing, schedule });
  return diffProfile(withHours(one), withHours(other)) === undefined;
}

const nothing = { reference: '', name: '', description: '', cylinders: [], cylinder_groups: [] };
