import type { KeySystemProfile, WeeklyWindow } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import type { DoorNames } from './door-names';

type Fields = Record<string, unknown> | null;
type Change = { before: Fields; after: Fields; write: KeySystemProfile };

/** Names per sentence; the entry has them all. */
const namesShown = 40;

/** Instructions to make or change an access profile, with the doors' display names. */
export function describeProfile(profile: string, change: Change, doors: DoorNames): Sentence {
  const { before, write } = change;
  const isEmpty = write.cylinders.length + write.cylinder_groups.length === 0;
  if (before !== null && isEmpty) return say('work.emptyProfile', { profile });
  return describeVisibleChanges(profile, change, doors);
}

/** The same of a change without some of its doors, so that a profile that seems empty may not be. */
export function describeVisibleChanges(profile: string, change: Change, doors: DoorNames): Sentence {
  const { before, write } = change;
  if (before === null) {
    return say('work.createProfile', { profile, doors: listDoors(write, doors), hours: describeHours(write.schedule) });
  }
  return say('work.changeProfile', { profile, changes: describeChanges(change, before, doors) });
}

function describeChanges({ after, write }: Change, before: Record<string, unknown>, doors: DoorNames): Sentence[] {
  const groups = difference(before, after, 'cylinder_groups', doors.group);
  const cylinders = difference(before, after, 'cylinders', doors.cylinder);
  return [
    ...(groups.gone ? [say('work.takeOutGroups', { names: groups.gone })] : []),
    ...(groups.added ? [say('work.addGroups', { names: groups.added })] : []),
    ...(cylinders.gone ? [say('work.takeOutCylinders', { names: cylinders.gone })] : []),
    ...(cylinders.added ? [say('work.addCylinders', { names: cylinders.added })] : []),
    ...('schedule' in before ? [say('work.openAt', { hours: describeHours(write.schedule) })] : []),
    ...('name' in before ? [say('work.nameIt', { name: write.name, before: String(before.name) })] : []),
    ...('description' in before ? [say('work.describeIt', { description: write.description })] : []),
  ];
}

function difference(before: Fields, after: Fields, field: string, nameOf: (id: string) => string) {
  const [old, next] = [idsIn(before, field), idsIn(after, field)];
  const [had, has] = [new Set(old), new Set(next)];
  const namesOf = (ids: string[]) => (ids.length > 0 ? listNames(ids, nameOf) : undefined);
  return { gone: namesOf(old.filter((id) => !has.has(id))), added: namesOf(next.filter((id) => !had.has(id))) };
}

function listDoors({ cylinder_groups, cylinders }: KeySystemProfile, doors: DoorNames): Sentence[] {
  const parts = [
    ...(cylinder_groups.length > 0 ? [say('work.groups', { names: listNames(cylinder_groups, doors.group) })] : []),
    ...(cylinders.length > 0 ? [say('work.cylinders', { names: listNames(cylinders, doors.cylinder) })] : []),
  ];
  return parts.length > 0 ? parts : [say('work.noDoors')];
}

function listNames(ids: readonly string[], nameOf: (id: string) => string): (string | Sentence)[] {
  const names = ids.slice(0, namesShown).map(nameOf);
  const [last = ''] = names.slice(-1);
  const count = ids.length - names.length;
  return count > 0 ? [...names.slice(0, -1), say('work.more', { name: last, count })] : names;
}

const idsIn = (fields: Fields, field: string): string[] => {
  const value = fields?.[field];
  return Array.isArray(value) ? value.map(String) : [];
};

const days = [1, 2, 3, 4, 5, 6, 7] as const;

/** Weekly hours, one sentence a window. */
export function describeHours(schedule: readonly WeeklyWindow[]): Sentence[] {
  if (schedule.length === 0) return [say('work.always')];
  return schedule.map((window) => {
    const named = days.filter((day) => window.days.includes(day)).map((day) => say(`work.days.${day}`));
    return say('work.window', { days: named, from: window.from, to: window.to });
  });
}
