import type { KeySystemProfile, WeeklyWindow } from '@key2xs/domain';
import type { DoorNames } from './door-names';

type Fields = Record<string, unknown> | null;
type Change = { before: Fields; after: Fields; write: KeySystemProfile };

/** A sentence holds this many names; the entry itself has all. */
const namesShown = 40;

/** How to make or change an access profile, doors by the names that people know. */
export function describeProfile(name: string, change: Change, doors: DoorNames): string {
  const { before, write } = change;
  if (before === null) {
    return `Create the access profile '${name}' with ${listDoors(write, doors)}, open ${hoursOf(write.schedule)}.`;
  }
  if (write.cylinders.length + write.cylinder_groups.length === 0) {
    return `Take all doors out of the access profile '${name}'.`;
  }
  return `Change the access profile '${name}': ${describeChanges(change, before, doors).join('; ')}.`;
}

function describeChanges({ after, write }: Change, before: Record<string, unknown>, doors: DoorNames): string[] {
  const changes = [
    ...describeSet('cylinder groups', idsIn(before, 'cylinder_groups'), idsIn(after, 'cylinder_groups'), doors.group),
    ...describeSet('cylinders', idsIn(before, 'cylinders'), idsIn(after, 'cylinders'), doors.cylinder),
  ];
  if ('schedule' in before) changes.push(`open ${hoursOf(write.schedule)}`);
  if ('name' in before) changes.push(`name it '${write.name}' instead of '${before.name}'`);
  if ('description' in before) changes.push(`describe it as '${write.description}'`);
  return changes;
}

function describeSet(
  what: string,
  old: readonly string[],
  next: readonly string[],
  nameOf: (id: string) => string,
): string[] {
  const [had, has] = [new Set(old), new Set(next)];
  const added = next.filter((id) => !had.has(id));
  const gone = old.filter((id) => !has.has(id));
  return [
    ...(gone.length > 0 ? [`take out the ${what} ${listNames(gone, nameOf)}`] : []),
    ...(added.length > 0 ? [`add the ${what} ${listNames(added, nameOf)}`] : []),
  ];
}

function listDoors({ cylinder_groups, cylinders }: KeySystemProfile, doors: DoorNames): string {
  const parts = [
    ...(cylinder_groups.length > 0 ? [`the cylinder groups ${listNames(cylinder_groups, doors.group)}`] : []),
    ...(cylinders.length > 0 ? [`the cylinders ${listNames(cylinders, doors.cylinder)}`] : []),
  ];
  return parts.join(' and ') || 'no doors';
}

function listNames(ids: readonly string[], nameOf: (id: string) => string): string {
  const shown = ids.slice(0, namesShown).map(nameOf).join(', ');
  return ids.length > namesShown ? `${shown} and ${ids.length - namesShown} more` : shown;
}

const idsIn = (fields: Fields, field: string): string[] => {
  const value = fields?.[field];
  return Array.isArray(value) ? value.map(String) : [];
};

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function hoursOf(schedule: readonly WeeklyWindow[]): string {
  if (schedule.length === 0) return 'at all times';
  return schedule
    .map(
      ({ days, from, to }) =>
        `${[...days]
          .sort()
          .map((day) => dayNames[day - 1])
          .join(', ')} ${from}–${to}`,
    )
    .join(' and ');
}
